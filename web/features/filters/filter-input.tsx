'use client'

import { use, useState, useId } from 'react'
import type { FilterCalendar } from '@tidemark/shared/filters/filter-conditions'
import {
  type FilterPeriod,
  type FilterValue,
  mostFilterValues,
  filterPeriods,
} from '@tidemark/shared/filters/filter-value'
import { dataDaysOf, type DataDays } from '@tidemark/shared/filters/data-days'
import { useWorkspaceTime } from '@/features/charts/use-workspace-time'
import { daysText, ofData, periodLabels, periodText } from './filter-value-text'
import { DashboardFiltersContext } from './use-dashboard-filters'
import { useView } from '@/client/workspace/use-view'
import type { FilterInputProps } from './filter-input-props'
import { ChoiceList } from './choice-list'
import { firstLastUnits, LastUnitsInput } from './inputs/last-units-input'
import { RangeEnds } from './inputs/range-ends'
import { RangeInput } from './inputs/range-input'
import { TypedField } from './inputs/typed-field'
import { useFilterSources } from './inputs/use-filter-sources'
import { longestSearch, useFilterChoices } from './use-filter-choices'
import { usePastedList } from './inputs/use-pasted-list'
import { useValuesNotAmong } from './inputs/use-values-among'
import { usePageEnvironment } from '@/client/page/page-environment'
import { Button } from '@/ui/buttons/button'
import { DateField } from '@/ui/fields/date-field'

/** The input of a filter, by its kind. Each change applies at once; typed text on Enter or blur. */
export function FilterInput({ label, kind, of, isRequired, value, calendar, onChange, onDone }: FilterInputProps) {
  switch (kind) {
    case 'time':
      return (
        <TimeInput
          label={label}
          of={of}
          isRequired={isRequired}
          value={value}
          calendar={calendar}
          onChange={onChange}
          onDone={onDone}
        />
      )
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
      return <RangeInput label={label} of={of} value={value} onChange={onChange} onDone={onDone} />
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

interface CategoryInputProps {
  readonly label: string
  readonly of: FilterInputProps['of']
  readonly values: readonly (string | null)[]
  readonly onChange: (values: readonly (string | null)[]) => void
}

/**
 * The input of several values of a dashboard's filter, from those in its charts. With a filter's id it offers the
 * values that the other filters let through, with row counts; a button offers all of them, without counts.
 */
function CategoryInput({ label, of, values, onChange }: CategoryInputProps) {
  const [search, setSearch] = useState('')
  const [isOfAll, setOfAll] = useState(of.id === undefined)
  const dashboard = use(DashboardFiltersContext)
  const limitedBy = of.limitedBy ?? null
  const { sources, type, isNarrowed } = useFilterSources(of, isOfAll)
  // Who may see answers alone would be told how many rows of these there are.
  const hasRows = sources.every(({ query }) => query !== undefined)
  const offered = useFilterChoices(sources, of.column, search.trim(), type)
  const { note, paste } = usePastedList({ sources, column: of.column, type, offered, values, onChange })
  const limiting = dashboard?.filters.filter(({ id }) => limitedBy?.includes(id)).map(({ name }) => name) ?? []
  return (
    <>
      <ChoiceList
        label={label}
        offered={offered}
        notAmong={useValuesNotAmong(sources, of.column, values, offered, search.trim() !== '')}
        onPasteList={paste}
        search={search}
        values={values}
        most={mostFilterValues}
        maxLength={longestSearch}
        isCounted={(!isNarrowed || !isOfAll) && hasRows}
        onSearch={setSearch}
        onChange={onChange}
      />
      {note}
      {isNarrowed && limitedBy !== null && (
        <p className="text-small text-muted">{`Only values that go with ${limiting.join(', ')}.`}</p>
      )}
      {isNarrowed && limitedBy === null && of.id !== undefined && (
        <div className="flex items-center justify-between gap-2 text-small text-muted">
          {isOfAll ? 'All values, including those filtered out.' : 'Only values left by the other filters.'}
          <Button variant="ghost" size="sm" onClick={() => setOfAll(!isOfAll)}>
            {isOfAll ? 'Filtered values' : 'All values'}
          </Button>
        </div>
      )}
    </>
  )
}

interface TimeInputProps extends Pick<FilterInputProps, 'isRequired'> {
  readonly label: string
  readonly of: FilterInputProps['of']
  readonly value: FilterValue | null
  readonly calendar: FilterCalendar
  readonly onChange: (value: FilterValue | null) => void
  readonly onDone?: (() => void) | undefined
}

/** The input of a period relative to today or to the end of old data, or of days from and to. */
function TimeInput({ label, of, isRequired, value, calendar, onChange, onDone }: TimeInputProps) {
  const name = useId()
  const { locale } = usePageEnvironment()
  const { from, to } = value?.kind === 'days' ? value : { from: null, to: null }
  const change = (days: { readonly from: string | null; readonly to: string | null }) => {
    const isTurned = days.from !== null && days.to !== null && days.from > days.to
    const ends = isTurned ? { from: days.to, to: days.from } : days
    onChange(ends.from === null && ends.to === null ? null : { kind: 'days', ...ends })
  }
  const tiles = use(DashboardFiltersContext)?.tiles
  const { timeZone } = useWorkspaceTime()
  const known = useView((view) => JSON.stringify(dataDaysOf(view, of, tiles ?? [], timeZone)), [of, tiles, timeZone])
  const data = JSON.parse(known) as DataDays | null // its own JSON
  const isOffered = (period: FilterPeriod) =>
    !ofData.has(period) ||
    (data !== null && data.last < calendar.today) ||
    (value?.kind === 'period' && value.period === period)
  const options = [
    ...(isRequired === true
      ? []
      : [
          { period: null, text: 'All of the data', days: data === null ? '' : daysText(data.first, data.last, locale) },
        ]),
    // Those of the data first: where it is old, the others have nothing.
    ...filterPeriods
      .filter(isOffered)
      .toSorted((a, b) => Number(ofData.has(b)) - Number(ofData.has(a)))
      .map((period) => ({
        period,
        text: periodLabels[period],
        days: periodText(period, { ...calendar, lastDay: data?.last }, locale),
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
        <label className="flex min-h-7 items-center gap-2 rounded-row px-1 hover:bg-hover touch:min-h-11 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent">
          <input
            type="radio"
            name={name}
            checked={value?.kind === 'last-units'}
            onChange={() => onChange(firstLastUnits)}
            className="shrink-0 accent-accent outline-none"
          />
          The last days, weeks, months…
        </label>
      </fieldset>
      {value?.kind === 'last-units' && (
        <LastUnitsInput value={value} calendar={calendar} onChange={onChange} onDone={onDone} />
      )}
      <RangeEnds value={value} onChange={onChange} className="grid grid-cols-2 gap-2 touch:grid-cols-1">
        <DateField
          label="From"
          locale={locale}
          value={from ?? ''}
          onCommit={(text) => change({ from: text === '' ? null : text, to })}
          onDone={onDone}
        />
        <DateField
          label="To"
          locale={locale}
          value={to ?? ''}
          onCommit={(text) => change({ from, to: text === '' ? null : text })}
          onDone={onDone}
        />
      </RangeEnds>
    </div>
  )
}
