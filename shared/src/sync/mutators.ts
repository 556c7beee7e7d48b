import { createChart, updateChart, updateQuestion, updateSqlQuery } from '../charts/chart-mutators'
import {
  createComment,
  deleteComment,
  markComments,
  readComments,
  resolveComment,
  setCommentMail,
  updateComment,
} from '../comments/comment-mutators'
import { grantConnection, revokeConnection, updateConnection } from '../connections/connection-mutators'
import {
  createDashboard,
  createTab,
  createTile,
  deleteTab,
  deleteTile,
  updateDashboard,
  updateTab,
  updateTile,
} from '../dashboards/dashboard-mutators'
import {
  grantDataset,
  keepDataset,
  openDataset,
  restrictColumns,
  revokeDataset,
  updateDataset,
} from '../datasets/dataset-mutators'
import { addFavourite, removeFavourite } from '../favourites/favourite-mutators'
import { createFilter, deleteFilter, updateFilter } from '../filters/filter-mutators'
import { createPersonalView, deletePersonalView, updatePersonalView } from '../saved-views/personal-view-mutators'
import { createSavedView, deleteSavedView, updateSavedView } from '../saved-views/saved-view-mutators'
import { createFlag, updateFlag } from '../flags/flag-mutators'
import {
  createFolder,
  grantFolder,
  keepFolder,
  openFolder,
  revokeFolder,
  setFolderAccess,
  updateFolder,
} from '../folders/folder-mutators'
import { createMetric, updateMetric, updateMetricQuestion, verifyMetric } from '../metrics/metric-mutators'
import { setRowRule } from '../row-rules/row-rule-mutators'
import { createSegment, updateSegment, updateSegmentQuestion } from '../segments/segment-mutators'
import { declareHierarchy, removeHierarchy, updateHierarchy } from '../tables/hierarchy-mutators'
import { declareJoin, hideColumns, removeJoin, updateColumn, updateTable } from '../tables/table-mutators'
import { updateWorkspace } from '../workspaces/workspace-mutators'
import type { Mutator } from '../entries/define-mutator'
import { discardMutationError, discardMutationErrors } from './mutation-errors'
import { dismissOverwrittenText } from './overwritten-text'
import { restoreEntries } from './restore-entries'

/** All mutators by name: the same functions run in Replicache and on the server. */
export const mutators = {
  updateWorkspace,
  createFolder,
  updateFolder,
  keepFolder,
  openFolder,
  grantFolder,
  revokeFolder,
  setFolderAccess,
  updateDataset,
  keepDataset,
  openDataset,
  grantDataset,
  revokeDataset,
  restrictColumns,
  updateConnection,
  grantConnection,
  revokeConnection,
  setRowRule,
  updateTable,
  updateColumn,
  hideColumns,
  declareJoin,
  removeJoin,
  declareHierarchy,
  updateHierarchy,
  removeHierarchy,
  createMetric,
  updateMetric,
  updateMetricQuestion,
  verifyMetric,
  createSegment,
  updateSegment,
  updateSegmentQuestion,
  createChart,
  updateChart,
  updateQuestion,
  updateSqlQuery,
  createDashboard,
  updateDashboard,
  createTab,
  updateTab,
  deleteTab,
  createTile,
  updateTile,
  deleteTile,
  createFilter,
  updateFilter,
  deleteFilter,
  createSavedView,
  updateSavedView,
  deleteSavedView,
  createPersonalView,
  updatePersonalView,
  deletePersonalView,
  createComment,
  updateComment,
  resolveComment,
  deleteComment,
  readComments,
  markComments,
  setCommentMail,
  createFlag,
  updateFlag,
  addFavourite,
  removeFavourite,
  restoreEntries,
  discardMutationError,
  discardMutationErrors,
  dismissOverwrittenText,
} as const

export type MutatorName = keyof typeof mutators
/** The arguments of a mutation as callers give them, without its stamp. */
export type MutationArgs<Name extends MutatorName> = Omit<
  Parameters<(typeof mutators)[Name]['run']>[1],
  'at' | 'actionId'
>

export function isMutatorName(name: string): name is MutatorName {
  return Object.hasOwn(mutators, name)
}

/**
 * Returns the mutator of a name. Its `run` takes the output of its own `argsSchema`, which TypeScript cannot pair in a
 * union.
 */
export function mutatorOf(name: MutatorName): Mutator {
  return mutators[name] as unknown as Mutator
}

/** All mutators, for code that treats them alike. */
export const mutatorList = Object.values(mutators) as unknown as readonly Mutator[]
