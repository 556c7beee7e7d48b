import type * as z from 'zod/mini'
import { chartKey, chartSchema } from '../charts/chart'
import { connectionKey, connectionSchema } from '../connections/connection'
import { commentMailKey, commentMailSchema } from '../comments/comment-mail'
import { commentKey, commentSchema, commentsReadKey, commentsReadSchema } from '../comments/comment'
import { dashboardKey, dashboardSchema, tabKey, tabSchema, tileKey, tileSchema } from '../dashboards/dashboard'
import { dataVersionKey, dataVersionSchema } from '../data-versions/data-version'
import { datasetKey, datasetSchema } from '../datasets/dataset'
import { TidemarkError } from '../errors/tidemark-error'
import { favouriteKey, favouriteSchema } from '../favourites/favourite'
import { filterKey, filterSchema } from '../filters/filter'
import { flagKey, flagSchema } from '../flags/flag'
import { folderKey, folderSchema } from '../folders/folder'
import { metricKey, metricSchema } from '../metrics/metric'
import { segmentKey, segmentSchema } from '../segments/segment'
import {
  columnSettingsKey,
  columnSettingsSchema,
  declaredJoinSchema,
  joinKey,
  tableSettingsKey,
  tableSettingsSchema,
} from '../tables/table-settings'
import { hierarchyKey, hierarchySchema } from '../tables/hierarchy'
import { personalViewKey, personalViewSchema } from '../saved-views/personal-view'
import { savedViewKey, savedViewSchema } from '../saved-views/saved-view'
import { workspaceKey, workspaceSchema } from '../workspaces/workspace'
import { overwrittenTextKey, overwrittenTextSchema } from './overwritten-text'
import { mutationErrorKey, mutationErrorSchema } from './protocol'

/** The schema of each concept, by the first part of its keys. */
export const conceptSchemas = {
  workspace: workspaceSchema,
  folder: folderSchema,
  dataset: datasetSchema,
  'data-version': dataVersionSchema,
  connection: connectionSchema,
  table: tableSettingsSchema,
  column: columnSettingsSchema,
  join: declaredJoinSchema,
  hierarchy: hierarchySchema,
  metric: metricSchema,
  segment: segmentSchema,
  chart: chartSchema,
  dashboard: dashboardSchema,
  tab: tabSchema,
  tile: tileSchema,
  filter: filterSchema,
  'saved-view': savedViewSchema,
  'personal-view': personalViewSchema,
  comment: commentSchema,
  'comments-read': commentsReadSchema,
  'comment-mail': commentMailSchema,
  flag: flagSchema,
  favourite: favouriteSchema,
  'mutation-error': mutationErrorSchema,
  'overwritten-text': overwrittenTextSchema,
} as const satisfies Record<string, z.ZodMiniType>
export type Concept = keyof typeof conceptSchemas
type EntryOf = { readonly [C in Concept]: z.output<(typeof conceptSchemas)[C]> }

/** Returns the key that belongs to a value, made of its ids. */
const keyOf: { readonly [C in Concept]: (value: EntryOf[C]) => string } = {
  workspace: () => workspaceKey,
  folder: ({ id }) => folderKey(id),
  dataset: ({ id }) => datasetKey(id),
  'data-version': ({ sourceId }) => dataVersionKey(sourceId),
  connection: ({ id }) => connectionKey(id),
  table: ({ source }) => tableSettingsKey(source),
  column: ({ source, name }) => columnSettingsKey(source, name),
  join: ({ source, id }) => joinKey(source, id),
  hierarchy: ({ source, id }) => hierarchyKey(source, id),
  metric: ({ id }) => metricKey(id),
  segment: ({ id }) => segmentKey(id),
  chart: ({ id }) => chartKey(id),
  dashboard: ({ id }) => dashboardKey(id),
  tab: ({ dashboardId, id }) => tabKey(dashboardId, id),
  tile: ({ dashboardId, id }) => tileKey(dashboardId, id),
  filter: ({ dashboardId, id }) => filterKey(dashboardId, id),
  'saved-view': ({ dashboardId, id }) => savedViewKey(dashboardId, id),
  'personal-view': ({ userId, dashboardId, id }) => personalViewKey(userId, dashboardId, id),
  comment: ({ dashboardId, id }) => commentKey(dashboardId, id),
  'comments-read': ({ userId, dashboardId }) => commentsReadKey(userId, dashboardId),
  'comment-mail': ({ userId }) => commentMailKey(userId),
  flag: ({ name }) => flagKey(name),
  favourite: favouriteKey,
  'mutation-error': ({ clientId, mutationId }) => mutationErrorKey(clientId, mutationId),
  'overwritten-text': overwrittenTextKey,
}

/** Returns the concept of a key. Fails with `invalid-mutation` for an unknown one. */
export function conceptOf(key: string): Concept {
  const concept = key.slice(0, Math.max(0, key.indexOf('/')))
  if (!Object.hasOwn(conceptSchemas, concept))
    throw new TidemarkError('invalid-mutation', { detail: `unknown key: ${key}` })
  // hasOwn has just shown that it is a key of the table.
  return concept as Concept
}

/**
 * Parses an entry's value by its concept; its ids must match the key. Fails with `invalid-mutation` and the path of the
 * first problem.
 */
export function parseEntry(key: string, value: unknown): EntryOf[Concept] {
  return parseAs(conceptOf(key), key, value)
}

function parseAs<C extends Concept>(concept: C, key: string, value: unknown): EntryOf[C] {
  const parsed = conceptSchemas[concept].safeParse(value)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new TidemarkError('invalid-mutation', {
      detail: `${key} ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
    })
  }
  // The table's schema of C parses to C's entry; TypeScript does not follow an index by a type parameter that far.
  const entry = parsed.data as EntryOf[C]
  if (keyOf[concept](entry) !== key) {
    throw new TidemarkError('invalid-mutation', { detail: `${key}: the ids in the value belong to another key` })
  }
  return entry
}
