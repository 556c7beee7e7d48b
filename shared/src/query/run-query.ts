import * as z from 'zod/mini'
import { idSchema } from '../base/ids'
import { isJsonObject, type JsonValue } from '../base/json'
import { builderQuerySchema, questionColumnSchema, timeGrains } from '../builder/question'
import { errorBodySchema } from '../errors/tidemark-error'
import { binsSchema } from './binned-result'
import { categoryHuesSchema, colorBySchema } from './category-hues'
import { holdsDigits, lostDigitsHint } from './exact-number'
import { fieldSchema, type CellValue } from './field'
import { numberSignSchema } from './number-sign'
import { parameterNameSchema, parameterSchema, parameterValuesSchema } from './parameter'
import { drawnPartSchema, type DrawnPart } from './points'
import { resultFilterSchema } from './result-filter'

/** The limits of an interactive run. Rows per chart and per grid, bytes of a result as encoded, and time. */
export const chartMaxRows = 10_000
/** Rows of a scatter plot, each a dot. */
export const scatterMaxRows = 20_000
export const gridMaxRows = 50_000
export const maxResultBytes = 32 * 1024 * 1024
export const interactiveTimeoutMs = 60_000
export const maxSqlLength = 200_000

/** The rows of a result that a drawing takes as they are. */
export function mostDrawnRows(drawn: DrawnPart | null): number {
  return drawn?.mark === 'scatter' ? scatterMaxRows : chartMaxRows
}

/** The embedded engine, in which each dataset of the workspace is a table. */
export const localConnectionId = 'local'

const cellSchema: z.ZodMiniType<CellValue> = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const sqlQuerySchema = z.object({
  kind: z.literal('sql'),
  connectionId: z.string().check(z.minLength(1), z.maxLength(40)),
  sql: z.string().check(z.maxLength(maxSqlLength)),
  /** Values by name for `$name` in the SQL; always bound, never pasted in. */
  params: z.optional(z.record(z.string().check(z.maxLength(64)), cellSchema)),
  /** The declarations of the `{{name}}` in the SQL; one that is not listed takes text, or a range of dates. */
  parameters: z.optional(z.array(parameterSchema).check(z.maxLength(50))),
  /** The text is not the query's: its reader may see results alone. Nobody writes such a query. */
  withheld: z.optional(z.literal(true)),
})
export type SqlQuery = z.infer<typeof sqlQuerySchema>

/** A query: SQL, or a question made in the builder. */
export const querySchema = z.discriminatedUnion('kind', [sqlQuerySchema, builderQuerySchema])
export type Query = z.infer<typeof querySchema>

/** True if there is nothing to run yet. */
export function isBlankQuery(query: Query): boolean {
  return query.kind === 'sql' ? query.sql.trim() === '' : query.question.source === null
}

/** True if a query, as it is sent or in a history, has another text in place of its own. */
export function isWithheld(query: JsonValue | undefined): boolean {
  return isJsonObject(query) && query.withheld === true
}

export const cacheModes = ['fresh', 'max-age', 'stale-while-revalidate', 'only-cache'] as const

/**
 * One thing to run: a saved chart's query, or a query given here.
 *
 * filters: a dashboard's filters. A question of the builder takes them before it groups and limits, by the columns of its
 * answer and of what it reads. Of SQL they narrow the result, so a LIMIT at its end comes first, and `filtersAfterLimit` says so;
 * what must come before it is a parameter. Ones that name no such column are reported in `ignoredFilters`. Who may see results alone
 * names columns that a dashboard with the chart filters by; others are `forbidden`.
 * parameters: values by name for the `{{name}}` of the query; their defaults when absent. choicesOf: runs the query that
 * offers the values of that parameter instead. valuesOf: instead the values of that column, the most frequent first, each with its
 * number of rows, for a filter to choose from; search: those alone that contain the text. rowsOf: instead the rows behind a mark of
 * a chart, which has these values in the answer: of a question those that it groups, of SQL those of its answer. Who may see results
 * alone is not told them (`forbidden`). profileOf: instead what that column holds among the rows that a question of the builder reads: its
 * figures and how its values are spread; for those who may ask the question. timeZone: IANA; the workspace's when absent. maxRows, maxPoints: lower than the limits only.
 * draw: what a chart makes of the result. Beyond the rows of a chart a line is then thinned out to `maxPoints`, four for each
 * column of pixels; of a histogram the rows are counted in bins, of a scatter plot in cells. colorBy: the answer says the hues
 * of that column's values. Of a saved chart both are known already.
 */
export const runItemSchema = z
  .strictObject({
    chartId: z.optional(idSchema),
    query: z.optional(querySchema.check(z.refine(holdsDigits, lostDigitsHint))),
    filters: z.optional(z.array(resultFilterSchema).check(z.maxLength(50))),
    parameters: z.optional(parameterValuesSchema),
    choicesOf: z.optional(parameterNameSchema),
    valuesOf: z.optional(
      z.strictObject({
        column: z.string().check(z.maxLength(255)),
        search: z.optional(z.string().check(z.maxLength(200))),
      }),
    ),
    rowsOf: z.optional(z.array(resultFilterSchema).check(z.maxLength(50))),
    profileOf: z.optional(questionColumnSchema),
    timeZone: z.optional(z.string().check(z.maxLength(64))),
    maxRows: z.optional(z.int().check(z.minimum(1), z.maximum(gridMaxRows))),
    maxPoints: z.optional(z.int().check(z.minimum(1), z.maximum(gridMaxRows))),
    draw: z.optional(drawnPartSchema),
    cache: z.optional(z.strictObject({ mode: z.enum(cacheModes), maxAgeMs: z.optional(z.int().check(z.minimum(0))) })),
    colorBy: z.optional(colorBySchema),
  })
  .check(
    z.refine((item) => (item.chartId === undefined) !== (item.query === undefined), 'exactly one of chartId and query'),
    z.refine(
      ({ choicesOf, valuesOf, rowsOf, profileOf }) =>
        (rowsOf === undefined && profileOf === undefined) ||
        [choicesOf, valuesOf, rowsOf, profileOf].filter((asked) => asked !== undefined).length === 1,
      'rows, values or a profile: one of them',
    ),
  )
export type RunItem = z.infer<typeof runItemSchema>

/** As many items as one request takes. */
export const maxItems = 64

export const runQueryRequestSchema = z.strictObject({
  /** Chosen by the caller; `DELETE /api/chart/run-query/{runId}` stops the run, or `?items=0,2` of it. Reusing one replaces that run. */
  runId: idSchema,
  items: z.array(runItemSchema).check(z.minLength(1), z.maxLength(maxItems)),
  /** Also lines that say which place in line an item has, each time it changes. */
  progress: z.optional(z.boolean()),
})
export type RunQueryRequest = z.infer<typeof runQueryRequestSchema>

/**
 * total: rows that there are, when that is known. columns: of pixels that a line was asked to be thinned out for.
 * seriesCount: named series that there are, when only the largest are here. bins: what the bins were made from, when the rows
 * are not the query's but bins of them.
 */
export const truncationSchema = z.object({
  reason: z.enum(['rows', 'bytes', 'points', 'bins']),
  total: z.optional(z.int()),
  columns: z.optional(z.int()),
  seriesCount: z.optional(z.int()),
  bins: z.optional(binsSchema),
})

/**
 * One item's answer. columns: one array per field, all `rowCount` long (see `field.ts` for how values travel).
 * truncated: null when everything is there; `total` when it is known. filtersAfterLimit: the query's own LIMIT came before the
 * filters, which had only those rows left to narrow. calculatedIn: the zone of days and hours, where the database does not know the
 * one that was asked for. signs: what a column's numbers are written with, where that is known. grains: the buckets of time of the columns
 * that a builder question groups by.
 * hues: those of the values that are told apart by colour. asOf: ISO time of the
 * execution.
 * timing: milliseconds per phase.
 */
export const runResultSchema = z.object({
  status: z.enum(['success', 'failed', 'cancelled', 'timed-out']),
  fields: z.array(fieldSchema),
  columns: z.array(z.array(cellSchema)),
  rowCount: z.int(),
  truncated: z.nullable(truncationSchema),
  asOf: z.string(),
  cache: z.object({ state: z.enum(['hit', 'miss', 'stale', 'shared']), ageMs: z.number(), key: z.string() }),
  appliedFilters: z.array(z.string()),
  ignoredFilters: z.array(z.string()),
  filtersAfterLimit: z.optional(z.literal(true)),
  calculatedIn: z.optional(z.string()),
  signs: z.optional(z.record(z.string(), numberSignSchema)),
  grains: z.optional(z.record(z.string(), z.enum(timeGrains))),
  hues: z.optional(categoryHuesSchema),
  timing: z.object({
    queueMs: z.number(),
    planMs: z.number(),
    executeMs: z.number(),
    fetchMs: z.number(),
    encodeMs: z.number(),
  }),
  sql: z.optional(z.string()),
  error: z.optional(errorBodySchema),
})
export type RunResult = z.infer<typeof runResultSchema>

/** A line of the NDJSON answer: the result and the index of its item in the request. */
export const runResultLineSchema = z.extend(runResultSchema, { item: z.int() })
export type RunResultLine = z.infer<typeof runResultLineSchema>

/** A line between the results, where `progress` was asked for: the item waits as the `place`th in line. */
export const queuedLineSchema = z.object({
  item: z.int(),
  status: z.literal('queued'),
  place: z.int().check(z.minimum(1)),
})
export type QueuedLine = z.infer<typeof queuedLineSchema>

/** The part of a result that charts and grids draw from. */
export type ResultData = Pick<RunResult, 'fields' | 'columns' | 'rowCount' | 'signs' | 'grains' | 'hues'>
