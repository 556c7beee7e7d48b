'use client'

import { ChevronRight } from 'lucide-react'
import { useId, useMemo, useState, type ReactNode } from 'react'
import { chartTypes } from '@tidemark/shared/charts/chart-types'
import { chartTypeIds, type ChartType } from '@tidemark/shared/charts/chart-visual'
import { typesAtFirst, unsuitedTypes, usualTypes } from '@tidemark/shared/charts/show-me'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { useUi, useUiState } from '@/client/workspace/ui-state'
import { chartTypeIcon } from '@/features/content/chart-type-icon'
import { chosenWithin, useEarlyInput } from '@/ui/fields/use-early-input'

export interface ChartTypePickerProps {
  readonly value: ChartType
  readonly onChange: (type: ChartType) => void
  /** The result to draw; null until there is one: every type may then suit it. */
  readonly data: ResultData | null
  /** The columns of the result that are no measures unless chosen. */
  readonly groupedBy: readonly string[]
  /** True if types are sought by their names: all are then shown. */
  readonly isSought: boolean
  /** Stands beside the heading. */
  readonly children?: ReactNode
}

/**
 * The chart types as one group of radio buttons, which arrow keys go through: the usual ones with the chosen one, always
 * in the same order, and below them the rest, which stays open once opened. Those that do not suit the result are marked,
 * and listed with what they need.
 */
export function ChartTypePicker({ value, onChange, data, groupedBy, isSought, children }: ChartTypePickerProps) {
  const name = useId()
  const ui = useUiState()
  const wasOpened = useUi((state) => state.preferences.isEveryTypeShown.get())
  const isOpen = isSought || wasOpened
  const holder = useEarlyInput<HTMLFieldSetElement>((fieldset) => {
    const text = chosenWithin(fieldset)
    const chosen = chartTypeIds.find((type) => type === text)
    if (chosen !== undefined && chosen !== value) onChange(chosen)
  })
  // Reads the values of the result.
  const reasons = useMemo(
    () => (data === null || data.rowCount === 0 ? noReasons : unsuitedTypes(data, groupedBy)),
    [data, groupedBy],
  )
  // Who tries another type finds the one before in its place.
  const [guest, setGuest] = useState(value)
  if (guest !== value && !usualTypes.includes(value)) setGuest(value)
  const atFirst = typesAtFirst(guest, isOpen)
  const idOf = (type: ChartType) => `${name}-${type}`
  const tileOf = (type: ChartType) => (
    <TypeTile
      key={type}
      type={type}
      name={name}
      isChosen={type === value}
      reason={reasons.get(type)}
      reasonId={idOf(type)}
      onChoose={onChange}
    />
  )
  return (
    <fieldset ref={holder} className="min-w-0">
      <legend className="sr-only">Chart</legend>
      <div className="flex min-h-9 items-center justify-between pb-2">
        <span aria-hidden className="text-small font-medium text-muted">
          Chart
        </span>
        {children}
      </div>
      <div className="grid grid-cols-4 gap-1">{atFirst.map(tileOf)}</div>
      <details open={isOpen} className="pt-1">
        <summary
          className={summaryClass}
          onClick={(event) => {
            event.preventDefault()
            ui.preferences.isEveryTypeShown.set(!wasOpened)
          }}
        >
          <ChevronRight aria-hidden className={isOpen ? 'rotate-90' : undefined} />
          All {chartTypeIds.length} types
        </summary>
        <div className="grid grid-cols-4 gap-1 py-1">
          {chartTypeIds.filter((type) => !atFirst.includes(type)).map(tileOf)}
        </div>
        {/* There before the result is, so that nothing moves when it comes. */}
        <details className="group">
          <summary className={summaryClass}>
            <ChevronRight aria-hidden className="group-open:rotate-90" />
            {reasons.size === 0 ? 'Types that need other columns' : needText(reasons.size)}
          </summary>
          {reasons.size === 0 && <p className="py-1 text-small text-muted">None: every type suits.</p>}
          <dl className="text-small">
            {[...reasons].map(([type, reason]) => (
              <div key={type} className="flex gap-2 py-1">
                <dt>{chartTypes[type].name}</dt>
                <dd id={idOf(type)} className="min-w-0 flex-1 text-right text-caption text-muted">
                  {reason}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      </details>
    </fieldset>
  )
}

const summaryClass =
  'flex h-7 cursor-pointer items-center gap-1 rounded-control text-small text-muted hover:text-text touch:h-11'
const noReasons: ReadonlyMap<ChartType, string> = new Map()

interface TypeTileProps {
  readonly type: ChartType
  /** The name of the group. */
  readonly name: string
  readonly isChosen: boolean
  /** The columns that the type needs besides those of the result; undefined if it suits. */
  readonly reason: string | undefined
  readonly reasonId: string
  readonly onChoose: (type: ChartType) => void
}

function TypeTile({ type, name, isChosen, reason, reasonId, onChoose }: TypeTileProps) {
  const Icon = chartTypeIcon(type)
  return (
    <label
      className="relative flex h-13 flex-col items-center justify-center gap-0.5 rounded-control border border-line bg-surface text-muted shadow-tile transition-colors hover:bg-hover hover:text-text has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent data-unsuited:border-dashed data-unsuited:bg-transparent data-unsuited:shadow-none"
      data-unsuited={reason !== undefined || undefined}
      title={reason}
    >
      <input
        type="radio"
        name={name}
        autoComplete="off"
        value={type}
        aria-label={chartTypes[type].name}
        aria-describedby={reason === undefined ? undefined : reasonId}
        checked={isChosen}
        onChange={() => onChoose(type)}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control outline-none"
      />
      <Icon aria-hidden />
      <span aria-hidden className="text-caption">
        {chartTypes[type].name}
      </span>
    </label>
  )
}

function needText(count: number): string {
  return count === 1 ? '1 type needs other columns' : `${count} types need other columns`
}
