import { barGroups, barRect } from '../../plot/bar-rects'
import { emptyColor, otherColor } from '../../plot/colors/palette'
import { cellsCondition } from '../../plot/mark-conditions'
import type { Box, PlotPoint, PlotSeries, Slot } from '../../plot/plot'
import type { PlotInput } from '../../plot/read-columns'
import { slotPositions } from '../../plot/slot-axis'
import type { Slots, SlotValue } from '../../plot/slots-of'
import type { SpanGrid } from '../../plot/stack'
import { clipEnds } from './clip-point'
import type { Side, StackedSeries } from './stacked-series'

const mostDots = 30

/** Places the slots along their axis. slotPx: from a position along it to its pixel. */
export function placeSlots(
  slots: Slots,
  banded: boolean,
  xName: string,
  slotPx: (position: number) => number,
): readonly Slot[] {
  const positions = slotPositions(slots, banded)
  return slots.slots.map((slot, index): Slot => {
    const position = positions[index] ?? 0
    return {
      position,
      px: slotPx(position),
      unfinished: slot.unfinished,
      ...(slots.kind === 'category' ? { category: slot.isNull ? null : slot.key } : {}),
      get label() {
        return slot.label
      },
      get conditions() {
        return slot.cells.length === 0 ? null : [cellsCondition(xName, slot.cells)]
      },
    }
  })
}

interface SeriesPlace {
  readonly slots: Slots
  readonly outSlots: readonly Slot[]
  readonly banded: boolean
  readonly box: Box
  /** From a value to its pixel on the axis of a side. */
  readonly valuePx: (side: Side) => (value: number) => number
}

/** Places the bars and points of all series. bandPx: the width of the bars of a slot; 0 without bars. */
export function placeSeries(
  { visual }: PlotInput,
  { series, marks, sides, spans, inStack, mode }: StackedSeries,
  { slots, outSlots, banded, box, valuePx }: SeriesPlace,
): { readonly series: readonly PlotSeries[]; readonly bandPx: number } {
  const rows = visual.type === 'row'
  const [startPx, endPx] = rows ? [box.x, box.x + box.width] : [box.y + box.height, box.y]
  const inOnePlace = neverBeside(spans, marks) ? marks.map(() => true) : inStack
  const groups = barGroups(marks, inOnePlace, (rows ? box.height : box.width) / Math.max(1, outSlots.length), rows)
  const placed = series.map((one, index): PlotSeries => {
    const mark = marks[index] ?? 'bar'
    const side = sides[index] ?? 'left'
    const px = valuePx(side)
    const span = spans[index] ?? []
    const connects = visual.missing === 'connect' || (!banded && !slots.regular)
    const isOnly = span.filter((ends) => ends !== null).length === 1
    return {
      id: one.id,
      measure: one.measure,
      label: one.label,
      color: one.color,
      dash: one.dash,
      mark,
      axis: side,
      connects,
      parts: visual.missing !== 'connect',
      conditions: one.conditions,
      points: outSlots.map((slot, at): PlotPoint => {
        const ends = span[at] ?? null
        const value = one.values[at]
        const low = mark === 'line' && ends !== null ? ends.high : (ends?.low ?? null)
        const point = {
          value: value ?? null,
          low,
          high: ends?.high ?? null,
          n: one.counts[at] ?? 0,
          px: slot.px,
          ...(low === null || ends === null
            ? { lowPx: 0, highPx: 0 }
            : clipEnds({ lowPx: px(low), highPx: px(ends.high) }, startPx, endPx)),
        }
        // Nothing is left of a bar that ends before its axis begins.
        const isDrawnBar =
          mark === 'bar' && ends !== null && !(point.beyond !== undefined && point.lowPx === point.highPx)
        return {
          ...point,
          rect:
            isDrawnBar && point.value !== null
              ? barRect(point, groups[index] ?? null, rows, mode !== 'none' && ends.low !== 0, point.value)
              : null,
          color: series.length === 1 ? colorOfRest(slots.slots[at]) : null,
          dot:
            mark !== 'bar' &&
            ends !== null &&
            point.beyond === undefined &&
            ((mark === 'line' && outSlots.length <= mostDots) || (connects ? isOnly : isAlone(span, at))),
        }
      }),
    }
  })
  return { series: placed, bandPx: groups.find((group) => group !== null)?.bandPx ?? 0 }
}

/** Returns true if no slot has two bars, as when each category has its own colour. */
function neverBeside(spans: SpanGrid, marks: readonly PlotSeries['mark'][]): boolean {
  const bars = spans.filter((_, index) => marks[index] === 'bar')
  return (bars[0] ?? []).every((_, at) => bars.filter((row) => (row[at] ?? null) !== null).length < 2)
}

function isAlone(span: readonly unknown[], at: number): boolean {
  return (span[at - 1] ?? null) === null && (span[at + 1] ?? null) === null
}

/** Returns the colour of a slot that is no single value; null for others, which have that of their series. */
function colorOfRest(slot: SlotValue | undefined): string | null {
  if (slot?.isNull === true) return emptyColor
  return slot?.isOthers === true ? otherColor : null
}
