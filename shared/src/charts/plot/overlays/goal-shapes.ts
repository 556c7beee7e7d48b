import type { NumberFormatter } from '../numbers/format-number'
import { roundPx } from '../numbers/value-scale'
import type { MarkLabel, PlotOverlays, Shape } from '../plot'
import { goalText, type GoalLevel } from './goals'
import { labelSpace } from './label-boxes'
import type { OverlayPlace } from './overlay-place'

interface DrawnGoals extends Omit<PlotOverlays, 'annotations'> {
  /** Says which goals are out of sight. */
  readonly notes: readonly string[]
}

const lineStyle = { fill: 'none', stroke: 'var(--color-text)', strokePx: 1.25, dash: '6 3', mark: null } as const
const bandOpacity = 0.07

/** Draws goals as dashed lines and faint bands, each with its name where it fits. taken: labels that stay free. */
export function drawGoals(
  levels: readonly GoalLevel[],
  place: OverlayPlace,
  write: NumberFormatter,
  taken: readonly MarkLabel[],
): DrawnGoals {
  const under: Shape[] = []
  const over: Shape[] = []
  const labels: MarkLabel[] = []
  const notes: string[] = []
  const placeFreely = labelSpace(taken)
  const [from, to] = place.scale.domain
  for (const level of levels) {
    const isSeen = level.high >= from && level.low <= to && !(place.scale.isLog === true && level.high <= 0)
    if (!isSeen) {
      notes.push(`${goalText(level, write)} lies beyond the axis.`)
      continue
    }
    if (level.bySlot !== null)
      over.push({ part: 'goal', form: { kind: 'path', d: slotPath(level, place) }, ...lineStyle })
    else if (level.low === level.high)
      over.push({ part: 'goal', form: { kind: 'path', d: linePath(place.px(level.low), place) }, ...lineStyle })
    else under.push(bandShape(level, place))
    const label = placeFreely(labelPlaces(level, place, goalText(level, write)), place.box)
    if (label !== undefined) labels.push(label)
  }
  return { under, over, labels, notes }
}

function linePath(at: number, { box, rows }: OverlayPlace): string {
  return rows ? `M${at},${box.y}V${box.y + box.height}` : `M${box.x},${at}H${box.x + box.width}`
}

/** Follows a column: level over the band of each slot, straight between the points of a continuous axis. */
function slotPath({ bySlot }: GoalLevel, { slots, px, rows, bandPx, scale: { domain } }: OverlayPlace): string {
  let d = ''
  let isOpen = false
  for (const { slot, px: along } of slots) {
    const value = bySlot?.get(slot)
    if (value === undefined || value < domain[0] || value > domain[1]) {
      isOpen = false
      continue
    }
    const across = px(value)
    const [start, end] = [roundPx(along - bandPx / 2), roundPx(along + bandPx / 2)]
    const move = isOpen ? 'L' : 'M'
    d += rows ? `${move}${across},${start}` : `${move}${start},${across}`
    if (bandPx > 0) d += rows ? `V${end}` : `H${end}`
    isOpen = true
  }
  return d
}

function bandShape({ low, high }: GoalLevel, { scale, px, box, rows }: OverlayPlace): Shape {
  const [a, b] = [px(Math.max(low, scale.domain[0])), px(Math.min(high, scale.domain[1]))]
  const [start, length] = [Math.min(a, b), roundPx(Math.abs(a - b))]
  const form = rows
    ? { x: start, y: box.y, width: length, height: box.height }
    : { x: box.x, y: start, width: box.width, height: length }
  return {
    part: 'goal-band',
    form: { kind: 'rect', ...form },
    fill: 'var(--color-text)',
    opacity: bandOpacity,
    mark: null,
  }
}

/** The places for a goal's name, the best first: at the end of its line, above it. */
function labelPlaces(
  level: GoalLevel,
  { px, box, rows, scale, slots }: OverlayPlace,
  text: string,
): readonly MarkLabel[] {
  const lastSlot = slots.findLast(({ slot }) => level.bySlot?.has(slot) === true)?.slot
  const value = (lastSlot === undefined ? undefined : level.bySlot?.get(lastSlot)) ?? level.high
  const at = px(Math.min(value, scale.domain[1]))
  const common = { text, color: 'var(--color-text)', hasHalo: true } as const
  const isBand = level.bySlot === null && level.low !== level.high
  const sides = isBand ? [9, -9] : [-9, 9]
  // Over the bars of rows there is room at the ends only.
  const lanes = slots.length > 0 ? [] : [box.y + 22, box.y + 36]
  if (rows)
    return [box.y + 8, ...lanes, box.y + box.height - 8].flatMap((y): MarkLabel[] => [
      { ...common, x: roundPx(at + 5), y, anchor: 'start' },
      { ...common, x: roundPx(at - 5), y, anchor: 'end' },
    ])
  return sides.flatMap((dy): MarkLabel[] => [
    { ...common, x: box.x + box.width, y: roundPx(at + dy), anchor: 'end' },
    { ...common, x: box.x + 2, y: roundPx(at + dy), anchor: 'start' },
  ])
}
