import * as z from 'zod/mini'
import { anyAttributeNameSchema } from '../access/attributes'
import { idSchema } from '../base/ids'
import { nameSchema, storedNameSchema } from '../base/name'
import { storedOrderSchema } from '../base/order'
import {
  dashboardIdSchema,
  tabIdSchema,
  tileIdSchema,
  type DashboardId,
  type TabId,
  type Tile,
} from '../dashboards/dashboard'
import { authorshipShape } from '../entries/define-mutator'
import { filterKinds, filterValueSchema, isValueOfKind, type FilterValue } from './filter-value'

export const filterIdSchema = idSchema.brand<'FilterId'>()
export type FilterId = z.infer<typeof filterIdSchema>

/** The most tiles that a filter names. */
export const mostScopeTiles = 200

/** Which tiles a filter is for; of those, the ones without its column are left alone. */
export const filterScopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('tab'), tabId: tabIdSchema }),
  z.object({ kind: z.literal('tiles'), tileIds: z.readonly(z.array(tileIdSchema).check(z.maxLength(mostScopeTiles))) }),
])
export type FilterScope = z.infer<typeof filterScopeSchema>

/** The most filters that narrow the values of another. */
const mostLimiting = 50

/** As somebody gives it. */
export const filterNameSchema = nameSchema(60)

/**
 * A filter of a dashboard. column: of the charts' answers, or of what a question of the builder reads. default: what counts
 * for who chose nothing; one that its kind cannot take, which is what two edits at once can leave, counts as none.
 * isRequired: its tiles wait for a value. limitedBy: the filters whose values narrow the values it offers; all others if
 * absent or null. One that is gone narrows nothing. defaultAttribute: the person's own values of it count in place of
 * the default, for who has any; see `withOwnDefaults`.
 */
export const filterSchema = z.object({
  id: filterIdSchema,
  dashboardId: dashboardIdSchema,
  name: storedNameSchema(60),
  column: z.string().check(z.maxLength(255)),
  kind: z.enum(filterKinds),
  default: z.nullable(filterValueSchema),
  scope: filterScopeSchema,
  isRequired: z.exactOptional(z.boolean()),
  limitedBy: z.exactOptional(z.nullable(z.readonly(z.array(filterIdSchema).check(z.maxLength(mostLimiting))))),
  defaultAttribute: z.exactOptional(z.nullable(anyAttributeNameSchema)),
  order: storedOrderSchema,
  ...authorshipShape,
})
export type Filter = z.infer<typeof filterSchema>

/** The key prefix of the filters of all dashboards. */
export const filtersPrefix = 'filter/'

export function filterPrefix(dashboardId: DashboardId): string {
  return `${filtersPrefix}${dashboardId}/`
}

export function filterKey(dashboardId: DashboardId, id: FilterId): string {
  return `${filterPrefix(dashboardId)}${id}`
}

/** The values that a person chose, by filter id. null: nothing at all; absent: the default counts. */
export type ChosenValues = Readonly<Record<string, FilterValue | null>>

/**
 * The values that a filter lets through, given the chosen ones; null: everything, or for a required one that none was
 * chosen yet. A required one cannot be emptied: its default counts again.
 */
export function effectiveValue(
  filter: Pick<Filter, 'id' | 'kind' | 'default' | 'isRequired'>,
  chosen: ChosenValues,
): FilterValue | null {
  const own = Object.hasOwn(chosen, filter.id) ? chosen[filter.id] : undefined
  if (own === null && filter.isRequired !== true) return null
  if (own !== undefined && own !== null && isValueOfKind(own, filter.kind)) return own
  return filter.default !== null && isValueOfKind(filter.default, filter.kind) ? filter.default : null
}

/** True if it goes when the tab does. */
export function isOnlyForTab({ scope }: Pick<Filter, 'scope'>, tabId: TabId): boolean {
  return scope.kind === 'tab' && scope.tabId === tabId
}

export function isInScope({ scope }: Pick<Filter, 'scope'>, tile: Pick<Tile, 'id' | 'tabId'>): boolean {
  switch (scope.kind) {
    case 'all':
      return true
    case 'tab':
      return scope.tabId === tile.tabId
    case 'tiles':
      return scope.tileIds.includes(tile.id)
  }
}
