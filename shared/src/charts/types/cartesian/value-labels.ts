import type { NumberFormat } from '../../../query/number-format'
import { formatShare, labelFormatter } from '../../plot/numbers/number-labels'
import { roundPx } from '../../plot/numbers/value-scale'
import type { Box, MarkLabel, PlotPoint, PlotSeries, Slot } from '../../plot/plot'
import { labelHeightPx, labelSpace } from '../../plot/overlays/label-boxes'
import { tickTextPx } from '../../plot/slot-axis'
import type { SpanGrid } from '../../plot/stack'
import { textWidth } from '../../plot/text/text-width'

const besideRowPx = 8
const overBarPx = 9
const overLinePx = 10

/** Writes the length of each stack, or of each bar that stands alone. */
export function endLabels(spans: SpanGrid, locale: string, format: NumberFormat, hasUnit: boolean): string[] {
  const totals = (spans[0] ?? []).map((_, slot) => {
    const ends = spans.flatMap((row) => row[slot] ?? [])
    return ends.length === 0 ? null : ends.reduce((sum, { low, high }) => sum + high - low, 0)
  })
  const write = labelFormatter(
    locale,
    format,
    totals.filter((total) => total !== null),
    { hasUnit },
  )
  return totals.map((total) => (total === null ? '' : write(total)))
}

/** Places values at the ends of rows and totals over stacks; none at all if one would not fit. */
export function placeEndLabels(
  series: readonly PlotSeries[],
  slots: readonly Slot[],
  texts: readonly string[],
  rows: boolean,
  bandPx: number,
): MarkLabel[] {
  if (!rows && texts.some((text) => textWidth(text, tickTextPx) > bandPx - 4)) return []
  return slots.flatMap((slot, at): MarkLabel[] => {
    const points = series.filter((one) => one.mark === 'bar').flatMap((one) => one.points[at] ?? [])
    const drawn = points.filter((point) => point.high !== null)
    const text = texts[at] ?? ''
    if (text === '' || drawn.length === 0) return []
    if (rows) {
      const negative = drawn.every((point) => (point.high ?? 0) < 0)
      const end = Math.max(...drawn.map((point) => Math.max(point.highPx, point.lowPx)))
      return [
        {
          x: roundPx(negative ? Math.max(...drawn.map((point) => point.lowPx)) + besideRowPx : end + besideRowPx),
          y: slot.px,
          text,
          anchor: 'start',
        },
      ]
    }
    return [
      {
        x: slot.px,
        y: roundPx(Math.min(...drawn.map((point) => Math.min(point.highPx, point.lowPx))) - overBarPx),
        text,
        anchor: 'middle',
      },
    ]
  })
}

/** Writes the values of each series: those on one axis with one number of decimals, or as shares of their stack. */
export function valueTexts(
  series: readonly { readonly values: readonly (number | null | undefined)[] }[],
  formats: readonly NumberFormat[],
  locale: string,
  shareOf: ((series: number, slot: number) => number | null) | null,
): readonly (readonly string[])[] {
  return series.map(({ values }, index) => {
    const format = formats[index]
    if (format === undefined) return []
    const write = labelFormatter(
      locale,
      format,
      series.flatMap((one, other) => (formats[other] === format || index === other ? one.values.filter(isNumber) : [])),
    )
    return values.map((value, slot) => {
      if (!isNumber(value)) return ''
      const share = shareOf?.(index, slot) ?? null
      return share === null ? write(value) : formatShare(locale, share)
    })
  })
}

function isNumber(value: number | null | undefined): value is number {
  return value !== null && value !== undefined
}

interface Wanted {
  readonly text: string
  readonly point: PlotPoint
  readonly series: PlotSeries
  readonly isStacked: boolean
}

/**
 * Places the values of marks where they fit: inside the parts of a stack, at the ends of bars, over the points of
 * lines. The highest, lowest and last of each series come first. taken: boxes of other labels.
 */
export function placeValueLabels(
  series: readonly PlotSeries[],
  texts: readonly (readonly string[])[],
  {
    rows,
    room,
    taken,
    isStacked,
  }: {
    readonly rows: boolean
    /** Where labels have to stay. */
    readonly room: Box
    readonly taken: readonly MarkLabel[]
    readonly isStacked: readonly boolean[]
  },
): readonly MarkLabel[] {
  const wanted = series.flatMap((one, index) => {
    const first = firstPoints(one)
    return one.points.flatMap((point, at): (Wanted & { readonly rank: number })[] => {
      const text = texts[index]?.[at] ?? ''
      const isDrawn = point.high !== null && point.beyond === undefined && (one.mark !== 'bar' || point.rect !== null)
      return text === '' || !isDrawn
        ? []
        : [{ text, point, series: one, isStacked: isStacked[index] === true, rank: first.has(at) ? 0 : 1 }]
    })
  })
  const placeFreely = labelSpace(taken)
  return wanted.toSorted((a, b) => a.rank - b.rank).flatMap((one) => placeFreely(placesOf(one, rows), room) ?? [])
}

/** Returns which points of a series are read first, and so placed first: its extremes and its last value. */
function firstPoints({ points }: PlotSeries): ReadonlySet<number> {
  let [low, high] = [-1, -1]
  const valueAt = (index: number) => points[index]?.value ?? null
  points.forEach(({ value }, index) => {
    if (value === null) return
    if (value < (valueAt(low) ?? Infinity)) low = index
    if (value > (valueAt(high) ?? -Infinity)) high = index
  })
  return new Set([low, high, points.length - 1])
}

function placesOf({ text, point, series, isStacked }: Wanted, rows: boolean): readonly MarkLabel[] {
  const { rect, px, highPx, lowPx } = point
  const width = textWidth(text, tickTextPx)
  const common = { text, color: 'var(--color-text)', hasHalo: true } as const
  if (isStacked && rect !== null) {
    const fits = rect.width >= width + 4 && rect.height >= labelHeightPx
    return fits
      ? [{ ...common, x: roundPx(rect.x + rect.width / 2), y: roundPx(rect.y + rect.height / 2), anchor: 'middle' }]
      : []
  }
  const isDown = (point.value ?? 0) < 0
  if (rows)
    return [
      isDown && series.mark === 'bar'
        ? {
            ...common,
            x: roundPx(Math.min(highPx, lowPx) - besideRowPx),
            y: barMiddle(rect, rows) ?? px,
            anchor: 'end',
          }
        : {
            ...common,
            x: roundPx(Math.max(highPx, lowPx) + besideRowPx),
            y: barMiddle(rect, rows) ?? px,
            anchor: 'start',
          },
    ]
  if (series.mark === 'bar')
    return [
      {
        ...common,
        x: barMiddle(rect, rows) ?? px,
        y: roundPx(highPx + (isDown ? overBarPx : -overBarPx)),
        anchor: 'middle',
      },
    ]
  return [-overLinePx, overLinePx + 2].map((dy) => ({ ...common, x: px, y: roundPx(highPx + dy), anchor: 'middle' }))
}

function barMiddle(rect: Box | null, rows: boolean): number | null {
  if (rect === null) return null
  return roundPx(rows ? rect.y + rect.height / 2 : rect.x + rect.width / 2)
}
