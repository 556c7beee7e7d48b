'use client'

import { useMemo } from 'react'
import { narrowedLast, narrowedQuestion } from '@tidemark/shared/builder/narrowed-question'
import { columnPath } from '@tidemark/shared/builder/stages/column-path'
import type { BuilderQuery, Question, QuestionColumn } from '@tidemark/shared/builder/question'
import {
  changeKind,
  changeQuestion,
  columnsToExplain,
  explainChange,
  pairsToExplain,
  sidesOf,
  tellsMore,
  type AskedChange,
  type ExplainedChange,
  type Sides,
} from '@tidemark/shared/exploration/explain-change'
import { withoutDays, type MarkPeriods } from '@tidemark/shared/exploration/mark-periods'
import type { CellValue } from '@tidemark/shared/query/field'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { runItem } from '@/client/results/run-query-client'
import { useAsked } from '@/client/results/use-asked'
import { answerOrProblem, type RunProblem } from '../run-failure'
import { useWorkspaceTime } from '../use-workspace-time'
import { columnBehindName, columnsBehind } from './columns-behind'

export type ExplainState =
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed'; readonly problem: RunProblem }
  | {
      readonly kind: 'ready'
      readonly total: Sides
      /** Those that tell the most first. */
      readonly columns: readonly ExplainedColumn[]
      /** The question for the rows of the mark in any period. */
      readonly base: Question
    }

/** A column, or two together, with the parts that their values have in the change. */
export interface ExplainedColumn {
  readonly name: string
  readonly columns: readonly QuestionColumn[]
  readonly explained: ExplainedChange
}

interface AskedExplanation {
  readonly query: BuilderQuery
  readonly periods: MarkPeriods
  readonly filters: readonly ResultFilter[]
  readonly timeZone: string | undefined
}

/** A column of more values tells too little of each. */
const mostValues = 1000

/**
 * Explains a change by the columns of its rows, all in one request, then by pairs of those that tell the most, in another.
 * Asks anew whenever it is opened or asks otherwise.
 */
export function useExplanation(
  { query, periods, filters, timeZone }: AskedExplanation,
  asked: AskedChange | undefined,
  isWanted: boolean,
): { readonly state: ExplainState; readonly retry: () => void } {
  const { weekStart } = useWorkspaceTime()
  const key = useMemo(
    () => JSON.stringify([query, asked, filters, periods.others, timeZone]),
    [query, asked, filters, periods, timeZone],
  )
  const explain = async (
    change: AskedChange,
    signal: AbortSignal,
    show: (state: ExplainState) => void,
  ): Promise<ExplainState> => {
    const run = (question: Question, maxRows: number) =>
      runItem({ query: { ...query, question }, maxRows, ...(timeZone === undefined ? {} : { timeZone }) }, signal).then(
        (outcome) => answerOrProblem(outcome, ownWords),
      )
    const behind = await columnsBehind(query, signal)
    if ('problem' in behind) return { kind: 'failed', ...behind }
    const context = { sourceColumns: behind.sourceColumns, weekStart }
    const ofDays = new Set([
      ...(periods.group === null ? [] : [periods.group]),
      ...columnPath(query.question, periods.time).map(({ column }) => column.name),
    ])
    const others = filters.filter(({ column }) => !ofDays.has(column))
    const dashboard = narrowedQuestion(query.question, others, context)
    const marked = narrowedLast(dashboard.question, periods.others, context)
    const left = [...dashboard.left, ...marked.left]
    if (left.length > 0) {
      const names = left.map((name) => `“${name}”`).join(', ')
      return { kind: 'failed', problem: { message: `A question has no condition like that on ${names}.` } }
    }
    const base = marked.question
    const offered = columnsToExplain(
      behind.columns.map(({ column }) => column),
      [...others, ...periods.others],
    )
    const [total, ...answers] = await Promise.all([
      run(changeQuestion(base, change, []), 1),
      ...offered.map((column) => run(changeQuestion(base, change, [column]), mostValues)),
    ])
    if (total === undefined || 'problem' in total)
      return { kind: 'failed', ...(total ?? { problem: { message: ownWords.failed } }) }
    const kind = changeKind(change.measure)
    const whole = sidesOf(rowsOf(total.result)[0] ?? [], 0)
    const nameOf = (column: QuestionColumn) => {
      const of = behind.columns.find((one) => one.column === column)
      return of === undefined ? column.name : columnBehindName(of, behind.columns)
    }
    const explainedBy = (
      columns: readonly QuestionColumn[],
      answer: (typeof answers)[number] | undefined,
    ): readonly ExplainedColumn[] => {
      if (answer === undefined || 'problem' in answer) return []
      const { result } = answer
      if (result.truncated !== null || result.rowCount < 2) return []
      const first = columns.length
      const values = rowsOf(result).map((row) => ({ values: row.slice(0, first), ...sidesOf(row, first) }))
      const explained = explainChange(kind, whole, values)
      return explained.parts.length === 0 ? [] : [{ name: columns.map(nameOf).join(' and '), columns, explained }]
    }
    const single = ranked(offered.flatMap((column, index) => explainedBy([column], answers[index])))
    const ready = { kind: 'ready', total: whole, base: withoutDays(base, periods.time) } as const
    const pairs = pairsToExplain(kind, single)
    if (pairs.length === 0) return { ...ready, columns: single }
    show({ ...ready, columns: single })
    const together = await Promise.all(
      pairs.map(async (pair) => {
        const columns = pair.flatMap((one) => one.columns)
        const found = explainedBy(columns, await run(changeQuestion(base, change, columns), mostValues))
        const own = pair.map(({ explained }) => explained)
        return found.filter(({ explained }) => tellsMore(explained, own))
      }),
    )
    return { ...ready, columns: ranked([...single, ...together.flat()]) }
  }
  const { answer = { kind: 'pending' }, retry } = useAsked<ExplainState>(
    key,
    isWanted && asked !== undefined ? (signal, show) => explain(asked, signal, show) : null,
  )
  return { state: answer, retry }
}

const ownWords = { failed: 'The rows could not be compared.', stopped: 'The comparison was stopped.' }

function ranked(columns: readonly ExplainedColumn[]): readonly ExplainedColumn[] {
  return columns.toSorted((a, b) => b.explained.merit - a.explained.merit)
}

function rowsOf({ columns, rowCount }: RunResult): readonly (readonly CellValue[])[] {
  return Array.from({ length: rowCount }, (_, row) => columns.map((cells) => cells[row] ?? null))
}
