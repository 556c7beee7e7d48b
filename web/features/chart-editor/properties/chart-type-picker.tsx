'use client'

import { ChevronRight } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { chartTypes } from '@tidemark/shared/charts/chart-types'
import { chartTypeIds, type ChartType } from '@tidemark/shared/charts/chart-visual'
import { unsuitedBecause } from '@tidemark/shared/charts/show-me'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { chartTypeIcon } from '@/features/content/chart-type-icon'
import { classNames } from '@/ui/class-names'
import { chosenWithin, useEarlyInput } from '@/ui/fields/use-early-input'

export interface ChartTypePickerProps {
  readonly value: ChartType
  readonly onChange: (type: ChartType) => void
  /** The result to draw; null until there is one: every type may then suit it. */
  readonly data: ResultData | null
  /** The columns of the result that are no measures unless chosen. */
  readonly groupedBy: readonly string[]
  /** Stands beside the heading. */
  readonly children?: ReactNode
}

/**
 * The chart types as one group of radio buttons, which arrow keys go through. Those that do not suit the result stand
 * below, with what they need.
 */
export function ChartTypePicker({ value, onChange, data, groupedBy, children }: ChartTypePickerProps) {
  const name = useId()
  const holder = useEarlyInput<HTMLFieldSetElement>((fieldset) => {
    const text = chosenWithin(fieldset)
    const chosen = chartTypeIds.find((type) => type === text)
    if (chosen !== undefined && chosen !== value) onChange(chosen)
  })
  const types = chartTypeIds.map((type) => ({
    type,
    reason: data === null || data.rowCount === 0 ? null : unsuitedBecause(type, data, groupedBy),
  }))
  const suited = types.filter(({ type, reason }) => reason === null || type === value)
  const unsuited = types.filter((each) => !suited.includes(each))
  const radio = (type: ChartType, descriptionId?: string) => (
    <input
      type="radio"
      name={name}
      autoComplete="off"
      value={type}
      aria-label={chartTypes[type].name}
      aria-describedby={descriptionId}
      checked={type === value}
      onChange={() => onChange(type)}
      className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control outline-none"
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
      <div className="grid grid-cols-4 gap-1">
        {suited.map(({ type }) => {
          const Icon = chartTypeIcon(type)
          return (
            <label
              key={type}
              className={classNames(
                chosenClass,
                'flex h-13 flex-col items-center justify-center gap-0.5 border border-line bg-surface shadow-tile has-checked:border-accent',
              )}
            >
              {radio(type)}
              <Icon aria-hidden />
              <span aria-hidden className="text-caption">
                {chartTypes[type].name}
              </span>
            </label>
          )
        })}
      </div>
      {unsuited.length > 0 && (
        <details className="group pt-1">
          <summary className="flex h-7 cursor-pointer items-center gap-1 rounded-control text-small text-muted hover:text-text">
            <ChevronRight aria-hidden className="group-open:rotate-90" />
            {unsuited.length === 1 ? '1 type needs other columns' : `${unsuited.length} types need other columns`}
          </summary>
          {unsuited.map(({ type, reason }) => {
            const Icon = chartTypeIcon(type)
            return (
              <label
                key={type}
                className={classNames(chosenClass, 'flex min-h-8 items-center gap-2 px-2 touch:min-h-11')}
              >
                {radio(type, `${name}-${type}`)}
                <Icon aria-hidden className="shrink-0" />
                <span aria-hidden className="text-small text-text">
                  {chartTypes[type].name}
                </span>
                <span id={`${name}-${type}`} aria-hidden className="min-w-0 flex-1 text-right text-caption">
                  {reason}
                </span>
              </label>
            )
          })}
        </details>
      )}
    </fieldset>
  )
}

const chosenClass =
  'relative rounded-control text-muted transition-colors hover:bg-hover hover:text-text has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent'
