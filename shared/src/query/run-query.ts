import * as z from 'zod/mini'
import { idSchema } from '../base/ids'
import { isJsonObject, type JsonValue } from '../base/json'
import { builderQuerySchema, questionColumnSchema, timeGrains } from '../builder/question'
import { errorBodySchema, type ErrorBody } from '../errors/tidemark-error'
import { binsSchema } from './binned-result'
import { categoryHuesSchema, colorBySchema } from './category-hues'
import { comparedSchema, compareSchema } from '../builder/comparison'
import { holdsDigits, lostDigitsHint } from './exact-number'
import { cellSchema, columnLabel, fieldSchema } from './field'
import type { ShownColumn, ShownColumns } from './number-format'
import { numberSignSchema } from './number-sign'
import { parameterNameSchema, parameterSchema, parameterValuesSchema } from './parameter'
import { pivotTotalsSchema } from './points'
import { drawnPartSchema, type DrawnPart } from './points'
import { resultFilterSchema } from './result-filter'
import { sqlLimits } from './sql-limits'

/** The limits of an interactive run: rows per chart and per grid, bytes of an encoded result, and time. */
export const chartMaxRows = 10_000
/** The rows of a scatter plot, each drawn as a dot. */
export const scatterMaxRows = 20_000
export const gridMaxRows = 50_000
export const maxResultBytes = 32 * 1024 * 1024
export const interactiveTimeoutMs = 60_000
export const maxSqlLength = sqlLimits.characters

/** Returns the most rows of a result that a drawing uses unreduced. */
export function mostDrawnRows(drawn: DrawnPart | null): number {
  if (drawn?.mark === 'pivot') return gridMaxRows
  return drawn?.mark === 'scatter' ? scatterMaxRows : chartMaxRows
}

/** The embedded engine, in which each dataset of the workspace is a table. */
export const localConnectionId = 'local'

export const sqlQuerySchema = z.object({
  kind: z.literal('sql'),
  connectionId: z.string().check(z.minLength(1), z.maxLength(40)),
  sql: z.string().check(z.maxLength(maxSqlLength)),
  /** Values by name for `$name` in the SQL; always bound, never pasted into it. */
  params: z.optional(z.record(z.string().check(z.maxLength(64)), cellSchema)),
  /** Declares the `{{name}}` in the SQL; an undeclared one takes text, or a range of dates. */
  parameters: z.optional(z.array(parameterSchema).check(z.maxLength(50))),
  /** True if the text is a placeholder because its reader may see only results. Such a query is never stored. */
  withheld: z.optional(z.literal(true)),
})
export type SqlQuery = z.infer<typeof sqlQuerySchema>

/** A query: SQL, or a question made in the builder. */
export const querySchema = z.discriminatedUnion('kind', [sqlQuerySchema, builderQuerySchema])
export type Query = z.infer<typeof querySchema>

/** Returns true if there is nothing to run yet. */
export function isBlankQuery(query: Query): boolean {
  return query.kind === 'sql' ? query.sql.trim() === '' : query.question.source === null
}

/** Returns true if a query, as sent or in a history, has a placeholder as its text. */
export function isWithheld(query: JsonValue | undefined): boolean {
  return isJsonObject(query) && query.withheld === true
}

export const cacheModes = ['fresh', 'max-age', 'stale-while-revalidate', 'only-cache'] as const

/**
 * One thing to run: a saved chart's query, or a query given here.
 *
 * filters: a dashboard's filters. A builder question applies them before it groups and limits, to the columns of its
 * answer and of its source. For SQL they narrow the result: a LIMIT at its end is applied first, which
 * `filtersAfterLimit` reports; a filter that must come before it is a parameter. Filters on missing columns, and of
 * a file's truths and numbers by what is none, are reported in `ignoredFilters`. Readers who may see only results may name only columns that a dashboard with the chart
 * filters by, or that marks of other charts on it stand for; others are `forbidden`.
 * parameters: values by name for the `{{name}}` of the query; by default their defaults. choicesOf: runs instead the
 * query that offers the values of that parameter. valuesOf: returns instead the values of that column, the most
 * frequent first, each with its number of rows, for a filter to choose from. search: only those that contain the text.
 * rowsOf: returns instead the rows behind a mark of a chart, given by its values in the answer: for a question the rows
 * that it groups and one of its measures counts (counted: only these, by their names in the answer), for SQL those of its
 * answer. `forbidden` for readers who may see only results. profileOf: returns
 * instead the statistics and distribution of that column among the rows that a builder question reads, for those who
 * may ask the question.
 * timeZone: IANA; by default the workspace's. maxRows, maxPoints: can only lower the limits. draw: how a chart draws
 * the result. A line with more rows than a chart's limit is thinned to `maxPoints`, four for each column of pixels; a
 * histogram's rows are counted in bins, a scatter plot's in cells, and a box plot's quartiles are computed; a
 * question's answer for a pivot has its totals as well. colorBy: adds the hues of that column's values to the answer.
 * For a saved chart both are known already.
 * compare: reads the rows of earlier too, in the same statement; of a saved chart only as its drawing says.
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
    counted: z.optional(z.array(z.string().check(z.maxLength(255))).check(z.minLength(1), z.maxLength(32))),
    profileOf: z.optional(questionColumnSchema),
    timeZone: z.optional(z.string().check(z.maxLength(64))),
    maxRows: z.optional(z.int().check(z.minimum(1), z.maximum(gridMaxRows))),
    maxPoints: z.optional(z.int().check(z.minimum(1), z.maximum(gridMaxRows))),
    draw: z.optional(drawnPartSchema),
    cache: z.optional(z.strictObject({ mode: z.enum(cacheModes), maxAgeMs: z.optional(z.int().check(z.minimum(0))) })),
    colorBy: z.optional(colorBySchema),
    compare: z.optional(compareSchema),
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

/** The most items in one request. */
export const maxItems = 64

export const runQueryRequestSchema = z.strictObject({
  /**
   * Chosen by the caller. `DELETE /api/chart/run-query/{runId}` stops the run, or with `?items=0,2` those items.
   * Reusing an id replaces that run.
   */
  runId: idSchema,
  items: z.array(runItemSchema).check(z.minLength(1), z.maxLength(maxItems)),
  /** Adds a line with an item's place in the queue whenever that changes. */
  progress: z.optional(z.boolean()),
})
export type RunQueryRequest = z.infer<typeof runQueryRequestSchema>

/**
 * total: the number of rows without truncation, if known. columns: the columns of pixels for which a line was thinned.
 * seriesCount: the number of named series, if only the largest are included. bins: describes the bins, if the rows are
 * bins.
 */
export const truncationSchema = z.object({
  reason: z.enum(['rows', 'bytes', 'points', 'bins']),
  total: z.optional(z.int()),
  columns: z.optional(z.int()),
  seriesCount: z.optional(z.int()),
  bins: z.optional(binsSchema),
})

/**
 * The columns from which those of a SQL answer come, by name, if that is certain. table: the id in the keys of what
 * people say about columns. isCalculated: sums, averages and so on of them.
 */
const answerOriginsSchema = z.record(
  z.string(),
  z.object({ table: idSchema, column: z.string(), isCalculated: z.boolean() }),
)
export type AnswerOrigins = Readonly<z.infer<typeof answerOriginsSchema>>

/**
 * One item's answer. columns: one array per field, each `rowCount` long (see `field.ts` for the JSON form of values).
 * truncated: null if everything is included. filtersAfterLimit: the query's own LIMIT was applied before the filters,
 * which could only narrow those rows.
 * calculatedIn: the zone of days and hours, if the database does not know the requested one. signs: the signs of
 * columns' numbers, if known. grains: the time buckets of the columns by which a builder question groups. hues: of the
 * values that get colours. totals: of a pivot, among the rows. compared: see
 * `comparedSchema`. asOf: ISO time of the execution. timing: milliseconds per phase.
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
  origins: z.optional(answerOriginsSchema),
  grains: z.optional(z.record(z.string(), z.enum(timeGrains))),
  hues: z.optional(categoryHuesSchema),
  totals: z.optional(pivotTotalsSchema),
  compared: z.optional(comparedSchema),
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

/** The words for a run that gave no answer. */
export type RunProblem = Pick<ErrorBody, 'message' | 'detail' | 'hint'>

/** The answer to an item, or why there is none. */
export type ItemAnswer = { readonly result: RunResult } | { readonly problem: RunProblem }

/** Asks several items at once and returns their answers in the same order. */
export type AskItems = (items: readonly RunItem[]) => Promise<readonly ItemAnswer[]>

/** Returns a result that succeeded, or why it has not. failed: the words where the result has none. */
export function answerOf(result: RunResult, failed: string): ItemAnswer {
  return result.status === 'success' ? { result } : { problem: result.error ?? { message: failed } }
}

/** A line of the NDJSON answer: the result and the index of its item in the request. */
export const runResultLineSchema = z.extend(runResultSchema, { item: z.int() })
export type RunResultLine = z.infer<typeof runResultLineSchema>

/** A line between the results if `progress` was requested: the item waits at this `place` in the queue, from 1. */
export const queuedLineSchema = z.object({
  item: z.int(),
  status: z.literal('queued'),
  place: z.int().check(z.minimum(1)),
})
export type QueuedLine = z.infer<typeof queuedLineSchema>

/** The part of a result that charts and grids draw. */
export type ResultData = Pick<
  RunResult,
  'fields' | 'columns' | 'rowCount' | 'signs' | 'origins' | 'grains' | 'hues' | 'totals' | 'compared'
> & {
  /** How people want its columns shown; absent for as they come. */
  readonly shown?: ShownColumns | undefined
  /** True if a database can total it but has not, so that nobody else may: averages cannot be added up. */
  readonly lacksTotals?: boolean | undefined
}

/** Returns how people want a column of an answer shown. */
export function shownOf({ shown }: Pick<ResultData, 'shown'>, name: string): ShownColumn {
  return shown !== undefined && Object.hasOwn(shown, name) ? (shown[name] ?? {}) : {}
}

/** Returns the name of an answer's column as people read it. */
export function shownLabel(data: Pick<ResultData, 'shown'>, name: string): string {
  return shownOf(data, name).label ?? columnLabel(name)
}
