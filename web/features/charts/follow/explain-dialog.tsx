'use client'

import { Filter, FilterX, MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import { cutText } from '@tidemark/shared/base/plain-text'
import { withConditions } from '@tidemark/shared/builder/narrowed-question'
import { measureLabel, outputNames } from '@tidemark/shared/builder/part-labels'
import type { BuilderQuery, Question, QuestionColumn, QuestionTest } from '@tidemark/shared/builder/question'
import { lastStage, withLastStage } from '@tidemark/shared/builder/stages/question-stages'
import { maxChartName } from '@tidemark/shared/charts/chart'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import {
  changeKind,
  changeQuestion,
  type AskedChange,
  type ChangePart,
} from '@tidemark/shared/exploration/explain-change'
import type { ExplainedColumn } from '@tidemark/shared/exploration/explanation'
import { otherPeriods, type MarkPeriods } from '@tidemark/shared/exploration/mark-periods'
import { bucketWords } from '@tidemark/shared/exploration/mark-words'
import { denominatorOf } from '@tidemark/shared/exploration/ratio-of-sums'
import type { FolderId } from '@tidemark/shared/folders/folder'
import type { CellValue } from '@tidemark/shared/query/field'
import type { NumberFormat } from '@tidemark/shared/query/number-format'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { RunItem } from '@tidemark/shared/query/run-query'
import { valueText } from '@tidemark/shared/query/value-words'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useMayAsk } from '@/client/workspace/use-may-ask'
import { useView } from '@/client/workspace/use-view'
import { useStartQuestion } from '@/features/content/use-start-question'
import { Button } from '@/ui/buttons/button'
import { Select } from '@/ui/fields/select'
import { Dialog } from '@/ui/popups/dialog'
import { Skeleton } from '@/ui/skeleton'
import type { MarkFilter } from '../mark-menu-source'
import { filtersInForce, type MarkValue } from '../mark-rows'
import MarkRowsDialog from '../mark-rows-dialog'
import { RunFailure } from '../run-failure'
import { changeToShare, changeWords, formatToExplain, largestPart, numbersOf, totalText } from './explain-words'
import { ExplainedColumnParts, type ValueWays } from './explained-column'
import { useExplanation } from './use-explanation'

export interface ExplainDialogProps {
  /** The chart's query up to the step that measures, with its metrics as they are defined. */
  readonly query: BuilderQuery
  readonly periods: MarkPeriods
  /** The values of the answer in the column of the periods; none where it is not known. */
  readonly drawn: readonly CellValue[]
  /** The measure that the mark is a value of, by its id; null for the first. */
  readonly measure: string | null
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

/** The columns by which a change is explained, and of each the values, at first: with what is left of each about eight sentences. */
const [firstColumns, firstValues, mostShown] = [3, 2, 6] as const

/** Explains why a measure differs between a mark's period and another one: by the values of the columns of its rows. */
export default function ExplainDialog(props: ExplainDialogProps) {
  const { query, periods, drawn, format, label, open, onOpenChange, isAllowed } = props
  const { locale } = usePageEnvironment()
  const { measures } = lastStage(query.question)
  const [measureId, setMeasureId] = useState(props.measure ?? measures[0]?.id ?? '')
  const [against, setAgainst] = useState('period')
  const [isWhole, setWhole] = useState(false)
  const { unit, earlier } = periods
  const others = otherPeriods(periods, drawn)
  const before = against === 'year' ? earlier.year : (others.find(({ from }) => from === against) ?? earlier.period)
  const measure = measures.find(({ id }) => id === measureId) ?? measures[0]
  const change = measure && { measure, time: periods.time, now: periods.now, before }
  const { state, retry } = useExplanation(props, change, open)
  const written = useView(
    (view) => (measure ? formatToExplain(view, query, measure, format) : format),
    [query, measure, format],
  )
  const found = state.kind === 'ready' ? state.columns : []
  const numbers = state.kind === 'ready' ? numbersOf(state.total, found) : []
  const words = changeWords({ locale, format: written }, numbers)
  const largest = largestPart(found)
  const { waysOf, rows } = useValueWays(props, change, state.kind === 'ready' ? state.base : null)
  const nameOf = (from: string) => bucketWords(from, unit, locale)
  const hasMore = found.length > firstColumns || found.some(({ explained }) => explained.parts.length > firstValues)
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
              ? totalText(state.total, found, words)
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
                { value: 'period', label: `The ${unit} before: ${nameOf(earlier.period.from)}` },
                ...(unit === 'year' ? [] : [{ value: 'year', label: `A year before: ${nameOf(earlier.year.from)}` }]),
                ...others.map(({ from }) => ({ value: from, label: nameOf(from) })),
              ]}
              onChange={setAgainst}
              className="w-72"
            />
          </div>
          {state.kind === 'pending' && <Skeleton className="h-40" />}
          {state.kind === 'failed' && <RunFailure problem={state.problem} onRetry={retry} />}
          {state.kind === 'ready' && found.length === 0 && (
            <p className="text-muted">No column of texts, or of true and false, tells these rows apart.</p>
          )}
          {measure !== undefined && changeKind(measure) === 'apart' && found.length > 0 && (
            <p className="text-small text-muted">
              This measure does not add up over values: what each did by itself is shown.
            </p>
          )}
          <ol className="flex flex-col gap-4">
            {(isWhole ? found : found.slice(0, firstColumns)).map((column) => (
              <li key={column.name}>
                <ExplainedColumnParts
                  name={column.name}
                  explained={column.explained}
                  mostShown={isWhole ? mostShown : firstValues}
                  largest={largest}
                  whole={state.kind === 'ready' ? changeToShare(state.total, column.explained) : null}
                  words={words}
                  below={measure === undefined ? null : denominatorOf(measure)}
                  waysOf={(part) => waysOf(column, part)}
                />
              </li>
            ))}
          </ol>
          {hasMore && !isWhole && (
            <Button size="sm" variant="ghost" className="self-start" onClick={() => setWhole(true)}>
              More
            </Button>
          )}
        </div>
      </Dialog>
      {rows}
    </>
  )
}

interface ShownRows {
  readonly item: RunItem
  readonly label: string
  readonly inForce: string
}

/** Returns the ways on from a value of a column, and the dialog of its rows, of the earlier period where it is gone. base: the question for any days. */
function useValueWays(
  { query, visual, folderId, filtersOf, timeZone, label, open, onOpenChange }: ExplainDialogProps,
  change: AskedChange | undefined,
  base: Question | null,
) {
  const start = useStartQuestion()
  const mayAsk = useMayAsk()
  const [shown, setShown] = useState<ShownRows | null>(null)
  const waysOf = ({ columns, name }: ExplainedColumn, { values, now }: ChangePart): ValueWays => {
    if (base === null || change === undefined) return { showRows: () => undefined, actions: [] }
    const called = `${name}: ${values.map((value) => valueText(value)).join(' · ')}`
    const valueAt = (index: number) => values[index] ?? null
    const leaving = (choose: () => void) => () => {
      onOpenChange(false)
      choose()
    }
    const filters = columns.flatMap((column, index) =>
      column.join === null ? (filtersOf?.({ column: column.name, value: valueAt(index) }) ?? []) : [],
    )
    const showRows = () => {
      const question = changeQuestion(base, change, columns)
      const { groups, measures } = lastStage(question)
      const names = outputNames({ groups, measures })
      const side = names[columns.length + (now === null ? 0 : 1)] ?? ''
      const conditions = columns.map((_, index): ResultFilter => ({
        column: names[index] ?? '',
        op: '=',
        value: valueAt(index),
      }))
      const item: RunItem = { query: { ...query, question }, rowsOf: conditions, counted: [side] }
      const measured = [{ name: measureLabel(change.measure), measure: change.measure }]
      setShown({
        item: timeZone === undefined ? item : { ...item, timeZone },
        label: called,
        inForce: filtersInForce({ question: base }, measured),
      })
    }
    const ask = () => {
      const { groups, measures, sort, limit } = lastStage(query.question)
      const conditions = columns.map((column, index) => ({ column, test: testOf(column, valueAt(index)) }))
      const { filter } = withConditions(lastStage(base), conditions)
      const asked = { ...query, question: withLastStage(base, { groups, measures, sort, limit, filter }) }
      start({ chart: { name: cutText(`${label} · ${called}`, maxChartName), query: asked, visual }, folderId })
    }
    return {
      showRows,
      actions: [
        ...filters.map(({ label: of, isOn, choose }) => ({
          label: of,
          icon: isOn ? FilterX : Filter,
          choose: leaving(choose),
        })),
        ...(mayAsk ? [{ label: 'Open as a question', icon: MessageCircleQuestion, choose: leaving(ask) }] : []),
      ],
    }
  }
  const rows = shown !== null && open && (
    <MarkRowsDialog
      query={shown.item.query ?? query}
      {...shown}
      filterNames={noNames}
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
