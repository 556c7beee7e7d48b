import * as z from 'zod/mini'
import { idSchema } from '../base/ids'
import { nameSchema, storedNameSchema } from '../base/name'
import { storedOrderSchema } from '../base/order'
import { dashboardIdSchema, type DashboardId } from '../dashboards/dashboard'
import { authorshipShape } from '../entries/define-mutator'
import { filterIdSchema } from '../filters/filter'
import { filterValueSchema } from '../filters/filter-value'
import { parameterValueSchema } from '../query/parameter'

export const savedViewIdSchema = idSchema.brand<'SavedViewId'>()
export type SavedViewId = z.infer<typeof savedViewIdSchema>

/** As somebody gives it. */
export const savedViewNameSchema = nameSchema(60)

/**
 * A named set of values of a dashboard's filters and inputs. values: by filter id, null is everything; a filter that is
 * not among them keeps its default, and one that is gone counts for nothing. parameters: by the input's name. isDefault:
 * it counts for who chose no view.
 */
export const savedViewSchema = z.object({
  id: savedViewIdSchema,
  dashboardId: dashboardIdSchema,
  name: storedNameSchema(60),
  values: z.record(filterIdSchema, z.nullable(filterValueSchema)),
  parameters: z.record(z.string(), parameterValueSchema),
  isDefault: z.boolean(),
  order: storedOrderSchema,
  ...authorshipShape,
})
export type SavedView = z.infer<typeof savedViewSchema>

/** The key prefix of the views of all dashboards. */
export const savedViewsPrefix = 'saved-view/'

export function savedViewPrefix(dashboardId: DashboardId): string {
  return `${savedViewsPrefix}${dashboardId}/`
}

export function savedViewKey(dashboardId: DashboardId, id: SavedViewId): string {
  return `${savedViewPrefix(dashboardId)}${id}`
}
