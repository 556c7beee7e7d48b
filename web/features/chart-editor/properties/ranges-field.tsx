'use client'

import { Plus, X } from 'lucide-react'
import { mostRanges, type ChartVisual, type ValueRange } from '@tidemark/shared/charts/chart-visual'
import { typedNumber } from '@tidemark/shared/charts/plot/numbers/typed-number'
import { toneChoices } from '@tidemark/shared/charts/plot/target'
import { LiveField } from '@/features/charts/live-field'
import { IconButton } from '@/ui/buttons/icon-button'
import { Select } from '@/ui/fields/select'
import { useRowKeys } from '@/ui/fields/row-keys'
import { TypedNumberField } from './typed-number-field'

interface RangesFieldProps {
  readonly visual: ChartVisual
  readonly onChange: (change: Partial<ChartVisual>, label: string, actionId?: string) => void
}

/** The ranges that judge a measure: each from a number up to the next one, with its colour and its word. */
export function RangesField({ visual: { ranges, rangeUnit, target }, onChange }: RangesFieldProps) {
  const replace = (index: number, next: Partial<ValueRange>, actionId?: string) =>
    onChange(
      { ranges: ranges.map((range, at) => (at === index ? { ...range, ...next } : range)) },
      'Change ranges',
      actionId,
    )
  const add = () =>
    onChange(ranges.length > 0 ? { ranges: [...ranges, nextRange(ranges)] } : firstRanges(target !== null), 'Add range')
  const keys = useRowKeys(ranges)
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="sr-only">Ranges</legend>
      <div className="flex h-4 items-center justify-between">
        <span aria-hidden className="text-small font-medium text-muted">
          Ranges
        </span>
        {ranges.length < mostRanges && (
          <IconButton icon={Plus} label={ranges.length === 0 ? 'Add ranges' : 'Add a range'} size="sm" onClick={add} />
        )}
      </div>
      {ranges.length > 0 && (
        <Select
          label="Ranges are in"
          hideLabel
          value={rangeUnit}
          options={[
            { value: 'value', label: 'In the unit of the measure' },
            { value: 'percent', label: 'In percent of the goal' },
          ]}
          onChange={(unit) => onChange({ rangeUnit: unit }, 'Change the unit of ranges')}
        />
      )}
      {ranges.map(({ from, tone, label }, index) => (
        <div key={keys[index]} role="group" aria-label={`Range ${index + 1}`} className="flex flex-col gap-1.5">
          <div className="flex items-start gap-1">
            <div className="w-20 shrink-0">
              <TypedNumberField
                label={`Range ${index + 1} from`}
                hideLabel
                value={String(from)}
                onChange={(text, actionId) => {
                  const number = typedNumber(text)
                  if (number !== null) replace(index, { from: number }, actionId)
                }}
              />
            </div>
            <Select
              label={`Range ${index + 1} is`}
              hideLabel
              className="flex-1"
              value={tone}
              options={toneChoices}
              onChange={(next) => replace(index, { tone: next })}
            />
            <IconButton
              icon={X}
              label={`Remove range ${index + 1}`}
              size="sm"
              onClick={() => onChange({ ranges: ranges.filter((_, at) => at !== index) }, 'Remove range')}
            />
          </div>
          <LiveField
            label={`Name of range ${index + 1}`}
            hideLabel
            value={label}
            maxLength={40}
            placeholder={toneChoices.find(({ value }) => value === tone)?.label}
            onChange={(text, actionId) => replace(index, { label: text }, actionId)}
          />
        </div>
      ))}
    </fieldset>
  )
}

function nextRange(ranges: readonly ValueRange[]): ValueRange {
  const starts = ranges.map(({ from }) => from).toSorted((a, b) => a - b)
  const [last = 0, before = last - 10] = starts.toReversed()
  return { from: last + (last - before || 10), tone: 'good', label: '' }
}

function firstRanges(hasTarget: boolean): Partial<ChartVisual> {
  const rangeOf = (from: number, tone: ValueRange['tone']): ValueRange => ({ from, tone, label: '' })
  return {
    ranges: [rangeOf(0, 'poor'), rangeOf(60, 'fair'), rangeOf(90, 'good')],
    rangeUnit: hasTarget ? 'percent' : 'value',
  }
}
