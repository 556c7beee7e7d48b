import * as z from 'zod/mini'
import { isDay } from '../base/calendar-day'
import { idSchema } from '../base/ids'
import { narrowedLast, narrowedQuestion } from '../builder/narrowed-question'
import { builderQuerySchema, questionColumnSchema, questionSchema, type QuestionColumn } from '../builder/question'
import { columnPath } from '../builder/stages/column-path'
import { lastStage } from '../builder/stages/question-stages'
import { errorBodySchema } from '../errors/tidemark-error'
import type { CellValue } from '../query/field'
import type { AskItems, ItemAnswer, RunProblem, RunItem, RunResult } from '../query/run-query'
import { resultFilterSchema } from '../query/result-filter'
import { columnBehindName, columnsBehind } from './columns-behind'
import {
  changeKind,
  changeQuestion,
  columnsToExplain,
  explainChange,
  explainedChangeSchema,
  pairsToExplain,
  sidesOf,
  sidesSchema,
  tellsMore,
  type AskedChange,
} from './explain-change'
import { withoutDays } from './mark-periods'

const daySchema = z.string().check(z.refine(isDay, 'a day, as 2026-01-31'))
const periodSchema = z.object({ from: daySchema, to: daySchema })
const filtersSchema = z.array(resultFilterSchema).check(z.maxLength(50))

/**
 * Asks why a measure of a question differs between two periods. runId: see `runQueryRequestSchema`. query: up to the step that
 * measures. measure: its id. time: the column of the periods; group: its name in the answer, null where the question's own filter
 * holds the period. mark: the other values that the mark is of, by the columns of the answer. filters: of the dashboard.
 */
export const explainRequestSchema = z.strictObject({
  runId: idSchema,
  query: builderQuerySchema,
  measure: z.string().check(z.maxLength(64)),
  time: questionColumnSchema,
  group: z.optional(z.nullable(z.string().check(z.maxLength(255)))),
  before: periodSchema,
  now: periodSchema,
  mark: z.optional(filtersSchema),
  filters: z.optional(filtersSchema),
  timeZone: z.optional(z.string().check(z.maxLength(64))),
})
export type ExplainRequest = z.infer<typeof explainRequestSchema>

/** A column, or two together, with the parts that their values have in the change. */
const explainedColumnSchema = z.object({
  name: z.string(),
  columns: z.array(questionColumnSchema),
  explained: explainedChangeSchema,
})
export type ExplainedColumn = z.infer<typeof explainedColumnSchema>

/**
 * An explanation as far as it is known. columns: those that tell the most first. base: the question for the rows of the mark in any
 * period. isWhole: false while pairs of columns are still asked.
 */
const explanationSchema = z.object({
  status: z.literal('success'),
  isWhole: z.boolean(),
  total: sidesSchema,
  columns: z.array(explainedColumnSchema),
  base: questionSchema,
})
export type Explanation = z.infer<typeof explanationSchema>

/** A line of the NDJSON answer; the last one counts. */
export const explanationLineSchema = z.discriminatedUnion('status', [
  explanationSchema,
  z.object({ status: z.literal('failed'), error: z.partial(errorBodySchema, { code: true }) }),
])
export type ExplanationLine = z.infer<typeof explanationLineSchema>

/** A column of more values tells too little of each. */
const mostValues = 1000

/** Explains a change by the columns of its rows, then by pairs of those that tell the most too. ask: runs items with the rights of who asks. */
export async function* explanationSteps(
  { query, measure: measureId, time, group = null, before, now, mark = [], filters = [], timeZone }: ExplainRequest,
  weekStart: number,
  ask: AskItems,
): AsyncGenerator<ExplanationLine> {
  const measure = lastStage(query.question).measures.find(({ id }) => id === measureId)
  if (measure === undefined) return yield failed({ message: 'The question has no such measure.' })
  const change: AskedChange = { measure, time, before, now }
  const behind = await columnsBehind(query, ask)
  if ('problem' in behind) return yield failed(behind.problem)
  const context = { sourceColumns: behind.sourceColumns, weekStart }
  const ofDays = new Set([
    ...(group === null ? [] : [group]),
    ...columnPath(query.question, time).map(({ column }) => column.name),
  ])
  const others = filters.filter(({ column }) => !ofDays.has(column))
  const dashboard = narrowedQuestion(query.question, others, context)
  const marked = narrowedLast(dashboard.question, mark, context)
  const left = [...dashboard.left, ...marked.left]
  if (left.length > 0) {
    const names = left.map((name) => `“${name}”`).join(', ')
    return yield failed({ message: `A question has no condition like that on ${names}.` })
  }
  const base = marked.question
  const itemOf = (columns: readonly QuestionColumn[], maxRows: number): RunItem => ({
    query: { ...query, question: changeQuestion(base, change, columns) },
    maxRows,
    ...(timeZone === undefined ? {} : { timeZone }),
  })
  const offered = columnsToExplain(
    behind.columns.map(({ column }) => column),
    [...others, ...mark],
  )
  const [whole, ...answers] = await ask([itemOf([], 1), ...offered.map((column) => itemOf([column], mostValues))])
  if (whole === undefined || 'problem' in whole) return yield failed(whole?.problem ?? { message: notCompared })
  const kind = changeKind(measure)
  const total = sidesOf(rowsOf(whole.result)[0] ?? [], 0)
  const nameOf = (column: QuestionColumn) => {
    const of = behind.columns.find((one) => one.column === column)
    return of === undefined ? column.name : columnBehindName(of, behind.columns)
  }
  const explainedBy = (
    columns: readonly QuestionColumn[],
    answer: ItemAnswer | undefined,
  ): readonly ExplainedColumn[] => {
    if (answer === undefined || 'problem' in answer) return []
    const { result } = answer
    if (result.truncated !== null || result.rowCount < 2) return []
    const first = columns.length
    const values = rowsOf(result).map((row) => ({ values: row.slice(0, first), ...sidesOf(row, first) }))
    const explained = explainChange(kind, total, values)
    if (explained.parts.length === 0) return []
    return [{ name: columns.map(nameOf).join(' and '), columns: [...columns], explained }]
  }
  const single = ranked(offered.flatMap((column, index) => explainedBy([column], answers[index])))
  const pairs = pairsToExplain(kind, single)
  const found = { status: 'success', total, base: withoutDays(base, time) } as const
  yield { ...found, columns: single, isWhole: pairs.length === 0 }
  if (pairs.length === 0) return
  const pairColumns = pairs.map((pair) => pair.flatMap(({ columns }) => columns))
  const together = await ask(pairColumns.map((columns) => itemOf(columns, mostValues)))
  const telling = pairs.flatMap((pair, index) =>
    explainedBy(pairColumns[index] ?? [], together[index]).filter(({ explained }) =>
      tellsMore(
        explained,
        pair.map((one) => one.explained),
      ),
    ),
  )
  yield { ...found, columns: ranked([...single, ...telling]), isWhole: true }
}

const notCompared = 'The rows could not be compared.'

function failed(error: RunProblem): ExplanationLine {
  return { status: 'failed', error }
}

function ranked(columns: readonly ExplainedColumn[]): ExplainedColumn[] {
  return columns.toSorted((a, b) => b.explained.merit - a.explained.merit)
}

function rowsOf({ columns, rowCount }: RunResult): readonly (readonly CellValue[])[] {
  return Array.from({ length: rowCount }, (_, row) => columns.map((cells) => cells[row] ?? null))
}
