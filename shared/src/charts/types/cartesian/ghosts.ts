import { formatChange } from '../../plot/numbers/number-labels'
import { roundPx } from '../../plot/numbers/value-scale'
import { ghostDash } from '../../plot/overlays/overlay-dashes'
import type { OverlayPlace } from '../../plot/overlays/overlay-place'
import type { EarlierValues, LegendEntry, PlotPoint, PlotSeries, Shape } from '../../plot/plot'
import type { PlotInput } from '../../plot/read-columns'
import type { Series } from '../../plot/series-of'
import type { Slots } from '../../plot/slots-of'
import type { Earlier } from './comparison'

/**
 * The values of earlier of one series, or of the totals of a stack, at each slot. of: its series; null for totals.
 * isUnfiltered: they are not of earlier, but of the same time without the marks chosen in other charts.
 */
export interface Ghost {
  readonly of: string | null
  readonly isUnfiltered?: true
  readonly entry: LegendEntry
  readonly values: readonly (number | null)[]
}

/**
 * Returns a ghost for each series that has values of earlier, or one for the totals of a stack. totalAt: what those
 * were; null for no stack.
 */
export function ghostsOf(
  input: PlotInput,
  { slots }: Slots,
  series: readonly Series[],
  earlier: Pick<Earlier, 'days' | 'at'>,
  totalAt: ReturnType<Earlier['totalAt']> | null,
): readonly Ghost[] {
  // Over a bar of its own colour a stroke would not be seen.
  const alone =
    input.visual.type === 'line' || input.visual.type === 'area' ? 'var(--color-muted)' : 'var(--color-text)'
  const ghostOf = (one: Series | 'total', valueAt: (wall: number) => number | null): Ghost => {
    const id = `\u0000earlier ${one === 'total' ? 'total' : one.id}`
    const name = one === 'total' ? 'Total, ' : series.length === 1 ? '' : `${one.label}, `
    return {
      of: one === 'total' ? null : one.id,
      values: slots.map(({ wall }) => valueAt(wall)),
      entry: {
        id,
        label: `${name}${earlier.days}`,
        color: one === 'total' || series.length === 1 ? alone : one.color,
        dash: ghostDash,
        mark: 'line',
        hidden: input.hidden?.has(id) === true,
      },
    }
  }
  const all =
    totalAt === null
      ? series.filter(({ styleKey }) => styleKey !== null).map((one) => ghostOf(one, (wall) => earlier.at(one, wall)))
      : [ghostOf('total', totalAt)]
  return all.filter(({ values }) => values.some((value) => value !== null))
}

/** Draws a ghost: a line beside lines, a stroke across each bar. */
export function drawGhost({ of, entry, values }: Ghost, series: readonly PlotSeries[], place: OverlayPlace): Shape {
  const own = series.find(({ id }) => id === of)
  const isBars = own === undefined ? series.some(({ mark }) => mark === 'bar') : own.mark === 'bar'
  const [low, high] = place.scale.domain
  let d = ''
  let isOpen = false
  values.forEach((value, index) => {
    const slot = place.slots[index]
    if (value === null || slot === undefined || value < low || value > high) {
      isOpen = false
      return
    }
    const across = place.px(value)
    if (isBars) {
      const barred = own ?? series.find(({ points }) => (points[index]?.rect ?? null) !== null)
      const [from, to] = spanOf(barred?.points[index], slot.px, place)
      d += place.rows ? `M${across},${from}V${to}` : `M${from},${across}H${to}`
      return
    }
    d += `${isOpen ? 'L' : 'M'}${slot.px},${across}`
    isOpen = true
  })
  return {
    part: 'earlier',
    form: { kind: 'path', d },
    fill: 'none',
    stroke: isBars ? 'var(--color-text)' : entry.color,
    strokePx: 2,
    ...(isBars ? {} : { dash: ghostDash }),
    mark: null,
  }
}

/** Draws what there is without a selection, under the marks: a faint bar behind each bar, a faint line behind a line. */
export function drawUnfiltered(
  { of, entry, values }: Ghost,
  series: readonly PlotSeries[],
  place: OverlayPlace,
): Shape {
  const own = series.find(({ id }) => id === of)
  const isBars = own === undefined ? series.some(({ mark }) => mark === 'bar') : own.mark === 'bar'
  const foot = place.px(Math.max(place.scale.domain[0], Math.min(0, place.scale.domain[1])))
  let d = ''
  let isOpen = false
  values.forEach((value, index) => {
    const slot = place.slots[index]
    if (value === null || slot === undefined) {
      isOpen = false
      return
    }
    const across = place.px(value)
    if (!isBars) {
      d += `${isOpen ? 'L' : 'M'}${slot.px},${across}`
      isOpen = true
      return
    }
    const barred = own ?? series.find(({ points }) => (points[index]?.rect ?? null) !== null)
    const [from, to] = spanOf(barred?.points[index], slot.px, place)
    d += place.rows ? `M${foot},${from}H${across}V${to}H${foot}z` : `M${from},${foot}V${across}H${to}V${foot}z`
  })
  const form = { kind: 'path', d } as const
  if (isBars) return { part: 'unfiltered', form, fill: entry.color, opacity: 0.22, mark: null }
  return { part: 'unfiltered', form, fill: 'none', stroke: entry.color, strokePx: 2, strokeOpacity: 0.35, mark: null }
}

/** Returns the ends of a stroke across a bar, or across the middle of its band where it has none. */
function spanOf(point: PlotPoint | undefined, px: number, { rows, bandPx }: OverlayPlace): readonly [number, number] {
  const rect = point?.rect ?? null
  if (rect === null) return [roundPx(px - bandPx * 0.36), roundPx(px + bandPx * 0.36)]
  const [start, length] = rows ? [rect.y, rect.height] : [rect.x, rect.width]
  return [roundPx(start - 1), roundPx(start + length + 1)]
}

/** Writes the values of a ghost for the words of a place, with the change since. */
export function ghostWords(
  { of, entry, values }: Ghost,
  series: readonly PlotSeries[],
  write: (value: number) => string,
  locale: string,
): EarlierValues {
  const { id, label, color } = entry
  const present = (slot: number): number | null => {
    const shown = of === null ? series : series.filter((one) => one.id === of)
    const known = shown.flatMap(({ points }) => points[slot]?.value ?? [])
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
  }
  return {
    id,
    label,
    color,
    texts: values.map((value) => (value === null ? '' : write(value))),
    changes: values.map((value, slot) => {
      const now = present(slot)
      return value === null || value <= 0 || now === null ? '' : formatChange(locale, (now - value) / value, 'relative')
    }),
  }
}
