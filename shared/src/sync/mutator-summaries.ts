import type { MutatorName } from './mutators'

/** One sentence for each mutator, for the API page. Not beside the mutators, which every page loads. */
export const mutatorSummaries: Readonly<Record<MutatorName, string>> = {
  updateWorkspace:
    'Changes the name, time zone or week start of the workspace, or says that its admins know of the lists of its data.',
  createFolder: 'Creates a folder.',
  updateFolder: 'Renames, moves, reorders, deletes (deletedAt) or restores a folder.',
  keepFolder:
    'Restricts a folder to its list: starts one, or adds those of `first` who are not on it yet. Nobody may lock themselves out.',
  openFolder: 'Removes the list of a folder, so that the access of the folder around it applies.',
  grantFolder:
    'Sets what one person or role may do in a restricted folder; the rest of its list stays. With `from`, the level being changed, somebody who was removed meanwhile is not added back.',
  revokeFolder: 'Removes one person or role from the list of a folder. Nobody may lock themselves out.',
  setFolderAccess:
    'Deprecated, for pages of earlier versions: replaces the whole list of a folder, including what others changed in it meanwhile; null removes it. Use `keepFolder`, `openFolder`, `grantFolder` and `revokeFolder`.',
  updateDataset: 'Changes the name, description or folder of a dataset, deletes (deletedAt) or restores it.',
  keepDataset:
    'Gives a dataset a list of who may use it: starts one, or adds those of `first` who are not on it yet. Nobody may lock themselves out.',
  openDataset: 'Removes the list of a dataset, so that whoever sees its folder may use it.',
  grantDataset:
    'Sets what one person or role on the list of a dataset may do with it; the rest of the list stays. With `from`, the level being changed, somebody who was removed meanwhile is not added back.',
  revokeDataset: 'Removes one person or role from the list of a dataset. Nobody may lock themselves out.',
  restrictColumns: 'Keeps columns of a dataset from everyone who does not manage it, or opens them again.',
  updateConnection:
    'Renames a connection, sets its limits, deletes (deletedAt) or restores it. Its `access` is deprecated, for pages of earlier versions: it replaces the whole list, with what others changed in it meanwhile. Use `grantConnection` and `revokeConnection`.',
  grantConnection:
    'Sets what one person or role may do with a connection; the rest of its list stays. With `from`, the level being changed, somebody who was removed meanwhile is not added back.',
  revokeConnection: 'Removes one person or role from the list of a connection.',
  setRowRule:
    'Says which rows of a dataset, a table of a connection or a model people see, by their attributes; null for all. For admins and owners.',
  updateTable:
    'Gives a table of a connection a name to show, or a description. A dataset has its own: see `updateDataset`.',
  updateColumn:
    'Says something about a column of a dataset or of a table of a connection: its label, description, number format, unit, role, or that it is hidden. Fields that are not given stay; an empty text and null take back what was said.',
  hideColumns: 'Hides several columns of a table at once, or shows them again.',
  declareJoin:
    'Says that a column of a table equals a column of another table of the same data or connection. Does nothing where that is said already.',
  removeJoin: 'Takes back that two columns belong together.',
  declareHierarchy:
    'Says that columns of a table are levels of one hierarchy, the largest first, such as region, country and city.',
  updateHierarchy: 'Changes the name or the levels of a hierarchy.',
  removeHierarchy: 'Takes back a hierarchy.',
  createMetric:
    'Creates a metric: a named measure of a table or model, whose question has the source, the filter and one measure.',
  updateMetric:
    'Changes the given fields of a metric; of its synonyms only those given. Deletes (deletedAt) or restores it.',
  updateMetricQuestion:
    'Changes the given parts of the question that defines a metric. With `basedOn`, what these parts were when the person changed them, others’ changes of the same lists stay. Another `connectionId` begins it anew.',
  verifyMetric: 'Says that an admin checked the definition of a metric as it is now, or takes it back.',
  createSegment: 'Creates a segment: a named filter of a table or model, whose question has the source and the filter.',
  updateSegment: 'Changes the given fields of a segment. Deletes (deletedAt) or restores it.',
  updateSegmentQuestion:
    'Changes the given parts of the question that defines a segment. With `basedOn`, what these parts were when the person changed them, others’ changes of the same lists stay. Another `connectionId` begins it anew.',
  createChart: 'Creates a chart.',
  updateChart:
    'Changes the given fields of a chart; of `visual` only the fields given in it, and with `basedOn`, its lists as the person saw them, others’ changes of the same lists stay. Deletes (deletedAt) or restores it. `query` replaces the whole: parts of it are changed by `updateSqlQuery` and `updateQuestion`.',
  updateQuestion:
    'Changes the given parts of the question that a chart asks with the builder. With `basedOn`, what these parts were when the person changed them, others’ changes of the same lists stay; without it, a part replaces what is there.',
  updateSqlQuery:
    'Changes the given parts of the SQL query of a chart: its text, whom it asks, and single parameters, each declared anew (`declare`) or no more (`undeclare`). With `basedOn`, whoever wrote another text meanwhile is told.',
  createDashboard: 'Creates a dashboard with its first tab.',
  updateDashboard: 'Changes the given fields of a dashboard, deletes (deletedAt) or restores it.',
  createTab: 'Adds a tab to a dashboard.',
  updateTab: 'Renames or reorders a tab.',
  deleteTab: 'Deletes a tab with its tiles and the filters that are for it. The last tab of a dashboard stays.',
  createTile: 'Puts a chart or a text on a dashboard.',
  updateTile: 'Moves, resizes or changes a tile. With `basedOn`, whoever wrote another text into it meanwhile is told.',
  deleteTile: 'Removes a tile from its dashboard; the chart stays.',
  createFilter: 'Adds a filter to a dashboard.',
  updateFilter: 'Changes the given fields of a dashboard’s filter.',
  deleteFilter: 'Removes a filter from its dashboard.',
  createSavedView: 'Adds a view, a named set of values, to a dashboard. A default one ends that of another.',
  updateSavedView: 'Changes the given fields of a dashboard’s view. A default one ends that of another.',
  deleteSavedView: 'Removes a view from its dashboard.',
  createPersonalView:
    'Adds a view of a dashboard that only whoever asks sees. A default one ends that of another of theirs, and counts for them before the dashboard’s.',
  updatePersonalView: 'Changes the given fields of a view of whoever asks. A default one ends that of another.',
  deletePersonalView: 'Removes a view of whoever asks.',
  createComment:
    'Comments on a dashboard, a tile of it (`tileId`) or a mark of that, or answers a comment (`threadId`). For who may edit the dashboard, and for who sees it where its folder lets viewers comment.',
  updateComment: 'Changes the text of a comment. For its author.',
  resolveComment: 'Resolves the thread that a comment begins, or opens it again.',
  deleteComment:
    'Deletes a comment; the answers to it stay. For its author and for admins. A deleted comment is in no history.',
  setCommentMail: 'Switches mails about comments that concern whoever asks on or off, which nobody else sees.',
  markComments: 'Marks comments on a dashboard as read or unread for whoever asks, which nobody else sees.',
  readComments: 'Notes how far whoever asks has read the comments on a dashboard, which nobody else sees.',
  createFlag: 'Creates a feature flag, which says who has a feature that is not for everyone yet.',
  updateFlag: 'Changes a feature flag, archives it (archivedAt) or restores it from the archive.',
  addFavourite:
    'Adds a chart, dashboard, folder or dataset to the favourites of whoever asks, which nobody else sees. Adding one twice changes nothing, and so does adding what is not there.',
  removeFavourite: 'Takes a chart, dashboard, folder or dataset off the favourites of whoever asks.',
  restoreEntries: 'Undo and redo: restores fields or whole entries that still hold the expected values.',
  discardMutationError: 'Discards a refused change, after it was retried or given up.',
  discardMutationErrors: 'Discards many refused changes at once.',
  dismissOverwrittenText: 'Dismisses the notice that somebody overwrote a text of the person’s.',
}
