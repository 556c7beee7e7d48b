'use client'

import { Ellipsis, Filter, FilterX, MessageCircleQuestion, Rows3, type LucideIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import { narrowedQuestion, withConditions } from '@tidemark/shared/builder/narrowed-question'
import { measureLabel } from '@tidemark/shared/builder/part-labels'
import {
  ungrouped,
  type BuilderQuery,
  type Question,
  type QuestionColumn,
  type QuestionTest,
} from '@tidemark/shared/builder/question'
import { maxChartName } from '@tidemark/shared/charts/chart'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import {
  changeKind,
  changeQuestion,
  columnsToExplain,
  explainChange,
  sidesOf,
  withoutDays,
  type AskedChange,
  type ChangePart,
  type ExplainedChange,
  type MarkPeriods,
  type Sides,
} from '@tidemark/shared/charts/explain-change'
import { denominatorOf } from '@tidemark/shared/exploration/ratio-of-sums'
import type { FolderId } from '@tidemark/shared/folders/folder'
import type { CellValue } from '@tidemark/shared/query/field'
import type { NumberFormat } from '@tidemark/shared/query/number-format'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { valueText } from '@tidemark/shared/query/value-words'
import type { RunItem, RunResult } from '@tidemark/shared/query/run-query'
import { cutText } from '@tidemark/shared/base/plain-text'
import { usePageEnvironment } from '@/client/page/page-environment'
import { runItem } from '@/client/results/run-query-client'
import { useAsked } from '@/client/results/use-asked'
import { useView } from '@/client/workspace/use-view'
import { useStartQuestion } from '@/features/content/use-start-question'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { Select } from '@/ui/fields/select'
import { Dialog } from '@/ui/popups/dialog'
import { Menu, MenuItem } from '@/ui/popups/menu'
import { Skeleton } from '@/ui/skeleton'
import { changeWords, formatToExplain, partText, totalText, type ChangeWords } from './explain-words'
import { columnBehindName, columnsBehind } from './columns-behind'
import type { MarkFilter } from '../mark-menu-source'
import type { MarkValue } from '../mark-rows'
import MarkRowsDialog from '../mark-rows-dialog'
import { answerOrProblem, RunFailure, type RunProblem } from '../run-failure'
import { useWorkspaceTime } from '../use-workspace-time'

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
  /** How the question is drawn, for the ones that are begun from here. */
  readonly visual: ChartVisual
  readonly folderId: FolderId | null
  /** The commands that filter by a value of a column; null where nothing filters. */
  readonly filtersOf: ((value: MarkValue) => readonly MarkFilter[]) | null
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
  const written = useView(
    (view) => (measure ? formatToExplain(view, query, measure, format) : format),
    [query, measure, format],
  )
  const words = changeWords({ locale, format: written })
  const unit = periods.unit
  const found = state.kind === 'ready' ? state.columns : []
  const { waysOf, rows } = useValueWays(props, against, state.kind === 'ready' ? state.base : null)
  return (
    <>
      <Dialog
        open={open && rows === null}
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
            {(isWhole ? found : found.slice(0, shownColumns)).map(({ name, column, explained }) => (
              <li key={name}>
                <ColumnParts
                  name={name}
                  explained={explained}
                  words={words}
                  below={measure === undefined ? null : denominatorOf(measure)}
                  waysOf={(part) => waysOf(column, name, part)}
                />
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
      {rows}
    </>
  )
}

interface ColumnPartsProps {
  readonly name: string
  readonly explained: ExplainedChange
  readonly words: ChangeWords
  /** The divisor of a ratio, as it is written. */
  readonly below: string | null
  readonly waysOf: (part: ChangePart) => ValueWays
}

function ColumnParts({ name, explained: { parts, rest, kind }, words, below, waysOf }: ColumnPartsProps) {
  const shown = parts.slice(0, shownValues)
  const largest = Math.max(...shown.map(({ change }) => Math.abs(change)), Number.MIN_VALUE)
  const left = parts.slice(shownValues).reduce((sum, { change }) => sum + change, rest)
  const others = parts.length - shown.length
  return (
    <section aria-label={name}>
      <h3 className="pb-1 text-small font-semibold">{name}</h3>
      <ul className="flex flex-col gap-1">
        {shown.map((part) => (
          <li
            key={String(part.value)}
            className="grid grid-cols-[minmax(0,1fr)_96px_auto] items-center gap-3 max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-2"
          >
            <span className="min-w-0 break-words">{partText(part, words, below)}</span>
            <ChangeBar share={part.change / largest} />
            <ValueWays called={`${name}: ${valueText(part.value)}`} ways={waysOf(part)} />
          </li>
        ))}
        {kind !== 'apart' && others > 0 && (
          <li className="text-muted">
            {others === 1 ? 'One other value' : `${others} other values`}: {words.signed(left)} in all.
          </li>
        )}
        {kind === 'ratio' && others <= 0 && Math.abs(rest) > largest / 1000 && (
          <li className="text-muted">Of no value alone, since there is nothing to divide by: {words.signed(rest)}.</li>
        )}
      </ul>
    </section>
  )
}

interface ValueWaysProps {
  /** The value with its column, in words. */
  readonly called: string
  readonly ways: ValueWays
}

/** The buttons for the ways on from a value of a column. */
function ValueWays({ called, ways: { showRows, actions } }: ValueWaysProps) {
  return (
    <span className="flex">
      <IconButton icon={Rows3} size="sm" label={`Show the rows of ${called}`} onClick={showRows} />
      <Menu label={called} align="end" trigger={<IconButton icon={Ellipsis} size="sm" label={`Follow ${called}`} />}>
        {actions.map(({ label, icon, choose }) => (
          <MenuItem key={label} icon={icon} onSelect={choose}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </span>
  )
}

interface ValueWays {
  readonly showRows: () => void
  readonly actions: readonly ValueAction[]
}

interface ValueAction {
  readonly label: string
  readonly icon: LucideIcon
  readonly choose: () => void
}

/** Returns the ways on from a value of a column, and the dialog of its rows, of the earlier period where it is gone. base: the question for any days. */
function useValueWays(
  { query, periods, visual, folderId, filtersOf, timeZone, label, open, onOpenChange }: ExplainDialogProps,
  against: keyof MarkPeriods['earlier'],
  base: Question | null,
) {
  const start = useStartQuestion()
  const [shown, setShown] = useState<{ readonly item: RunItem; readonly label: string } | null>(null)
  const waysOf = (column: QuestionColumn, name: string, { value, now }: ChangePart): ValueWays => {
    if (base === null) return { showRows: () => undefined, actions: [] }
    const filters = (column.join === null ? filtersOf?.({ column: column.name, value }) : null) ?? []
    const narrowed = withConditions(base, [{ column, test: testOf(column, value) }])
    const { from, to } = now === null ? periods.earlier[against] : periods.now
    const inPeriod = withConditions(narrowed, [{ column: periods.time, test: { op: 'between', from, to } }])
    const called = `${name}: ${valueText(value)}`
    const leaving = (choose: () => void) => () => {
      onOpenChange(false)
      choose()
    }
    const ask = () => {
      const asked = { ...query, question: { ...query.question, filter: narrowed.filter } }
      start({ chart: { name: cutText(`${label} · ${called}`, maxChartName), query: asked, visual }, folderId })
    }
    return {
      showRows: () => {
        const item = { query: { ...query, question: ungrouped(inPeriod) } }
        setShown({ item: timeZone === undefined ? item : { ...item, timeZone }, label: called })
      },
      actions: [
        ...filters.map(({ label: of, isOn, choose }) => ({
          label: of,
          icon: isOn ? FilterX : Filter,
          choose: leaving(choose),
        })),
        { label: 'Open as a question', icon: MessageCircleQuestion, choose: leaving(ask) },
      ],
    }
  }
  const rows = shown !== null && open && (
    <MarkRowsDialog
      query={shown.item.query ?? query}
      item={shown.item}
      label={shown.label}
      filterNames={noNames}
      inForce=""
      name={label}
      open
      onOpenChange={(next) => !next && setShown(null)}
      isAllowed
    />
  )
  return { waysOf, rows: rows === false ? null : rows }
}

const noNames: readonly string[] = []

function testOf({ type }: QuestionColumn, value: CellValue): QuestionTest {
  if (value === null) return { op: 'is-empty' }
  if (type === 'boolean') return { op: String(value) === 'true' ? 'is-true' : 'is-false' }
  return { op: 'is', values: [String(value)] }
}

/** A bar to the right for more and to the left for less. share: -1 to 1. */
function ChangeBar({ share }: { readonly share: number }) {
  const width = `${Math.abs(share) * 50}%`
  return (
    <span aria-hidden className="relative h-3 rounded-row bg-sunken max-sm:hidden">
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
      readonly columns: readonly ExplainedColumn[]
      /** The question for the rows of the mark in any period. */
      readonly base: Question
    }

interface ExplainedColumn {
  readonly name: string
  readonly column: QuestionColumn
  readonly explained: ExplainedChange
}

/** Asks anew whenever it is opened or asks otherwise. */
function useExplanation(
  { query, periods, filters, timeZone }: Pick<ExplainDialogProps, 'query' | 'periods' | 'filters' | 'timeZone'>,
  asked: AskedChange | undefined,
  isWanted: boolean,
): { readonly state: ExplainState; readonly retry: () => void } {
  const { weekStart } = useWorkspaceTime()
  const key = useMemo(() => JSON.stringify([query, asked, filters]), [query, asked, filters])
  const explain = async (change: AskedChange, signal: AbortSignal): Promise<ExplainState> => {
    const run = (question: Question, maxRows: number) =>
      runItem({ query: { ...query, question }, maxRows, ...(timeZone === undefined ? {} : { timeZone }) }, signal).then(
        (outcome) => answerOrProblem(outcome, ownWords),
      )
    const behind = await columnsBehind(query, signal)
    if ('problem' in behind) return { kind: 'failed', ...behind }
    const isOnDays = ({ column }: ResultFilter) => column === periods.time.name
    const conditions = [...filters.filter((filter) => !isOnDays(filter)), ...periods.others]
    const { sourceColumns } = behind
    const { question: base, left } = narrowedQuestion(query.question, conditions, { sourceColumns, weekStart })
    if (left.length > 0)
      return {
        kind: 'failed',
        problem: {
          message: `A question has no condition like that on ${left.map((name) => `“${name}”`).join(', ')}.`,
        },
      }
    const offered = columnsToExplain(
      behind.columns.map(({ column }) => column),
      conditions,
    )
    const [total, ...answers] = await Promise.all([
      run(changeQuestion(base, change, null), 1),
      ...offered.map((column) => run(changeQuestion(base, change, column), mostValues)),
    ])
    if (total === undefined || 'problem' in total)
      return { kind: 'failed', ...(total ?? { problem: { message: ownWords.failed } }) }
    const kind = changeKind(change.measure)
    const whole = sidesOf(rowsOf(total.result)[0] ?? [], 0)
    const explained = answers.flatMap((answer, index): readonly ExplainedColumn[] => {
      const of = behind.columns.find(({ column }) => column === offered[index])
      if (of === undefined || 'problem' in answer) return []
      const { result } = answer
      if (result.truncated !== null || result.rowCount < 2) return []
      const values = rowsOf(result).map((row) => ({ value: row[0] ?? null, ...sidesOf(row, 1) }))
      const name = columnBehindName(of, behind.columns)
      return [{ name, column: of.column, explained: explainChange(kind, whole, values) }]
    })
    return {
      kind: 'ready',
      total: whole,
      base: withoutDays(base, periods.time),
      columns: explained
        .filter((one) => one.explained.parts.length > 0)
        .toSorted((a, b) => b.explained.merit - a.explained.merit),
    }
  }
  const { answer = { kind: 'pending' }, retry } = useAsked<ExplainState>(
    key,
    isWanted && asked !== undefined ? (signal) => explain(asked, signal) : null,
  )
  return { state: answer, retry }
}

const ownWords = { failed: 'The rows could not be compared.', stopped: 'The comparison was stopped.' }

function rowsOf({ columns, rowCount }: RunResult): readonly (readonly CellValue[])[] {
  return Array.from({ length: rowCount }, (_, row) => columns.map((cells) => cells[row] ?? null))
}
