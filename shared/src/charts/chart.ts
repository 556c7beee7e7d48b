import * as z from 'zod/mini'
import { idSchema } from '../base/ids'
import { nameSchema, storedNameSchema } from '../base/name'
import { storedOrderSchema } from '../base/order'
import { folderIdSchema } from '../folders/folder'
import { questionColumnSchema, type BuilderQuery } from '../builder/question'
import { rowRuleSchema } from '../builder/row-rules/row-rule'
import { querySchema, type SqlQuery } from '../query/run-query'
import { authorshipShape } from '../entries/define-mutator'
import { columnFieldsSchema } from '../tables/column-fields'
import { hierarchyShape } from '../tables/hierarchy'
import { tableSourceSchema } from '../tables/table-source'
import { chartVisualSchema } from './chart-visual'

export const chartIdSchema = idSchema.brand<'ChartId'>()
export type ChartId = z.infer<typeof chartIdSchema>

/** The query of a chart. */
export const chartQuerySchema = querySchema
export type ChartQuery = z.infer<typeof chartQuerySchema>

export const maxChartName = 120

/** A chart's name as typed. */
export const chartNameSchema = nameSchema(maxChartName)

const modelColumnKeySchema = z.string().check(z.minLength(1), z.maxLength(255))

/** A declared join of a model: a column of it, which other table, and the column there. */
const modelJoinSchema = z.object({
  id: idSchema,
  column: modelColumnKeySchema,
  other: tableSourceSchema,
  otherColumn: modelColumnKeySchema,
})
export type ModelJoin = z.infer<typeof modelJoinSchema>

/** A column of a model in SQL. part: of the question that became the SQL, by which charts and words still find it. */
const modelFieldSchema = z.pick(questionColumnSchema, { name: true, type: true, databaseType: true, part: true })
export type ModelField = z.infer<typeof modelFieldSchema>
export const modelFieldsSchema = z.array(modelFieldSchema).check(z.maxLength(1000))

/**
 * A saved question and how its answer is drawn. description: one line on what is measured, with its unit. isModel: one
 * that others can be asked of like of a table. modelFields: the columns that its SQL answered with when it was last run as
 * a model; a question says them itself. modelColumns, modelJoins, modelHierarchies: what is said about it as one; its
 * columns go by the ids of their parts, others by their names. rowRule: which of its rows people see; absent for all.
 */
export const chartSchema = z.object({
  id: chartIdSchema,
  folderId: z.nullable(folderIdSchema),
  name: storedNameSchema(maxChartName),
  description: z.string().check(z.maxLength(500)),
  query: chartQuerySchema,
  visual: chartVisualSchema,
  isModel: z.optional(z.boolean()),
  modelFields: z.optional(modelFieldsSchema),
  modelColumns: z.optional(z.record(modelColumnKeySchema, z.partial(columnFieldsSchema))),
  modelJoins: z.optional(z.array(modelJoinSchema).check(z.maxLength(100))),
  modelHierarchies: z.optional(z.array(z.object(hierarchyShape)).check(z.maxLength(50))),
  rowRule: z.optional(rowRuleSchema),
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
