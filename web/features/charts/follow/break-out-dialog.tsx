'use client'

import { Search } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { foldText } from '@tidemark/shared/base/fold-text'
import { narrowedQuestion } from '@tidemark/shared/builder/narrowed-question'
import type { BuilderQuery, Question, QuestionColumn } from '@tidemark/shared/builder/question'
import {
  columnBehindName,
  columnsBehind,
  readingWords,
  type ColumnBehind,
} from '@tidemark/shared/exploration/columns-behind'
import { columnsToExplain } from '@tidemark/shared/exploration/explain-change'
import { fullFormatter } from '@tidemark/shared/charts/plot/numbers/format-number'
import { measuredMark, questionOfMark } from '@tidemark/shared/exploration/question-of-mark'
import { breakOutRanking, type BreakOutMerit } from '@tidemark/shared/exploration/rank-break-outs'
import { isGroupable } from '@tidemark/shared/query/field'
import type { RunProblem } from '@tidemark/shared/query/run-query'
import type { NumberFormat } from '@tidemark/shared/query/number-format'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { valueText } from '@tidemark/shared/query/value-words'
import { usePageEnvironment } from '@/client/page/page-environment'
import { runItem } from '@/client/results/run-query-client'
import { useAsked } from '@/client/results/use-asked'
import { fieldTypeIcon } from '@/features/result-grid/field-icon'
import { TextField } from '@/ui/fields/text-field'
import { Dialog } from '@/ui/popups/dialog'
import { Skeleton } from '@/ui/skeleton'
import { answerOrProblem, askTogether, RunFailure } from '../run-failure'
import { useWorkspaceTime } from '../use-workspace-time'
import { useNextLevels } from './use-next-levels'

export interface BreakOutDialogProps {
  /** The question with its metrics as they are defined. */
  readonly query: BuilderQuery
  readonly mark: readonly ResultFilter[]
  /** The conditions of the dashboard. */
  readonly filters: readonly ResultFilter[]
  readonly timeZone: string | undefined
  readonly format: NumberFormat
  /** The mark in words. */
  readonly label: string
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onColumn: (column: QuestionColumn) => void
}

/** The columns that are suggested. */
const mostSuggested = 5
/** A column of more values tells too little of each. */
const mostValues = 200

/** Offers the columns that the rows of a mark can be grouped by, first those that tell most of its value. */
export default function BreakOutDialog(props: BreakOutDialogProps) {
  const { format, label, open, onOpenChange, onColumn } = props
  const { locale } = usePageEnvironment()
  const { state, retry } = useColumns(props)
  const levels = useNextLevels(props.query, props.mark)
  const [search, setSearch] = useState('')
  const write = fullFormatter({ locale, format })
  const columns = state.kind === 'ready' ? state.columns : []
  const nameOf = (behind: ColumnBehind) => columnBehindName(behind, columns)
  const wanted = foldText(search.trim())
  const found = columns.filter((behind) => foldText(nameOf(behind)).includes(wanted))
  const suggested = wanted === '' && state.kind === 'ready' ? (state.ranked ?? []).slice(0, mostSuggested) : []
  const choose = (column: QuestionColumn) => {
    onOpenChange(false)
    onColumn(column)
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} isAllowed title="Break out by…" description={label} width={480}>
      <div className="flex flex-col gap-3">
        {state.kind === 'pending' && <Skeleton className="h-40" />}
        {state.kind === 'failed' && <RunFailure problem={state.problem} onRetry={retry} />}
        {state.kind === 'ready' && (
          <>
            <TextField
              label="Search the columns"
              hideLabel
              placeholder="Search the columns"
              icon={Search}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
            {wanted === '' && levels.length > 0 && (
              <ColumnList title="Next level">
                {levels.map((level) => (
                  <ColumnItem
                    key={columnKey(level)}
                    behind={{ column: level.column, table: '' }}
                    name={level.column.name}
                    about={level.hierarchy}
                    onChoose={choose}
                  />
                ))}
              </ColumnList>
            )}
            {wanted === '' && (
              <ColumnList title="Tell the most">
                {state.ranked === null ? (
                  <li>
                    <Skeleton className="h-20" />
                  </li>
                ) : suggested.length === 0 ? (
                  <li className="px-2 py-1.5 text-small text-muted">No column of few values tells these rows apart.</li>
                ) : (
                  suggested.map(({ behind, merit }) => (
                    <ColumnItem
                      key={columnKey(behind)}
                      behind={behind}
                      name={nameOf(behind)}
                      about={meritText(merit, write)}
                      onChoose={choose}
                    />
                  ))
                )}
              </ColumnList>
            )}
            <ColumnList title={wanted === '' ? 'All columns' : 'Columns found'}>
              {found.length === 0 ? (
                <li className="px-2 py-1.5 text-small text-muted">No column is called like that.</li>
              ) : (
                found.map((behind) => (
                  <ColumnItem key={columnKey(behind)} behind={behind} name={nameOf(behind)} onChoose={choose} />
                ))
              )}
            </ColumnList>
          </>
        )}
      </div>
    </Dialog>
  )
}

function columnKey({ column: { join, name } }: Pick<ColumnBehind, 'column'>): string {
  return `${join ?? ''} ${name}`
}

function ColumnList({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="pb-1 text-small font-semibold text-muted">{title}</h3>
      <ul className="-mx-2 flex flex-col">{children}</ul>
    </section>
  )
}

interface ColumnItemProps {
  readonly behind: ColumnBehind
  readonly name: string
  readonly about?: string
  readonly onChoose: (column: QuestionColumn) => void
}

function ColumnItem({ behind: { column }, name, about, onChoose }: ColumnItemProps) {
  const Icon = fieldTypeIcon(column.type)
  return (
    <li>
      <button
        type="button"
        className="flex min-h-8 w-full items-center gap-2 rounded-row px-2 py-1 text-left hover:bg-hover touch:min-h-11"
        onClick={() => onChoose(column)}
      >
        <Icon aria-hidden className="shrink-0 text-muted" />
        <span className="min-w-0 flex-1 break-words">
          {name}
          {about !== undefined && <span className="block text-small text-muted">{about}</span>}
        </span>
      </button>
    </li>
  )
}

function meritText(merit: BreakOutMerit, write: (value: number) => string): string {
  if (merit.kind === 'change')
    return `Most is ${valueText(merit.value)}: ${merit.change > 0 ? '+' : ''}${write(merit.change)}`
  const value = valueText(merit.largest.value)
  if (merit.share !== null) return `Most is ${value}: ${Math.round(merit.share * 100)}%`
  return `Highest for ${value}: ${write(merit.largest.amount ?? 0)}`
}

interface RankedColumn {
  readonly behind: ColumnBehind
  readonly merit: BreakOutMerit
}

type ColumnsState =
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed'; readonly problem: RunProblem }
  | {
      readonly kind: 'ready'
      readonly columns: readonly ColumnBehind[]
      /** Those that tell the most first; null while they are being asked for. */
      readonly ranked: readonly RankedColumn[] | null
    }

/** Asks anew whenever it is opened for another mark. */
function useColumns({ query, mark, filters, timeZone, open }: BreakOutDialogProps) {
  const { weekStart } = useWorkspaceTime()
  const key = useMemo(() => JSON.stringify([query, mark, filters, timeZone]), [query, mark, filters, timeZone])
  const ask = async (signal: AbortSignal, show: (state: ColumnsState) => void): Promise<ColumnsState> => {
    const measured = measuredMark(query.question, mark)
    if (!measured.ok) return { kind: 'failed', problem: { message: measured.error } }
    const { question, mark: traced } = measured.value
    const behind = await columnsBehind({ ...query, question }, askTogether(signal, readingWords))
    if ('problem' in behind) return { kind: 'failed', ...behind }
    const columns = behind.columns.filter(({ column }) => isGroupable(column.type))
    show({ kind: 'ready', columns, ranked: null })
    const context = { sourceColumns: behind.sourceColumns, weekStart }
    const rows = questionOfMark(narrowedQuestion(question, filters, context).question, traced, context)
    if (!rows.ok) return { kind: 'ready', columns, ranked: [] }
    const run = (asked: Question, maxRows: number) => {
      const item = { query: { ...query, question: asked }, maxRows }
      return runItem({ ...item, ...(timeZone === undefined ? {} : { timeZone }) }, signal).then((outcome) =>
        answerOrProblem(outcome, { failed: '', stopped: '' }),
      )
    }
    const offered = columnsToExplain(
      columns.map(({ column }) => column),
      traced,
    )
    const ranking = breakOutRanking(rows.value)
    const [total, ...answers] = await Promise.all([
      ranking.total && run(ranking.total, 1),
      ...offered.map((column) => run(ranking.questionOf(column), mostValues)),
    ])
    const whole = total === null || total === undefined || 'problem' in total ? null : total.result
    const ranked = answers.flatMap((answer, index): readonly RankedColumn[] => {
      const of = columns.find(({ column }) => column === offered[index])
      if (answer === null || answer === undefined || 'problem' in answer) return []
      if (of === undefined || answer.result.truncated !== null) return []
      const merit = ranking.meritOf(answer.result, whole)
      return merit === null ? [] : [{ behind: of, merit }]
    })
    return { kind: 'ready', columns, ranked: ranked.toSorted((a, b) => b.merit.merit - a.merit.merit) }
  }
  const { answer = { kind: 'pending' }, retry } = useAsked<ColumnsState>(key, open ? ask : null)
  return { state: answer, retry }
}
