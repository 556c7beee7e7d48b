import { shownLabel } from '../../../query/run-query'
import { cellsCondition } from '../../plot/mark-conditions'
import { plural } from '../../plot/numbers/format-number'
import { pixelScale } from '../../plot/numbers/value-scale'
import type { Axis } from '../../plot/plot'
import { cellNumber, type Column, type PlotInput } from '../../plot/read-columns'
import { apartLabels, placeTicks, tickTextPx } from '../../plot/slot-axis'
import { addedUpNotes } from '../../plot/series-of'
import { nowWallOf, type Slots, type SlotValue } from '../../plot/slots-of'
import { formatTimeTick } from '../../plot/time/format-time'
import { addGrain, dayMs, floorTime } from '../../plot/time/time-grain'
import { addUp, type Grid, type GridCell } from './grid'

const leastWeekPx = 5

/** Places days by their weeks, from left to right, and their weekdays, from the first of the week down. */
export function calendarGrid(x: Column, days: Slots, measure: Column | null, input: PlotInput): Grid {
  const { data, locale, weekStart } = input
  const weekday = weekStart % 7
  const weekOf = (wall: number) => floorTime(wall, 'week', weekday)
  const walls = days.slots.map(({ wall }) => wall)
  const [first, last] = [weekOf(Math.min(...walls)), weekOf(Math.max(...walls))]
  const all = Math.round((last - first) / (7 * dayMs)) + 1
  const shown = Math.min(all, Math.max(1, Math.floor(input.widthPx / leastWeekPx)))
  const from = addGrain(last, 'week', 1 - shown)
  const { sums, repeated } = addUp(
    data.rowCount,
    (row) => {
      const day = days.slots[days.rowSlots[row] ?? -1]
      if (day === undefined || day.wall < from) return null
      const week = weekOf(day.wall)
      return [Math.round((week - from) / (7 * dayMs)), Math.round((day.wall - week) / dayMs)]
    },
    (row) => (measure === null ? 1 : cellNumber(measure.values[row] ?? null)),
  )
  const dayAt = new Map(days.slots.map((slot) => [slot.wall, slot]))
  const names = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const name = shownLabel(data, x.field.name)
  return {
    columns: { ...days, slots: Array.from({ length: shown }, (_, week) => bandAt(addGrain(from, 'week', week), '')) },
    rows: {
      ...days,
      kind: 'category',
      slots: Array.from({ length: 7 }, (_, day) => bandAt(from + day * dayMs, names.format(from + day * dayMs))),
    },
    words: `the weeks of ${name} across and their days down`,
    // Day by day, as a calendar is read.
    cells: sums
      .toSorted((a, b) => a.column - b.column || a.row - b.row)
      .map((sum): GridCell => {
        const day = dayAt.get(from + (sum.column * 7 + sum.row) * dayMs)
        return {
          ...sum,
          label: day?.label ?? '',
          conditions: day === undefined ? null : [cellsCondition(x.field.name, day.cells)],
        }
      }),
    notes: [
      ...days.notes,
      ...(shown < all ? [`Showing the last ${plural(locale, shown, 'week')} of ${all}.`] : []),
      ...(measure === null ? [] : addedUpNotes(locale, repeated, 'day')),
    ],
    columnAxis: (fromPx, toPx, widthPx) => monthAxis(from, shown, { fromPx, toPx, widthPx }, input),
  }
}

function bandAt(wall: number, label: string): SlotValue {
  return { key: String(wall), label, at: wall, wall, isNull: false, unfinished: false, cells: [] }
}

/** Names each month at the week in which it begins. */
function monthAxis(
  from: number,
  weeks: number,
  { fromPx, toPx, widthPx }: { readonly fromPx: number; readonly toPx: number; readonly widthPx: number },
  input: PlotInput,
): Axis {
  const domain = [-0.5, weeks - 0.5] as const
  const px = pixelScale(domain, fromPx, toPx)
  const now = nowWallOf(input)
  let previous: number | null = null
  const ticks = Array.from({ length: weeks }, (_, week) => week).flatMap((week) => {
    const start = addGrain(from, 'week', week)
    const end = addGrain(start, 'week', 1)
    const month = floorTime(end - dayMs, 'month', 0)
    if (month < start && week > 0) return []
    const label = formatTimeTick(month, previous, 'month', input.locale, now)
    previous = month
    return [{ value: week, px: px(week), label }]
  })
  return {
    kind: 'time',
    domain,
    title: '',
    grid: false,
    shown: true,
    labelAngle: 0,
    labelSizePx: tickTextPx,
    ticks: placeTicks(apartLabels(ticks), widthPx, tickTextPx),
  }
}
