'use client'

import type { FilterCalendar } from '@tidemark/shared/filters/filter-conditions'
import type { FilterKind, FilterValue } from '@tidemark/shared/filters/filter-value'
import type { Filter } from '@tidemark/shared/filters/filter'
import { CategoryInput } from './category-input'
import { TimeInput } from './time-input'
import { TypedField } from './typed-field'

export interface FilterInputProps {
  readonly label: string
  readonly kind: FilterKind
  /** Where values to choose from come from. */
  readonly of: Pick<Filter, 'column' | 'scope'>
  /** Null: everything passes. */
  readonly value: FilterValue | null
  readonly calendar: FilterCalendar
  readonly onChange: (value: FilterValue | null) => void
  /** The person is through with it: Enter in a field. */
  readonly onDone?: (() => void) | undefined
}

/** What a filter lets through, by its kind. Each change counts at once, what is typed with Enter or when the field is left. */
export function FilterInput({ label, kind, of, value, calendar, onChange, onDone }: FilterInputProps) {
  switch (kind) {
    case 'time':
      return <TimeInput label={label} value={value} calendar={calendar} onChange={onChange} onDone={onDone} />
    case 'category':
      return (
        <CategoryInput
          label={label}
          of={of}
          values={value?.kind === 'values' ? value.values : []}
          onChange={(values) => onChange(values.length === 0 ? null : { kind: 'values', values })}
        />
      )
    case 'number': {
      const { min, max } = value?.kind === 'range' ? value : { min: null, max: null }
      const change = (ends: { readonly min: number | null; readonly max: number | null }) => {
        const isTurned = ends.min !== null && ends.max !== null && ends.min > ends.max
        const range = isTurned ? { min: ends.max, max: ends.min } : ends
        onChange(range.min === null && range.max === null ? null : { kind: 'range', ...range })
      }
      return (
        <div className="grid grid-cols-2 gap-2">
          <TypedField
            label="From"
            type="number"
            value={min === null ? '' : String(min)}
            onCommit={(text) => change({ min: numberOf(text), max })}
            onDone={onDone}
          />
          <TypedField
            label="To"
            type="number"
            value={max === null ? '' : String(max)}
            onCommit={(text) => change({ min, max: numberOf(text) })}
            onDone={onDone}
          />
          <p className="col-span-2 text-small text-muted">Both ends are included.</p>
        </div>
      )
    }
    case 'search':
      return (
        <TypedField
          label="Contains"
          type="text"
          value={value?.kind === 'text' ? value.text : ''}
          onCommit={(text) => onChange(text === '' ? null : { kind: 'text', text: text.slice(0, 1000) })}
          onDone={onDone}
        />
      )
  }
}

function numberOf(text: string): number | null {
  const number = Number(text)
  return text.trim() === '' || !Number.isFinite(number) ? null : number
}
