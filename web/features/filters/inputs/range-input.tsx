'use client'

import { use } from 'react'
import type { FilterValue } from '@tidemark/shared/filters/filter-value'
import { exactNumber, isLarger, type ExactNumber } from '@tidemark/shared/query/exact-number'
import { shownDigits, storedNumber } from '@tidemark/shared/query/signed-number'
import { usePageEnvironment } from '@/client/page/page-environment'
import { Skeleton } from '@/ui/skeleton'
import type { FilterInputProps } from '../filter-input-props'
import { filterValueText, withUnit } from '../filter-value-text'
import { DashboardFiltersContext, useSigns } from '../use-dashboard-filters'
import { RangeEnds } from './range-ends'
import { RangeSlider } from './range-slider'
import { TypedField } from './typed-field'
import { useFilterSources } from './use-filter-sources'
import { useRangeBars } from './use-range-bars'

interface NumberRange {
  readonly min: ExactNumber | null
  readonly max: ExactNumber | null
}

/**
 * The input of a number range: the spread of the column under a slider, and both ends as text, written like the column's
 * numbers: 12.5 in a column of percentages is 12.5%.
 */
export function RangeInput({
  label,
  of,
  value,
  onChange,
  onDone,
}: Pick<FilterInputProps, 'label' | 'of' | 'value' | 'onChange' | 'onDone'>) {
  const { locale } = usePageEnvironment()
  const { min, max }: NumberRange = value?.kind === 'range' ? value : { min: null, max: null }
  const [sign] = useSigns(use(DashboardFiltersContext), [of])
  const { sources, type } = useFilterSources(of, of.id === undefined)
  const bars = useRangeBars(sources, of.column)
  const change = (ends: NumberRange) => {
    const isTurned = ends.min !== null && ends.max !== null && isLarger(ends.min, ends.max)
    const range = isTurned ? { min: ends.max, max: ends.min } : ends
    onChange(range.min === null && range.max === null ? null : { kind: 'range', ...range })
  }
  const text = (end: ExactNumber | null) => (end === null ? '' : shownDigits(String(end), sign))
  const numberOf = (typed: string) => exactNumber(storedNumber(typed, sign))
  const write = (number: string) => {
    const exact = exactNumber(number)
    const only: FilterValue = { kind: 'range', min: exact, max: exact }
    return filterValueText(only, locale, sign)
  }
  return (
    <RangeEnds value={value} onChange={onChange} className="grid grid-cols-2 gap-2">
      {bars === undefined && (
        <div role="status" aria-label={`Counting ${label}`} className="col-span-2">
          <Skeleton className="h-20" />
        </div>
      )}
      {bars && (
        <div className="col-span-2">
          <RangeSlider
            name={label}
            bars={bars}
            min={min}
            max={max}
            isWhole={type === 'integer' || type === 'bigint'}
            write={write}
            onChange={(ends) =>
              change({
                min: ends.min === null ? null : exactNumber(ends.min),
                max: ends.max === null ? null : exactNumber(ends.max),
              })
            }
          />
        </div>
      )}
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
    </RangeEnds>
  )
}
