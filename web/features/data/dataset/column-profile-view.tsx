'use client'

import { LayoutDashboard } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  profileItem,
  readProfile,
  type ColumnProfile,
  type ColumnSummary,
  type ProfiledColumn,
  type Distribution,
  type DistributionBar,
} from '@tidemark/shared/builder/column-profile'
import { fullFormatter, type NumberFormatter } from '@tidemark/shared/charts/plot/numbers/format-number'
import { autoFormat } from '@tidemark/shared/query/number-format'
import { signedFormat } from '@tidemark/shared/charts/plot/numbers/signed-format'
import type { CellValue } from '@tidemark/shared/query/field'
import type { NumberSign } from '@tidemark/shared/query/number-sign'
import { missingWord, valueText } from '@tidemark/shared/query/value-words'
import { AppLink } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { runItem } from '@/client/results/run-query-client'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { draftHref } from '@/features/content/draft-link'
import { buttonClass } from '@/ui/buttons/button'
import { classNames } from '@/ui/class-names'
import { Skeleton } from '@/ui/skeleton'
import { columnFormat } from '@/features/result-grid/cell-format'

interface ColumnProfileViewProps {
  readonly column: ProfiledColumn
  /** The sign of its numbers. */
  readonly sign?: NumberSign | undefined
}

type ProfileState =
  | { readonly kind: 'pending' }
  | { readonly kind: 'ready'; readonly profile: ColumnProfile }
  | { readonly kind: 'failed'; readonly message: string }

/** The profile of a column, counted on request: its figures, and how the values are spread. */
export function ColumnProfileView({ column, sign }: ColumnProfileViewProps) {
  const { locale } = usePageEnvironment()
  const mayEdit = useMayEdit()
  const state = useProfile(column)
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
  // What was calculated has other decimals than what the column holds.
  const write =
    sign === undefined
      ? null
      : {
          value: columnFormat({ ...column, nullable: true }, heldValues(state.profile), sign, locale).toText,
          calculated: fullFormatter({ locale, format: signedFormat(autoFormat, sign) }),
        }
  return (
    <div className="flex flex-col gap-3">
      <dl className="flex flex-wrap gap-x-7 gap-y-2 text-small">
        <Figure name="Values">{count.format(summary.valueCount)}</Figure>
        <Figure name="Empty">{count.format(summary.rowCount - summary.valueCount)}</Figure>
        {summary.distinctCount !== null && <Figure name="Distinct">{count.format(summary.distinctCount)}</Figure>}
        {summary.least !== null && <Figure name="Lowest">{shownValue(summary.least, write)}</Figure>}
        {summary.most !== null && <Figure name="Highest">{shownValue(summary.most, write)}</Figure>}
        {summary.mean !== null && <Figure name="Mean">{(write?.calculated ?? mean.format)(summary.mean)}</Figure>}
      </dl>
      {spread === null && summary.valueCount > 1 && summary.distinctCount === summary.valueCount && (
        <p className="text-small text-muted">No value occurs twice.</p>
      )}
      {spread !== null && <DistributionBars {...spread} summary={summary} name={column.name} write={write} />}
      {mayEdit && summary.valueCount > 0 && (
        <AppLink
          href={draftHref({ connectionId: column.connectionId, table: column.table, about: column.name })}
          className={classNames(buttonClass({ size: 'sm' }), 'self-start')}
        >
          <LayoutDashboard aria-hidden />
          Draft a dashboard about it
        </AppLink>
      )}
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

interface DistributionBarsProps extends Distribution {
  readonly summary: ColumnSummary
  readonly name: string
  readonly write: ValueWriter | null
}

/** How the values of a column with a sign are written, and what is calculated of them. */
interface ValueWriter {
  readonly value: (value: CellValue) => string
  readonly calculated: NumberFormatter
}

function DistributionBars({ kind, bars, summary, name, write }: DistributionBarsProps) {
  const { locale } = usePageEnvironment()
  const count = new Intl.NumberFormat(locale)
  const most = Math.max(1, ...bars.map((bar) => bar.count))
  if (kind === 'values')
    return (
      <ul
        aria-label={`Most frequent values of ${name}`}
        className="grid max-w-xl grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto] gap-x-3 gap-y-1"
      >
        {bars.map(({ value, count: n }) => (
          <li key={String(value)} className="col-span-full grid grid-cols-subgrid items-center text-small">
            <span
              dir="auto"
              title={shownValue(value, write)}
              className={classNames('truncate font-mono', missingWord(value) !== null && 'text-muted italic')}
            >
              {shownValue(value, write)}
            </span>
            <span aria-hidden className="h-2 overflow-hidden rounded-full bg-hover forced-color-adjust-none">
              <span className="block h-full rounded-full bg-accent" style={{ width: `${(n / most) * 100}%` }} />
            </span>
            <span className="tabular text-right text-muted">{count.format(n)}</span>
          </li>
        ))}
      </ul>
    )
  const figure = new Intl.NumberFormat(locale, { maximumSignificantDigits: 4 })
  const shown = (value: CellValue) =>
    kind === 'ranges' ? (write?.calculated ?? figure.format)(Number(value)) : shownValue(value, write)
  const shownEnd = (value: CellValue) => (kind === 'ranges' && write === null ? shown(value) : shownValue(value, write))
  return (
    <div className="max-w-xl">
      <div role="img" aria-label={spreadLabel(name, bars, shown)} className="flex h-16 items-end gap-px">
        {bars.map(({ value, count: n }) => (
          <span
            key={String(value)}
            title={`${kind === 'ranges' ? 'from ' : ''}${shown(value)}: ${count.format(n)}`}
            className="min-w-0 flex-1 rounded-t-[2px] bg-accent forced-color-adjust-none"
            style={{ height: n === 0 ? 0 : `${Math.max(3, (n / most) * 100)}%` }}
          />
        ))}
      </div>
      <div className="tabular mt-1 flex justify-between gap-4 border-t border-line pt-1 text-small text-muted">
        <span>{shownEnd(kind === 'ranges' ? summary.least : (bars[0]?.value ?? null))}</span>
        <span>{shownEnd(kind === 'ranges' ? summary.most : (bars.at(-1)?.value ?? null))}</span>
      </div>
    </div>
  )
}

function spreadLabel(name: string, bars: readonly DistributionBar[], shown: (value: CellValue) => string): string {
  const fullest = bars.reduce(
    (best, bar) => (bar.count > best.count ? bar : best),
    bars[0] ?? { value: null, count: 0 },
  )
  return `How the values of ${name} are spread: ${bars.length} bars, the highest at ${shown(fullest.value)}`
}

/** Those that say how many decimals the column has. */
function heldValues({ summary, spread }: ColumnProfile): readonly CellValue[] {
  return [summary.least, summary.most, ...(spread?.kind === 'values' ? spread.bars.map(({ value }) => value) : [])]
}

function shownValue(value: CellValue, write: ValueWriter | null): string {
  return valueText(value, write?.value)
}

function useProfile(column: ProfiledColumn): ProfileState {
  const [state, setState] = useState<ProfileState>({ kind: 'pending' })
  const { connectionId, name, type, databaseType, table } = column
  const { schema, name: tableName } = table
  useEffect(() => {
    const controller = new AbortController()
    const asked = { connectionId, name, type, databaseType, table: { schema, name: tableName } }
    void askForProfile(asked, controller.signal).then((read) => {
      if (!controller.signal.aborted) setState(read)
    })
    return () => controller.abort()
  }, [connectionId, name, type, databaseType, schema, tableName])
  return state
}

async function askForProfile(column: ProfiledColumn, signal: AbortSignal): Promise<ProfileState> {
  const outcome = await runItem(profileItem(column), signal)
  switch (outcome.kind) {
    case 'result':
      return outcome.result.status === 'success'
        ? { kind: 'ready', profile: readProfile(column.type, outcome.result) }
        : { kind: 'failed', message: outcome.result.error?.message ?? 'The column could not be counted.' }
    case 'refused':
      return { kind: 'failed', message: outcome.error.message }
    case 'unreachable':
      return { kind: 'failed', message: 'The server cannot be reached.' }
    case 'cancelled':
      return { kind: 'failed', message: 'Cancelled.' }
  }
}
