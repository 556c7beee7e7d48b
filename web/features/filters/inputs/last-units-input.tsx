'use client'

import type { FilterCalendar } from '@tidemark/shared/filters/filter-conditions'
import type { FilterValue } from '@tidemark/shared/filters/filter-value'
import { lastUnitsDays } from '@tidemark/shared/builder/last-units'
import { dateUnits, type DateUnit } from '@tidemark/shared/builder/question'
import { usePageEnvironment } from '@/client/page/page-environment'
import { Select } from '@/ui/fields/select'
import { wholeDaysText } from '../filter-value-text'
import { TypedField } from './typed-field'

type LastUnitsValue = Extract<FilterValue, { readonly kind: 'last-units' }>

/** The last units with which the input opens. */
export const firstLastUnits: LastUnitsValue = { kind: 'last-units', count: 3, unit: 'month', includesCurrent: true }

interface LastUnitsInputProps {
  readonly value: LastUnitsValue
  readonly calendar: FilterCalendar
  readonly onChange: (value: LastUnitsValue) => void
  readonly onDone?: (() => void) | undefined
}

/** The input of the last units of the calendar, and of how much earlier they end. It says which days these are. */
export function LastUnitsInput({ value, calendar, onChange, onDone }: LastUnitsInputProps) {
  const { locale } = usePageEnvironment()
  const { kind, count, unit, includesCurrent, ago } = value
  const change = (changes: Partial<LastUnitsValue>) => onChange({ ...value, ...changes })
  const end = (earlier: LastUnitsValue['ago']) =>
    onChange({ kind, count, unit, includesCurrent, ...(earlier === undefined ? {} : { ago: earlier }) })
  return (
    <div className="flex flex-col gap-2 rounded-control border border-line p-2.5">
      <div className="grid grid-cols-[5rem_1fr] gap-2">
        <TypedField
          label="Last"
          type="number"
          value={String(count)}
          onCommit={(text) => change({ count: countOf(text) ?? count })}
          onDone={onDone}
        />
        <UnitSelect label="Unit" value={unit} onChange={(next) => change({ unit: next })} />
      </div>
      <label className="flex items-center gap-2 touch:min-h-11">
        <input
          type="checkbox"
          checked={includesCurrent}
          onChange={(event) => change({ includesCurrent: event.target.checked })}
          className="shrink-0 accent-accent"
        />
        {unit === 'day' ? 'Count today too' : `Count this ${unit}, which is not over, too`}
      </label>
      <div className="grid grid-cols-[5rem_1fr] gap-2">
        <TypedField
          label="Ending"
          type="number"
          value={ago === undefined ? '' : String(ago.count)}
          onCommit={(text) => {
            const earlier = countOf(text)
            end(earlier === undefined ? undefined : { count: earlier, unit: ago?.unit ?? 'year' })
          }}
          onDone={onDone}
        />
        <UnitSelect
          label="Before today"
          isAgo
          value={ago?.unit ?? 'year'}
          onChange={(next) => end({ count: ago?.count ?? 1, unit: next })}
        />
      </div>
      <p className="text-small text-muted tabular">
        {wholeDaysText(lastUnitsDays(value, calendar.today, calendar.weekStart), locale)}
      </p>
    </div>
  )
}

function UnitSelect({
  label,
  value,
  isAgo = false,
  onChange,
}: {
  readonly label: string
  readonly isAgo?: boolean
  readonly value: DateUnit
  readonly onChange: (unit: DateUnit) => void
}) {
  return (
    <Select
      label={label}
      value={value}
      options={dateUnits.map((unit) => ({ value: unit, label: isAgo ? `${unit}s ago` : `${unit}s` }))}
      onChange={onChange}
    />
  )
}

/** Returns a whole number of units that can be counted; undefined for none. */
function countOf(text: string): number | undefined {
  const count = Math.round(Number(text))
  return count >= 1 ? Math.min(1000, count) : undefined
}
