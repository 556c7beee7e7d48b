import { fullFormatter } from '../../plot/numbers/format-number'
import { annotationsSaid, drawAnnotations, placeAnnotations, textsBySlot } from '../../plot/overlays/annotations'
import { drawGoals } from '../../plot/overlays/goal-shapes'
import { goalsOf, overlaysSaid, type CountedValue, type Goals } from '../../plot/overlays/goals'
import type { OverlayPlace } from '../../plot/overlays/overlay-place'
import { drawTrend, trendWords } from '../../plot/overlays/trend-shapes'
import type { LegendEntry, MarkLabel, PlotOverlays, PlotSeries, Slot } from '../../plot/plot'
import type { SlottedSeries } from '../../plot/band-slots'
import type { PlotInput } from '../../plot/read-columns'
import type { Series } from '../../plot/series-of'
import type { Slots } from '../../plot/slots-of'
import type { Earlier } from './comparison'
import { unfilteredGhosts } from './unfiltered'
import { drawGhost, drawUnfiltered, ghostsOf, ghostWords, type Ghost } from './ghosts'
import type { Side, StackedSeries } from './stacked-series'
import { slotPlaces, totalOf, trendsOf, type Trends } from './trends'
import type { ValueAxes } from './value-axes'

/** The goals, trends and values of earlier of a chart, before they have places. */
export interface FoundOverlays {
  readonly goals: Goals
  readonly trends: Trends
  readonly ghosts: readonly Ghost[]
  readonly shownGhosts: readonly Ghost[]
  readonly legend: readonly LegendEntry[]
  /** The values that the axis of a side includes for them. */
  readonly extra: Readonly<Record<Side, readonly number[]>>
  readonly notes: readonly string[]
}

/** The results' rows that overlays are computed from. */
export interface OverlaySources {
  /** The slots of the rows, before any were sorted or left out. */
  readonly found: Slots
  /** The slots and series that trends are computed from: in the order drawn, and whole. */
  readonly trended: SlottedSeries
  readonly earlier: Earlier | null
  /** The series of the answer, also those that are hidden. */
  readonly known: readonly Series[]
}

export function findOverlays(
  input: PlotInput,
  slots: Slots,
  stack: StackedSeries,
  { found, trended, earlier, known }: OverlaySources,
): FoundOverlays {
  const { visual } = input
  const { series, mode, mainSide } = stack
  const goals = goalsOf(
    input,
    mode === 'percent' ? [] : drawnValues(mode === 'stacked' ? [totalOf(series)] : series),
    found,
  )
  const trends =
    mode === 'percent'
      ? { lines: [], notes: visual.trend === 'none' ? [] : ['Shares of a whole have no trend.'] }
      : trendsOf(input, trended, mode === 'stacked' ? [totalOf(trended.series)] : trended.series)
  const unfiltered = mode === 'percent' ? [] : unfilteredGhosts(input, slots, series, mode === 'stacked')
  const ofEarlier =
    earlier === null || slots.kind !== 'time' || mode === 'percent'
      ? []
      : ghostsOf(input, slots, series, earlier, mode === 'stacked' ? earlier.totalAt(known, series) : null)
  const ghosts = [...ofEarlier, ...unfiltered]
  const shownGhosts = ghosts.filter(({ entry }) => !entry.hidden)
  const extraOf = (side: Side) => [
    ...(side === mainSide ? goals.levels.flatMap(({ low, high }) => [low, high]) : []),
    ...shownGhosts
      .filter(({ of }) => sideOf(of, stack) === side)
      .flatMap(({ values }) => values.flatMap((value) => value ?? [])),
  ]
  return {
    goals,
    trends,
    ghosts,
    shownGhosts,
    legend: [...ofEarlier, ...trends.lines].map(({ entry }) => entry),
    extra: { left: extraOf('left'), right: extraOf('right') },
    notes: [
      ...(earlier !== null && mode === 'percent' ? ['Shares of a whole are compared with nothing.'] : []),
      ...goals.notes,
      ...trends.notes,
    ],
  }
}

/** Returns the side on whose axis a series lies; null for what is of all. */
function sideOf(id: string | null, { series, sides, mainSide }: Pick<StackedSeries, 'series' | 'sides' | 'mainSide'>) {
  return sides[series.findIndex((one) => one.id === id)] ?? mainSide
}

interface DrawnPlace {
  readonly placeOf: (side: Side) => OverlayPlace
  readonly slots: Slots
  readonly outSlots: readonly Slot[]
  readonly outSeries: readonly PlotSeries[]
  readonly banded: boolean
  /** From a position along the axis of slots to its pixel. */
  readonly slotPx: (position: number) => number
  /** Labels that stay free. */
  readonly taken: readonly MarkLabel[]
}

interface DrawnOverlays {
  readonly overlays: PlotOverlays
  readonly notes: readonly string[]
  /** The overlays in sentences, for the summary. */
  readonly said: readonly string[]
}

/** Draws goals, trends, values of earlier and annotations at their places. */
export function drawOverlays(
  input: PlotInput,
  { goals, trends, ghosts, shownGhosts }: FoundOverlays,
  earlier: Earlier | null,
  { leftFormat, axisFormat, formats }: Pick<ValueAxes, 'leftFormat' | 'axisFormat' | 'formats'>,
  stack: StackedSeries,
  { placeOf, slots, outSlots, outSeries, banded, slotPx, taken }: DrawnPlace,
): DrawnOverlays {
  const { visual, locale } = input
  const { series, mode, mainSide } = stack
  const place = placeOf(mainSide)
  const placeOfSeries = (id: string | null) => placeOf(sideOf(id, stack))
  const writeOf = (id: string | null) => {
    const format = formats[series.findIndex((one) => one.id === id)]
    return format === undefined ? writeLevel : fullFormatter({ locale, format })
  }
  const noted = placeAnnotations(visual.annotations, slots, banded)
  const drawnNotes = drawAnnotations(
    noted.placed,
    ({ slot, at }) => (at === null ? (outSlots[slot]?.px ?? 0) : slotPx(at)),
    place.box,
    place.rows,
  )
  const writeLevel = fullFormatter({ locale, format: mode === 'percent' ? axisFormat : leftFormat })
  const drawnGoals = drawGoals(goals.levels, place, writeLevel, [...taken, ...drawnNotes.labels])
  const allPlaces = slotPlaces(slots).map((at, index) => ({ at, px: outSlots[index]?.px ?? 0 }))
  const places = visual.trend === 'linear' && !banded ? someOf(allPlaces) : allPlaces
  const shownTrends = trends.lines.filter(({ entry }) => !entry.hidden)
  return {
    overlays: {
      under: [
        ...shownGhosts
          .filter(({ isUnfiltered }) => isUnfiltered)
          .map((ghost) => drawUnfiltered(ghost, outSeries, placeOfSeries(ghost.of))),
        ...drawnGoals.under,
      ],
      over: [
        ...shownGhosts
          .filter(({ isUnfiltered }) => isUnfiltered !== true)
          .map((ghost) => drawGhost(ghost, outSeries, placeOfSeries(ghost.of))),
        ...shownTrends.map((trend) => drawTrend(trend, places, placeOfSeries(trend.of))),
        ...drawnGoals.over,
        ...drawnNotes.over,
      ],
      earlier: shownGhosts.map((ghost) => ghostWords(ghost, outSeries, writeOf(ghost.of), locale)),
      trends: shownTrends.map((trend) => trendWords(trend, (slot) => allPlaces[slot]?.at, writeOf(trend.of))),
      labels: [...drawnGoals.labels, ...drawnNotes.labels],
      annotations: textsBySlot(noted.placed),
    },
    notes: [...noted.notes, ...drawnGoals.notes],
    said: [
      ...(ghosts.length === 0 || earlier === null ? [] : [`Compared with ${earlier.days}.`]),
      ...overlaysSaid(goals.levels, shownTrends, writeLevel),
      ...annotationsSaid(noted.placed, ({ slot }) => outSlots[slot]?.label ?? ''),
    ],
  }
}

const mostTrendPlaces = 64

/** Returns as many of the places as a straight line needs, however it is bent by its axis or cut off. */
function someOf<T>(places: readonly T[]): readonly T[] {
  const each = Math.ceil(places.length / mostTrendPlaces)
  return places.filter((_, index) => index % each === 0 || index === places.length - 1)
}

function drawnValues(series: readonly Pick<Series, 'values'>[]): readonly CountedValue[] {
  return series.flatMap(({ values }) => values.flatMap((value) => (typeof value === 'number' ? [{ value, n: 1 }] : [])))
}
