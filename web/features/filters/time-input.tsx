'use client'

import { useId } from 'react'
import type { FilterCalendar } from '@tidemark/shared/filters/filter-conditions'
import { filterPeriods, type FilterValue } from '@tidemark/shared/filters/filter-value'
import { usePageEnvironment } from '@/client/page/page-environment'
import { periodLabels, periodText } from './filter-value-text'
import { TypedField } from './typed-field'

interface TimeInputProps {
  readonly label: string
  readonly value: FilterValue | null
  readonly calendar: FilterCalendar
  readonly onChange: (value: FilterValue | null) => void
  readonly onDone?: (() => void) | undefined
}

/** A period that moves with today, or days from and to. */
export function TimeInput({ label, value, calendar, onChange, onDone }: TimeInputProps) {
  const name = useId()
  const { locale } = usePageEnvironment()
  const { from, to } = value?.kind === 'days' ? value : { from: null, to: null }
  const change = (days: { readonly from: string | null; readonly to: string | null }) => {
    const isTurned = days.from !== null && days.to !== null && days.from > days.to
    const ends = isTurned ? { from: days.to, to: days.from } : days
    onChange(ends.from === null && ends.to === null ? null : { kind: 'days', ...ends })
  }
  const options = [
    { period: null, text: 'Any time', days: '' },
    ...filterPeriods.map((period) => ({
      period,
      text: periodLabels[period],
      days: periodText(period, calendar, locale),
    })),
  ]
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="flex max-h-64 flex-col overflow-y-auto touch:max-h-80">
        <legend className="sr-only">{label}</legend>
        {options.map(({ period, text, days }) => (
          <label
            key={text}
            className="flex min-h-7 items-center gap-2 rounded-row px-1 hover:bg-hover touch:min-h-11 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              checked={period === null ? value === null : value?.kind === 'period' && value.period === period}
              onChange={() => onChange(period === null ? null : { kind: 'period', period })}
              className="shrink-0 accent-accent outline-none"
            />
            <span className="shrink-0">{text}</span>
            <span className="ml-auto truncate text-small text-muted tabular">{days}</span>
          </label>
        ))}
      </fieldset>
      <div className="grid grid-cols-2 gap-2 touch:grid-cols-1">
        <TypedField
          label="From"
          type="date"
          value={from ?? ''}
          onCommit={(text) => change({ from: text === '' ? null : text, to })}
          onDone={onDone}
        />
        <TypedField
          label="To"
          type="date"
          value={to ?? ''}
          onCommit={(text) => change({ from, to: text === '' ? null : text })}
          onDone={onDone}
        />
      </div>
    </div>
  )
}
