'use client'

import { useEffect, useState } from 'react'
import type { BuilderDialect } from '@tidemark/shared/builder/builder-dialect'
import {
  readSpread,
  readSummary,
  spreadOf,
  summaryQuery,
  type ColumnSummary,
  type ProfiledColumn,
  type SpreadShape,
  type SpreadBar,
} from '@tidemark/shared/builder/column-profile'
import { oneScanQuery, readOneScan, type ColumnProfile as Counted } from '@tidemark/shared/builder/one-scan-profile'
import type { CellValue } from '@tidemark/shared/query/field'
import type { Query, RunResult } from '@tidemark/shared/query/run-query'
import { usePageEnvironment } from '@/client/page-environment'
import { runItem } from '@/client/run-query-client'
import { useWorkspaceTime } from '@/features/charts/use-workspace-time'
import { Skeleton } from '@/ui/skeleton'

interface ColumnProfileProps {
  readonly column: ProfiledColumn
  readonly dialect: BuilderDialect
}

type ProfileState =
  | { readonly kind: 'pending' }
  | { readonly kind: 'ready'; readonly profile: Counted }
  | { readonly kind: 'failed'; readonly message: string }

/** What a column holds, counted when somebody asks: its figures, and how the values are spread. */
export function ColumnProfile({ column, dialect }: ColumnProfileProps) {
  const { locale } = usePageEnvironment()
  const { weekStart } = useWorkspaceTime()
  const state = useProfile(column, dialect, weekStart)
  if (state.kind === 'pending')
    return (
      <div role="status" aria-label={`Counting ${column.name}`} className="flex flex-col gap-2 py-1">
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-16" />
      </div>
    )
  if (state.kind === 'failed') return <p className="text-small text-muted">{state.message}</p>
  const { summary, spread } = state.profile
  const count = new Intl.NumberFormat(locale)
  const mean = new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 })
  return (
    <div className="flex flex-col gap-3">
      <dl className="flex flex-wrap gap-x-7 gap-y-2 text-small">
        <Figure name="Values">{count.format(summary.valueCount)}</Figure>
        <Figure name="Empty">{count.format(summary.rowCount - summary.valueCount)}</Figure>
        {summary.distinctCount !== null && <Figure name="Distinct">{count.format(summary.distinctCount)}</Figure>}
        {summary.least !== null && <Figure name="Lowest">{shownValue(summary.least)}</Figure>}
        {summary.most !== null && <Figure name="Highest">{shownValue(summary.most)}</Figure>}
        {summary.mean !== null && <Figure name="Mean">{mean.format(summary.mean)}</Figure>}
      </dl>
      {spread !== null && <SpreadBars {...spread} summary={summary} name={column.name} />}
    </div>
  )
}

function Figure({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd dir="auto" title={children} className="tabular max-w-52 truncate">
        {children}
      </dd>
    </div>
  )
}

interface SpreadBarsProps {
  readonly of: SpreadShape
  readonly bars: readonly SpreadBar[]
  readonly summary: ColumnSummary
  readonly name: string
}

function SpreadBars({ of, bars, summary, name }: SpreadBarsProps) {
  const { locale } = usePageEnvironment()
  const count = new Intl.NumberFormat(locale)
  const most = Math.max(1, ...bars.map((bar) => bar.count))
  if (of.kind === 'values')
    return (
      <ul aria-label={`Most frequent values of ${name}`} className="flex max-w-xl flex-col gap-1">
        {bars.map(({ value, count: n }) => (
          <li
            key={String(value)}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto] items-center gap-3 text-small"
          >
            <span dir="auto" title={shownValue(value)} className="truncate font-mono">
              {shownValue(value)}
            </span>
            <span aria-hidden className="h-2 overflow-hidden rounded-full bg-hover">
              <span className="block h-full rounded-full bg-accent" style={{ width: `${(n / most) * 100}%` }} />
            </span>
            <span className="tabular text-muted">{count.format(n)}</span>
          </li>
        ))}
      </ul>
    )
  const figure = new Intl.NumberFormat(locale, { maximumSignificantDigits: 4 })
  const shown = (value: CellValue) => (of.kind === 'ranges' ? figure.format(Number(value)) : shownValue(value))
  return (
    <div className="max-w-xl">
      <div role="img" aria-label={spreadLabel(name, bars, shown)} className="flex h-16 items-end gap-px">
        {bars.map(({ value, count: n }) => (
          <span
            key={String(value)}
            title={`${of.kind === 'ranges' ? 'from ' : ''}${shown(value)}: ${count.format(n)}`}
            className="min-w-0 flex-1 rounded-t-[2px] bg-accent"
            style={{ height: n === 0 ? 0 : `${Math.max(3, (n / most) * 100)}%` }}
          />
        ))}
      </div>
      <div className="tabular mt-1 flex justify-between gap-4 border-t border-line pt-1 text-small text-muted">
        <span>{of.kind === 'ranges' ? shown(summary.least) : shown(bars[0]?.value ?? null)}</span>
        <span>{of.kind === 'ranges' ? shown(summary.most) : shown(bars.at(-1)?.value ?? null)}</span>
      </div>
    </div>
  )
}

function spreadLabel(name: string, bars: readonly SpreadBar[], shown: (value: CellValue) => string): string {
  const fullest = bars.reduce(
    (best, bar) => (bar.count > best.count ? bar : best),
    bars[0] ?? { value: null, count: 0 },
  )
  return `How the values of ${name} are spread: ${bars.length} bars, the highest at ${shown(fullest.value)}`
}

function shownValue(value: CellValue): string {
  return value === '' ? '(empty text)' : value === null ? '–' : String(value)
}

function useProfile(column: ProfiledColumn, dialect: BuilderDialect, weekStart: number): ProfileState {
  const [state, setState] = useState<ProfileState>({ kind: 'pending' })
  const { connectionId, name, type, databaseType, table } = column
  const { schema, name: tableName } = table
  useEffect(() => {
    const controller = new AbortController()
    const asked = { connectionId, name, type, databaseType, table: { schema, name: tableName } }
    void readProfile(asked, { dialect, weekStart }, controller.signal).then((read) => {
      if (!controller.signal.aborted) setState(read)
    })
    return () => controller.abort()
  }, [connectionId, name, type, databaseType, schema, tableName, dialect, weekStart])
  return state
}

async function readProfile(
  column: ProfiledColumn,
  { dialect, weekStart }: { readonly dialect: BuilderDialect; readonly weekStart: number },
  signal: AbortSignal,
): Promise<ProfileState> {
  const oneScan = oneScanQuery(column, weekStart)
  if (oneScan !== null) {
    const answer = await ask(oneScan, signal)
    return typeof answer === 'string'
      ? { kind: 'failed', message: answer }
      : { kind: 'ready', profile: readOneScan(column, answer) }
  }
  const counted = await ask(summaryQuery(column), signal)
  if (typeof counted === 'string') return { kind: 'failed', message: counted }
  const summary = readSummary(column, counted)
  const of = spreadOf(column, summary, dialect)
  // Who may not write SQL still sees the figures.
  const answer = of === null ? null : await ask(of.query, signal)
  const bars = of === null || answer === null || typeof answer === 'string' ? [] : readSpread(of, answer)
  return { kind: 'ready', profile: { summary, spread: of === null || bars.length === 0 ? null : { of, bars } } }
}

/** The result, or why there is none. */
async function ask(query: Query, signal: AbortSignal): Promise<RunResult | string> {
  const outcome = await runItem({ query }, signal)
  switch (outcome.kind) {
    case 'result':
      if (outcome.result.status === 'success') return outcome.result
      return outcome.result.error?.message ?? 'The column could not be counted.'
    case 'refused':
      return outcome.error.message
    case 'unreachable':
      return 'The server cannot be reached.'
    case 'cancelled':
      return 'Cancelled.'
  }
}
