import { pickSlots, pickValues, type SlottedSeries } from '../../plot/band-slots'
import { keepM4 } from '../../plot/m4'
import { wholeNumber } from '../../plot/numbers/format-number'
import type { PlotInput } from '../../plot/read-columns'

/** The most points of all lines together: four for each column of pixels of a wide chart. */
const mostLinePoints = 4000

/** Keeps as many points of lines as their width can show: the first, last, lowest and highest of each column of pixels. */
export function thinLines({ slots, series, notes }: SlottedSeries, input: PlotInput): SlottedSeries {
  const columns = Math.min(
    Math.ceil(input.widthPx),
    Math.max(40, Math.floor(mostLinePoints / 4 / Math.max(1, series.length))),
  )
  if (slots.slots.length <= 4 * columns) return { slots, series, notes }
  const xs = slots.slots.map((slot) => slot.at)
  const keep = new Set<number>()
  for (const one of series)
    keepM4(
      xs,
      one.values.map((value) => value ?? null),
      columns,
      keep,
    )
  const indexes = [...keep].sort((a, b) => a - b)
  return {
    slots: pickSlots(slots, indexes),
    series: pickValues(series, indexes),
    notes:
      input.thinnedTo !== undefined ? notes : [...notes, thinnedNote(indexes.length, slots.slots.length, input.locale)],
  }
}

function thinnedNote(kept: number, all: number, locale: string): string {
  return `Drawn from ${wholeNumber(locale, kept)} of ${wholeNumber(locale, all)} points: the first, last, lowest and highest of each step.`
}
