'use client'

import { useState } from 'react'
import { usePageEnvironment } from '@/client/page/page-environment'
import { classNames } from '@/ui/class-names'
import { numberAt, sliderSteps, stepOf, type RangeBars } from './range-bars'

const thumbClass = [
  'pointer-events-none absolute inset-0 m-0 h-full w-full appearance-none bg-transparent outline-none',
  '[&::-webkit-slider-thumb]:pointer-events-auto [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none',
  '[&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-2 [&::-webkit-slider-thumb]:border-surface',
  '[&::-webkit-slider-thumb]:bg-accent focus-visible:[&::-webkit-slider-thumb]:outline-2',
  'focus-visible:[&::-webkit-slider-thumb]:outline-accent [&::-moz-range-thumb]:pointer-events-auto',
  '[&::-moz-range-thumb]:size-3 [&::-moz-range-thumb]:border-surface [&::-moz-range-thumb]:bg-accent',
  'touch:[&::-webkit-slider-thumb]:size-7',
].join(' ')

interface RangeSliderProps {
  readonly name: string
  readonly bars: RangeBars
  readonly min: string | number | null
  readonly max: string | number | null
  /** True for a column of whole numbers. */
  readonly isWhole: boolean
  /** Returns a number as people read it. */
  readonly write: (number: string) => string
  readonly onChange: (ends: { readonly min: string | null; readonly max: string | null }) => void
}

const thumbs = ['min', 'max'] as const
const thumbLabels = { min: 'Lowest', max: 'Highest' } as const

/** The spread of a column under a slider with two thumbs. An end of the slider is open; a thumb applies once it rests. */
export function RangeSlider({ name, bars, min, max, isWhole, write, onChange }: RangeSliderProps) {
  const { locale } = usePageEnvironment()
  const set = { min: stepOf(min, 'min', bars), max: stepOf(max, 'max', bars) }
  const [moved, setMoved] = useState<{ readonly min: number; readonly max: number } | null>(null)
  const steps = moved ?? set
  const typed = { min, max }
  const numberOf = (end: 'min' | 'max') =>
    // A thumb that was not moved keeps what was typed, with its digits.
    steps[end] === set[end]
      ? typed[end] === null
        ? null
        : String(typed[end])
      : numberAt(steps[end], end, bars, isWhole)
  const apply = () => {
    if (moved === null) return
    onChange({ min: numberOf('min'), max: numberOf('max') })
    setMoved(null)
  }
  const most = Math.max(1, ...bars.counts)
  const rows = bars.counts.reduce((sum, count) => sum + count, 0)
  const isIn = (place: number) => {
    const [from, to] = [(place / bars.counts.length) * sliderSteps, ((place + 1) / bars.counts.length) * sliderSteps]
    return to > steps.min && from < steps.max
  }
  return (
    <div role="group" aria-label={`Range of ${name}`}>
      <div
        role="img"
        aria-label={`${new Intl.NumberFormat(locale).format(rows)} rows from ${write(String(bars.low))} to ${write(String(bars.high))}`}
        className="mx-2 flex h-14 items-end gap-px"
      >
        {bars.counts.map((count, place) => (
          <span
            key={place}
            className={classNames('flex-1 forced-color-adjust-none', isIn(place) ? 'bg-accent' : 'bg-line-strong')}
            style={{ height: count === 0 ? 0 : `max(2px, ${(count / most) * 100}%)` }}
          />
        ))}
      </div>
      <div className="relative h-6 touch:h-11">
        <div aria-hidden className="absolute inset-x-2 top-1/2 h-1 -translate-y-1/2 rounded-full bg-line-strong" />
        {thumbs.map((end) => (
          <input
            key={end}
            type="range"
            aria-label={`${thumbLabels[end]} ${name}`}
            aria-valuetext={write(numberOf(end) ?? String(end === 'min' ? bars.low : bars.high))}
            min={0}
            max={sliderSteps}
            step={1}
            value={steps[end]}
            onChange={({ target }) => {
              const step = target.valueAsNumber
              setMoved(
                end === 'min'
                  ? { min: Math.min(step, steps.max), max: steps.max }
                  : { min: steps.min, max: Math.max(step, steps.min) },
              )
            }}
            onPointerUp={apply}
            onKeyUp={apply}
            onBlur={apply}
            // The thumb nearer to its end lies above, so that neither is out of reach where they meet.
            style={{ zIndex: end === 'min' && steps.min > sliderSteps / 2 ? 1 : undefined }}
            className={thumbClass}
          />
        ))}
      </div>
    </div>
  )
}
