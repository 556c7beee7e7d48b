'use client'

import { useEffect, useMemo, useState } from 'react'
import { narrowedQuestion } from '@tidemark/shared/builder/narrowed-question'
import { measureLabel } from '@tidemark/shared/builder/part-labels'
import { emptyQuestion, type BuilderQuery, type Question, type QuestionColumn } from '@tidemark/shared/builder/question'
import {
  changeKind,
  changeQuestion,
  columnsToExplain,
  explainChange,
  sidesOf,
  type AskedChange,
  type ChangePart,
  type ExplainedChange,
  type MarkPeriods,
  type Sides,
} from '@tidemark/shared/charts/explain-change'
import { fullFormatter } from '@tidemark/shared/charts/plot/numbers/format-number'
import type { CellValue } from '@tidemark/shared/query/field'
import type { NumberFormat } from '@tidemark/shared/query/number-format'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { valueText } from '@tidemark/shared/query/value-words'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { usePageEnvironment } from '@/client/page/page-environment'
import { runItem } from '@/client/results/run-query-client'
import { Button } from '@/ui/buttons/button'
import { Select } from '@/ui/fields/select'
import { Dialog } from '@/ui/popups/dialog'
import { Skeleton } from '@/ui/skeleton'
import { answerOrProblem, RunFailure, type RunProblem } from './run-failure'
import { useWorkspaceTime } from './use-workspace-time'

export interface ExplainDialogProps {
  /** The chart's query, with its metrics as they are defined. */
  readonly query: BuilderQuery
  readonly periods: MarkPeriods
  /** The conditions of the dashboard. */
  readonly filters: readonly ResultFilter[]
  readonly timeZone: string | undefined
  readonly format: NumberFormat
  /** The mark in words. */
  readonly label: string
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly isAllowed: boolean
}

/** The columns by which a change is explained, and of each the values, shown at first. */
const [shownColumns, shownValues] = [4, 4] as const
/** A column of more values tells too little of each. */
const mostValues = 1000

/** Explains why a measure differs between a mark's period and an earlier one: by the values of the columns of its rows. */
export default function ExplainDialog(props: ExplainDialogProps) {
  const { query, periods, format, label, open, onOpenChange, isAllowed } = props
  const { locale } = usePageEnvironment()
  const { measures } = query.question
  const [measureId, setMeasureId] = useState(measures[0]?.id ?? '')
  const [against, setAgainst] = useState<keyof MarkPeriods['earlier']>('period')
  const [isWhole, setWhole] = useState(false)
  const measure = measures.find(({ id }) => id === measureId) ?? measures[0]
  const { state, retry } = useExplanation(
    props,
    measure && { ...periods, measure, before: periods.earlier[against] },
    open,
  )
  const write = fullFormatter({ locale, format })
  const words: ChangeWords = { write, signed: (value) => `${value > 0 ? '+' : ''}${write(value)}` }
  const unit = periods.unit
  const found = state.kind === 'ready' ? state.columns : []
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      isAllowed={isAllowed}
      title={`Why did ${label} change?`}
      description={
        <span role="status">
          {state.kind === 'ready'
            ? totalText(state.total, words)
            : state.kind === 'pending'
              ? 'Comparing the rows…'
              : ''}
        </span>
      }
      width={640}
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-3">
          {measures.length > 1 && (
            <Select
              label="Measure"
              value={measureId}
              options={measures.map((one) => ({ value: one.id, label: measureLabel({ ...one, show: 'value' }) }))}
              onChange={setMeasureId}
              className="w-56"
            />
          )}
          <Select
            label="Compared with"
            value={against}
            options={[
              { value: 'period' as const, label: `The ${unit} before (${periods.earlier.period.from})` },
              ...(unit === 'year'
                ? []
                : [{ value: 'year' as const, label: `A year before (${periods.earlier.year.from})` }]),
            ]}
            onChange={setAgainst}
            className="w-64"
          />
        </div>
        {state.kind === 'pending' && <Skeleton className="h-40" />}
        {state.kind === 'failed' && <RunFailure problem={state.problem} onRetry={retry} />}
        {state.kind === 'ready' && found.length === 0 && (
          <p className="text-muted">No column of texts, or of true and false, tells these rows apart.</p>
        )}
        {state.kind === 'ready' && measure !== undefined && changeKind(measure) === 'apart' && found.length > 0 && (
          <p className="text-small text-muted">
            This measure does not add up over values: what each did by itself is shown.
          </p>
        )}
        <ol className="flex flex-col gap-4">
          {(isWhole ? found : found.slice(0, shownColumns)).map(({ name, explained }) => (
            <li key={name}>
              <ColumnParts name={name} explained={explained} words={words} />
            </li>
          ))}
        </ol>
        {found.length > shownColumns && !isWhole && (
          <Button size="sm" variant="ghost" className="self-start" onClick={() => setWhole(true)}>
            {found.length - shownColumns === 1 ? '1 more column' : `${found.length - shownColumns} more columns`}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

interface ChangeWords {
  readonly write: (value: number) => string
  readonly signed: (value: number) => string
}

function totalText({ before, now }: Sides, { write, signed }: ChangeWords): string {
  const side = (value: number | null) => (value === null ? 'nothing' : write(value))
  if (before === null || now === null) return `From ${side(before)} to ${side(now)}.`
  const share = before === 0 ? '' : ` (${signed(Math.round((1000 * (now - before)) / Math.abs(before)) / 10)} %)`
  return `From ${write(before)} to ${write(now)}: ${signed(now - before)}${share}.`
}

interface ColumnPartsProps {
  readonly name: string
  readonly explained: ExplainedChange
  readonly words: ChangeWords
}

function ColumnParts({ name, explained: { parts, rest, kind }, words }: ColumnPartsProps) {
  const shown = parts.slice(0, shownValues)
  const largest = Math.max(...shown.map(({ change }) => Math.abs(change)), Number.MIN_VALUE)
  const left = parts.slice(shownValues).reduce((sum, { change }) => sum + change, rest)
  const others = parts.length - shown.length
  return (
    <section aria-label={name}>
      <h3 className="pb-1 text-small font-semibold">{name}</h3>
      <ul className="flex flex-col gap-1">
        {shown.map((part) => (
          <li key={String(part.value)} className="grid grid-cols-[minmax(0,1fr)_96px] items-center gap-3">
            <span className="min-w-0 break-words">{partText(part, words)}</span>
            <ChangeBar share={part.change / largest} />
          </li>
        ))}
        {kind !== 'apart' && others > 0 && (
          <li className="text-muted">
            {others === 1 ? 'One other value' : `${others} other values`}: {words.signed(left)} in all.
          </li>
        )}
      </ul>
    </section>
  )
}

/** Says in a sentence what a value has to do with the change. */
function partText({ value, before, now, change, rate, mix }: ChangePart, { write, signed }: ChangeWords): string {
  const called = valueText(value)
  if (rate !== undefined && mix !== undefined)
    return `${called} adds ${signed(change)}: ${signed(rate)} by its own average, ${signed(mix)} by its share of the rows.`
  if (before === null) return `${called} is new: ${signed(change)}.`
  if (now === null) return `${called} is gone: ${signed(change)}.`
  return `${called} went from ${write(before)} to ${write(now)}: ${signed(change)}.`
}

/** A bar to the right for more and to the left for less. share: -1 to 1. */
function ChangeBar({ share }: { readonly share: number }) {
  const width = `${Math.abs(share) * 50}%`
  return (
    <span aria-hidden className="relative h-3 rounded-row bg-sunken">
      <span className={`absolute inset-y-0 bg-accent ${share < 0 ? 'right-1/2' : 'left-1/2'}`} style={{ width }} />
      <span className="absolute inset-y-0 left-1/2 w-px bg-line-strong" />
    </span>
  )
}

type ExplainState =
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed'; readonly problem: RunProblem }
  | {
      readonly kind: 'ready'
      readonly total: Sides
      /** Those that tell the most first. */
      readonly columns: readonly { readonly name: string; readonly explained: ExplainedChange }[]
    }

/** Asks anew whenever it is opened or asks otherwise. */
function useExplanation(
  { query, periods, filters, timeZone }: Pick<ExplainDialogProps, 'query' | 'periods' | 'filters' | 'timeZone'>,
  asked: AskedChange | undefined,
  isWanted: boolean,
): { readonly state: ExplainState; readonly retry: () => void } {
  const { weekStart } = useWorkspaceTime()
  const [attempt, setAttempt] = useState(0)
  const [found, setFound] = useState<{ readonly key: string; readonly state: ExplainState }>()
  const key = useMemo(() => JSON.stringify([query, asked, filters, attempt]), [query, asked, filters, attempt])
  useEffect(() => {
    if (!isWanted || asked === undefined) return
    const controller = new AbortController()
    const run = (question: Question, maxRows: number) =>
      runItem(
        { query: { ...query, question }, maxRows, ...(timeZone === undefined ? {} : { timeZone }) },
        controller.signal,
      ).then((outcome) => answerOrProblem(outcome, ownWords))
    const explain = async (): Promise<ExplainState> => {
      const { source, joins } = query.question
      const rows = await run({ ...emptyQuestion, source, limit: 1 }, 1)
      if ('problem' in rows) return { kind: 'failed', ...rows }
      const columns = rows.result.fields.map(({ name, type, databaseType }): QuestionColumn => ({
        join: null,
        name,
        type,
        databaseType,
      }))
      const isOnDays = ({ column }: ResultFilter) => column === periods.time.name
      const conditions = [...filters.filter((filter) => !isOnDays(filter)), ...periods.others]
      const { question, left } = narrowedQuestion(query.question, conditions, { sourceColumns: columns, weekStart })
      if (left.length > 0)
        return {
          kind: 'failed',
          problem: {
            message: `A question has no condition like that on ${left.map((name) => `“${name}”`).join(', ')}.`,
          },
        }
      const base: Question = { ...question, joins }
      const offered = columnsToExplain(columns, conditions)
      const [total, ...answers] = await Promise.all([
        run(changeQuestion(base, asked, null), 1),
        ...offered.map((column) => run(changeQuestion(base, asked, column), mostValues)),
      ])
      if (total === undefined || 'problem' in total)
        return { kind: 'failed', ...(total ?? { problem: { message: ownWords.failed } }) }
      const kind = changeKind(asked.measure)
      const whole = sidesOf(rowsOf(total.result)[0] ?? [], 0)
      const explained = answers.flatMap((answer, index) => {
        const name = offered[index]?.name
        if (name === undefined || 'problem' in answer) return []
        const { result } = answer
        if (result.truncated !== null || result.rowCount < 2) return []
        const values = rowsOf(result).map((row) => ({ value: row[0] ?? null, ...sidesOf(row, 1) }))
        return [{ name, explained: explainChange(kind, whole, values) }]
      })
      return {
        kind: 'ready',
        total: whole,
        columns: explained
          .filter((one) => one.explained.parts.length > 0)
          .toSorted((a, b) => b.explained.merit - a.explained.merit),
      }
    }
    void explain().then((state) => {
      if (!controller.signal.aborted) setFound({ key, state })
    })
    return () => controller.abort()
    // The key says all that is asked.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, isWanted])
  return {
    state: found?.key === key ? found.state : { kind: 'pending' },
    retry: () => setAttempt((count) => count + 1),
  }
}

const ownWords = { failed: 'The rows could not be compared.', stopped: 'The comparison was stopped.' }

function rowsOf({ columns, rowCount }: RunResult): readonly (readonly CellValue[])[] {
  return Array.from({ length: rowCount }, (_, row) => columns.map((cells) => cells[row] ?? null))
}
