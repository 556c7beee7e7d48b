import * as z from 'zod/mini'
import { idSchema } from '../base/ids'
import { nameSchema, storedNameSchema } from '../base/name'
import { storedOrderSchema } from '../base/order'
import { folderIdSchema } from '../folders/folder'
import type { BuilderQuery } from '../builder/question'
import { querySchema, type SqlQuery } from '../query/run-query'
import { authorshipShape } from '../entries/define-mutator'
import { chartVisualSchema } from './chart-visual'

export const chartIdSchema = idSchema.brand<'ChartId'>()
export type ChartId = z.infer<typeof chartIdSchema>

/** The query of a chart. */
export const chartQuerySchema = querySchema
export type ChartQuery = z.infer<typeof chartQuerySchema>

export const maxChartName = 120

/** A chart's name as typed. */
export const chartNameSchema = nameSchema(maxChartName)

/**
 * A saved question and how its answer is drawn. description: one line on what is measured, with its unit. isModel: a
 * question of the builder that others can be asked of like of a table.
 */
export const chartSchema = z.object({
  id: chartIdSchema,
  folderId: z.nullable(folderIdSchema),
  name: storedNameSchema(maxChartName),
  description: z.string().check(z.maxLength(500)),
  query: chartQuerySchema,
  visual: chartVisualSchema,
  isModel: z.optional(z.boolean()),
  order: storedOrderSchema,
  deletedAt: z.nullable(z.int()),
  ...authorshipShape,
})
export type Chart = z.infer<typeof chartSchema>
export type SqlChart = Chart & { readonly query: SqlQuery }
export type BuilderChart = Chart & { readonly query: BuilderQuery }

export function isSqlChart(chart: Chart): chart is SqlChart {
  return chart.query.kind === 'sql'
}

export function isBuilderChart(chart: Chart): chart is BuilderChart {
  return chart.query.kind === 'builder'
}

export const chartPrefix = 'chart/'

export function chartKey(id: ChartId): string {
  return `${chartPrefix}${id}`
}
