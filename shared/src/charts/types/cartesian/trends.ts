import type { SlottedSeries } from '../../plot/band-slots'
import type { TrendLine } from '../../plot/overlays/overlay-place'
import { trendDash } from '../../plot/overlays/overlay-dashes'
import { fitLine, fitWords, movingAverage } from '../../plot/overlays/trend'
import type { PlotInput } from '../../plot/read-columns'
import type { Series } from '../../plot/series-of'
import type { Slots } from '../../plot/slots-of'

/** The values that a trend goes through: those of one series, or the totals of a stack. */
export type TrendSource = Pick<Series, 'id' | 'label' | 'color' | 'values'>

export interface Trends {
  readonly lines: readonly TrendLine[]
  readonly notes: readonly string[]
}

/** Returns the place of each slot along x: its instant or number, or its index among categories. */
export function slotPlaces({ kind, slots }: Slots): readonly number[] {
  return slots.map(({ at }, index) => (kind === 'category' ? index : at))
}

/** Returns what is stacked as one series of totals. */
export function totalOf(series: readonly Series[]): TrendSource {
  const values = (series[0]?.values ?? []).map((_, slot) => {
    const known = series.flatMap((one) => one.values[slot] ?? [])
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
  })
  return { id: 'total', label: 'the total', color: 'var(--color-text)', values }
}

/**
 * Computes the trends that a chart has chosen. An unfinished bucket is no part of a line's fit, which its low value
 * would bend.
 */
export function trendsOf(
  input: PlotInput,
  { slots }: Pick<SlottedSeries, 'slots'>,
  sources: readonly TrendSource[],
): Trends {
  const { visual } = input
  if (visual.trend === 'none') return { lines: [], notes: [] }
  const places = slotPlaces(slots)
  const notes: string[] = []
  if (input.thinnedTo !== undefined) notes.push('The trend is of the points drawn, not of all rows.')
  // Over bars of its own colour a line would not be seen.
  const isOverLine = visual.type === 'line' || visual.type === 'area' || sources.length > 1
  const lines = sources.flatMap((source): TrendLine[] => {
    // A panel may lack a series.
    if (input.isDrawn !== undefined && source.values.every((value) => value === undefined)) return []
    const of = sources.length === 1 && source.id !== 'total' ? '' : ` of ${source.label}`
    const made =
      visual.trend === 'linear' ? linear(source, slots, places, input) : average(source, slots, places, input)
    if (made === null) {
      notes.push(
        `There is no trend${of || ` of ${source.label}`}: it needs ${visual.trend === 'linear' ? 'two values' : `${visual.trendSpan} places`}.`,
      )
      return []
    }
    const id = `\u0000trend ${source.id}`
    return [
      {
        of: source.id === 'total' ? null : source.id,
        // Where there is little room, the end of a name is what is cut off.
        name: of === '' ? made.name : `${source.id === 'total' ? 'Total' : source.label}, ${made.name.toLowerCase()}`,
        at: made.at,
        entry: {
          id,
          label: `${made.name}${of}${made.fit}`,
          color: isOverLine ? source.color : 'var(--color-text)',
          dash: trendDash,
          mark: 'line',
          hidden: input.hidden?.has(id) === true,
        },
      },
    ]
  })
  return { lines, notes }
}

interface Made {
  readonly at: TrendLine['at']
  readonly name: string
  /** How well it fits; empty if that is not known. */
  readonly fit: string
}

function linear({ values }: TrendSource, slots: Slots, places: readonly number[], { locale }: PlotInput): Made | null {
  const fit = fitLine(
    slots.slots.flatMap((slot, index) => {
      const [x, y] = [places[index], values[index] ?? null]
      return slot.unfinished || slot.isNull || x === undefined || y === null ? [] : [{ x, y }]
    }),
  )
  return fit === null ? null : { at: fit.at, name: 'Trend', fit: ` (${fitWords(fit, locale)})` }
}

function average(source: TrendSource, slots: Slots, places: readonly number[], { visual }: PlotInput): Made | null {
  const averages = movingAverage(source.values, visual.trendSpan)
  if (averages.every((value) => value === null)) return null
  const byPlace = new Map(places.map((place, index) => [place, averages[index] ?? null]))
  const unit = slots.regular && slots.grain !== null ? slots.grain : 'point'
  return {
    at: (along) => byPlace.get(along) ?? null,
    name: `${visual.trendSpan}-${unit} average`,
    fit: '',
  }
}
