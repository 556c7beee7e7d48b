'use client'

import { use } from 'react'
import type { FilterCalendar } from '@tidemark/shared/filters/filter-conditions'
import type { FilterKind, FilterValue } from '@tidemark/shared/filters/filter-value'
import type { Filter } from '@tidemark/shared/filters/filter'
import { shownDigits, storedNumber } from '@tidemark/shared/query/signed-number'
import { CategoryInput } from './category-input'
import { withUnit } from './filter-value-text'
import { TimeInput } from './time-input'
import { TypedField } from './typed-field'
import { DashboardFiltersContext, useSigns } from './use-dashboard-filters'

export interface FilterInputProps {
  readonly label: string
  readonly kind: FilterKind
  /** The column and scope that the choices come from. */
  readonly of: Pick<Filter, 'column' | 'scope'>
  /** Null: everything passes. */
  readonly value: FilterValue | null
  readonly calendar: FilterCalendar
  readonly onChange: (value: FilterValue | null) => void
  /** The person is through with it: Enter in a field. */
  readonly onDone?: (() => void) | undefined
}

/** The input of a filter, by its kind. Each change counts at once; typed text with Enter or when the field is left. */
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
    case 'number':
      return (
        <RangeInput
          of={of}
          range={value?.kind === 'range' ? value : { min: null, max: null }}
          onChange={onChange}
          onDone={onDone}
        />
      )
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

interface NumberRange {
  readonly min: number | null
  readonly max: number | null
}

/** From a number to a number, each written as the column's are: of percentages 12.5 is 12.5%. */
function RangeInput({
  of,
  range: { min, max },
  onChange,
  onDone,
}: Pick<FilterInputProps, 'of' | 'onChange' | 'onDone'> & { readonly range: NumberRange }) {
  const [sign] = useSigns(use(DashboardFiltersContext), [of])
  const change = (ends: NumberRange) => {
    const isTurned = ends.min !== null && ends.max !== null && ends.min > ends.max
    const range = isTurned ? { min: ends.max, max: ends.min } : ends
    onChange(range.min === null && range.max === null ? null : { kind: 'range', ...range })
  }
  const text = (end: number | null) => (end === null ? '' : shownDigits(String(end), sign))
  const numberOf = (typed: string) => {
    const number = Number(storedNumber(typed, sign))
    return typed.trim() === '' || !Number.isFinite(number) ? null : number
  }
  return (
    <div className="grid grid-cols-2 gap-2">
      <TypedField
        label={withUnit('From', sign)}
        type="number"
        value={text(min)}
        onCommit={(typed) => change({ min: numberOf(typed), max })}
        onDone={onDone}
      />
      <TypedField
        label={withUnit('To', sign)}
        type="number"
        value={text(max)}
        onCommit={(typed) => change({ min, max: numberOf(typed) })}
        onDone={onDone}
      />
      <p className="col-span-2 text-small text-muted">Both ends are included.</p>
    </div>
  )
}
