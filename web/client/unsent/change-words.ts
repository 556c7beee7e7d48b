import type { JsonObject, JsonValue } from '@tidemark/shared/base/json'
import { isJsonObject } from '@tidemark/shared/base/json'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import { isMutatorName, type MutatorName } from '@tidemark/shared/sync/mutators'
import type { MutationError } from '@tidemark/shared/sync/protocol'

/** The nouns for a changed entry whose name is not known. */
const nouns = {
  metric: 'a metric',
  segment: 'a segment',
  chart: 'a chart',
  dashboard: 'a dashboard',
  folder: 'a folder',
  dataset: 'some data',
  connection: 'a connection',
  flag: 'a flag',
} as const
type Concept = keyof typeof nouns

/**
 * The titles of changes. A noun in braces is replaced by the thing's name if it is known: `{chart}` becomes “Sales” or
 * “a chart”.
 */
const titles: Readonly<Record<MutatorName, string>> = {
  updateWorkspace: 'Change the settings of the workspace',
  createFolder: 'Add the folder {folder}',
  updateFolder: 'Change the folder {folder}',
  keepFolder: 'Change who may see the folder {folder}',
  openFolder: 'Change who may see the folder {folder}',
  grantFolder: 'Change who may see the folder {folder}',
  revokeFolder: 'Change who may see the folder {folder}',
  setFolderAccess: 'Change who may see the folder {folder}',
  updateDataset: 'Change the data {dataset}',
  keepDataset: 'Change who may use the data {dataset}',
  openDataset: 'Change who may use the data {dataset}',
  grantDataset: 'Change who may use the data {dataset}',
  revokeDataset: 'Change who may use the data {dataset}',
  restrictColumns: 'Restrict columns of the data {dataset}',
  updateConnection: 'Change the connection {connection}',
  grantConnection: 'Change who may use the connection {connection}',
  revokeConnection: 'Change who may use the connection {connection}',
  setRowRule: 'Change which rows people see',
  updateTable: 'Describe a table',
  updateColumn: 'Change what is said about a column',
  hideColumns: 'Hide or show columns',
  declareJoin: 'Declare a join',
  removeJoin: 'Remove a declared join',
  declareHierarchy: 'Declare a hierarchy',
  updateHierarchy: 'Change a hierarchy',
  removeHierarchy: 'Remove a hierarchy',
  createMetric: 'Add the metric {metric}',
  updateMetric: 'Change the metric {metric}',
  updateMetricQuestion: 'Edit the definition of {metric}',
  verifyMetric: 'Verify the metric {metric}',
  createSegment: 'Add the segment {segment}',
  updateSegment: 'Change the segment {segment}',
  updateSegmentQuestion: 'Edit the definition of {segment}',
  createChart: 'Add the chart {chart}',
  updateChart: 'Change the chart {chart}',
  updateQuestion: 'Edit the question of {chart}',
  updateSqlQuery: 'Edit the query of {chart}',
  createDashboard: 'Add the dashboard {dashboard}',
  updateDashboard: 'Change the dashboard {dashboard}',
  createTab: 'Add a tab to {dashboard}',
  updateTab: 'Change a tab of {dashboard}',
  deleteTab: 'Delete a tab of {dashboard}',
  createTile: 'Add a tile to {dashboard}',
  updateTile: 'Change a tile of {dashboard}',
  deleteTile: 'Remove a tile of {dashboard}',
  createFilter: 'Add a filter to {dashboard}',
  updateFilter: 'Change a filter of {dashboard}',
  deleteFilter: 'Delete a filter of {dashboard}',
  createSavedView: 'Add a view to {dashboard}',
  updateSavedView: 'Change a view of {dashboard}',
  deleteSavedView: 'Delete a view of {dashboard}',
  createPersonalView: 'Add a view of your own to {dashboard}',
  updatePersonalView: 'Change a view of your own of {dashboard}',
  deletePersonalView: 'Delete a view of your own of {dashboard}',
  createComment: 'Comment on {dashboard}',
  updateComment: 'Edit a comment on {dashboard}',
  resolveComment: 'Resolve or reopen a thread on {dashboard}',
  deleteComment: 'Delete a comment on {dashboard}',
  readComments: 'Note that comments were read',
  setCommentMail: 'Switch mails about comments on or off',
  markComments: 'Mark comments as read or unread',
  createFlag: 'Create the flag {flag}',
  updateFlag: 'Change the flag {flag}',
  addFavourite: 'Add to favourites',
  removeFavourite: 'Remove from favourites',
  restoreEntries: 'Restore an earlier version',
  discardMutationError: 'Discard a refused change',
  discardMutationErrors: 'Discard refused changes',
  dismissOverwrittenText: 'Dismiss a notice',
}

/**
 * The detail of these codes is an entry's key, which means nothing to people. The change's title names the thing
 * instead.
 */
const codesWithKey: ReadonlySet<string> = new Set(['not-found', 'already-exists'])

/** Describes why a change was refused. */
export function reasonOf({ code, message, detail }: Pick<ErrorBody, 'code' | 'message' | 'detail'>): string {
  return detail === undefined || codesWithKey.has(code) ? message : `${message} ${detail}`
}

/** Returns true if a refused change can be retried; an undo that would overwrite others' changes never can. */
export function canBeRetried({ name, error }: Pick<MutationError, 'name' | 'error'>): boolean {
  return isMutatorName(name) && !isOvertaken({ name, error })
}

/** Returns true for an undo refused because others changed the entry since. It contains no text worth copying. */
export function isOvertaken({ name, error }: Pick<MutationError, 'name' | 'error'>): boolean {
  return name === 'restoreEntries' && error.code === 'changed-since'
}

export interface MadeChange {
  readonly name: string
  readonly args: JsonValue
}

/** Returns the title of a change in a few words; the mutator's name if it comes from another build. */
export function changeTitle(view: EntryView, { name, args }: MadeChange): string {
  if (!isMutatorName(name)) return name
  return titles[name].replace(/(?:the \w+ )?\{(\w+)\}/, (words, concept: Concept) => {
    const known = nameOf(view, concept, isJsonObject(args) ? args : {})
    return known === undefined ? nouns[concept] : words.replace(/\{.*\}/, () => `“${known}”`)
  })
}

/** Returns one title for several changes of a kind; without the thing's name if they concern different things. */
export function titleOfAll(view: EntryView, changes: readonly MadeChange[]): string {
  const all = new Set(changes.map((change) => changeTitle(view, change)))
  const [title = ''] = all
  return all.size === 1 ? title : changeTitle(view, { name: changes[0]?.name ?? '', args: {} })
}

/** Returns the name that the workspace has for the thing; if it has none (any more), the name in the change itself. */
function nameOf(view: EntryView, concept: Concept, args: JsonObject): string | undefined {
  const parent = concept === 'dashboard' ? args['dashboardId'] : undefined
  const id = parent ?? (concept === 'flag' ? args['name'] : args['id'])
  const entry = typeof id === 'string' ? view.get(`${concept}/${id}`) : undefined
  const name = isJsonObject(entry) ? entry['name'] : parent === undefined ? args['name'] : undefined
  return typeof name === 'string' && name !== '' ? name : undefined
}

/** Returns the arguments without their stamp: a retry is a new change and is parsed again. */
export function argsOf(args: JsonValue): JsonObject {
  const { at: _at, actionId: _actionId, ...given } = isJsonObject(args) ? args : {}
  return given
}

/** Returns true if a change belongs to this undo step. */
export function wasMadeBy({ args }: Pick<MadeChange, 'args'>, actionId: string): boolean {
  return isJsonObject(args) && args['actionId'] === actionId
}

/** Copies changes to the clipboard, so that what was typed can be used elsewhere. */
export async function copyChanges(changes: readonly MadeChange[]): Promise<void> {
  await navigator.clipboard.writeText(copyOf(changes))
}

/**
 * Returns changes as text: the written text of a single text change, any other change as JSON, and several as a JSON
 * list.
 */
export function copyOf(changes: readonly MadeChange[]): string {
  const [first] = changes
  const texts = changes.map(({ name, args }) => ({ change: name, ...argsOf(args) }))
  if (first === undefined || changes.length > 1) return JSON.stringify(texts, null, 2)
  return writtenText(first) ?? JSON.stringify(texts[0], null, 2)
}

/** Returns the text that a change writes; undefined if it writes none or comes from another build. */
export function writtenText({ name, args }: MadeChange): string | undefined {
  const { sql, content } = argsOf(args)
  if (name === 'updateSqlQuery') return typeof sql === 'string' ? sql : undefined
  if (name !== 'createTile' && name !== 'updateTile') return undefined
  return isJsonObject(content) && typeof content['text'] === 'string' ? content['text'] : undefined
}
