import { shownLabel } from '../../../query/run-query'
import type { CellValue } from '../../../query/field'
import { hueColor, singleColor } from '../../plot/colors/palette'
import { columnAxis, layOutColumns } from '../../plot/layouts/column-layout'
import { emptyPlot, frameOf, unsuitablePlot } from '../../plot/frame'
import { cellsCondition } from '../../plot/mark-conditions'
import { thinLine } from '../../plot/mark-paths'
import { fullFormatter, plural } from '../../plot/numbers/format-number'
import { labelFormatter } from '../../plot/numbers/number-labels'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import { roundPx, tickCountFor, valueScale } from '../../plot/numbers/value-scale'
import type { Axis, Box, EmptyPlot, MarkLabel, Shape, ShapeMark, ShapesPlot, UnsuitablePlot } from '../../plot/plot'
import { canMeasure, getColumn, type PlotInput } from '../../plot/read-columns'
import { firstMeasureOf } from '../../plot/series-of'
import { placeTicks, tickTextPx } from '../../plot/slot-axis'
import { slotsOf, type SlotValue, type Slots } from '../../plot/slots-of'
import { textWidth } from '../../plot/text/text-width'

/** A column of the chart: from one running total to the next, or from zero to a total. */
interface Step {
  readonly slot: SlotValue
  readonly kind: 'change' | 'total'
  readonly from: number
  readonly to: number
  readonly n: number
}

const leastBarPx = 4
const barPart = 0.72
const mostBarPx = 56
const labelTextPx = 11
const labelGapPx = 9
const labelRoomPx = 10
const abovePx = 8
/** The fill of what counts against the whole, which is hollow beside what counts for it. */
const hollowOpacity = 0.25
const mostMisfits = 3

/**
 * Plots changes one after another, each from where the one before ended, up to a total. A row is a subtotal where the
 * column of totals has a value that is neither false nor zero; the last total is added unless the rows end with one.
 */
export function waterfallPlot(input: PlotInput): ShapesPlot | EmptyPlot | UnsuitablePlot {
  const { visual, data, locale } = input
  const column = visual.x === null ? null : getColumn(data, visual.x)
  if (column === null) return unsuitablePlot(input, 'Choose the column that names the changes.')
  const measure = visual.y[0] === undefined ? null : getColumn(data, visual.y[0])
  if (measure === null) return unsuitablePlot(input, 'Choose the measure with the changes.')
  if (!canMeasure(measure.field))
    return unsuitablePlot(
      input,
      `${shownLabel(data, measure.field.name)} does not hold numbers. Choose another measure.`,
    )
  const slots = slotsOf(column, input, true)
  const { values, counts, notes } = firstMeasureOf(input, slots)
  if (!values.some((value) => typeof value === 'number'))
    return emptyPlot(input, [`No row has a number in ${shownLabel(data, measure.field.name)}.`, ...notes].join(' '))
  const flags = visual.color === null ? null : getColumn(data, visual.color)
  const isTotal = slots.slots.map(() => false)
  flags?.values.forEach((value, row) => {
    const slot = slots.rowSlots[row] ?? -1
    if (slot >= 0 && isSet(value)) isTotal[slot] = true
  })
  const format = columnNumberFormat(visual.format, data, measure.field.name)
  const write = fullFormatter({ locale, format })
  const steps: Step[] = []
  const misfits: string[] = []
  let running = 0
  slots.slots.forEach((slot, index) => {
    const value = values[index]
    const n = counts[index] ?? 0
    if (isTotal[index] !== true) {
      steps.push({ slot, kind: 'change', from: running, to: running + (value ?? 0), n })
      running += value ?? 0
      return
    }
    const total = value ?? running
    // Sums of fractions differ in their last digits.
    if (Math.abs(total - running) > 1e-9 * Math.max(Math.abs(total), Math.abs(running)))
      misfits.push(`${slot.label} is ${write(total)}, though the changes before it add up to ${write(running)}.`)
    steps.push({ slot, kind: 'total', from: 0, to: total, n })
    running = total
  })
  const room = Math.max(2, Math.floor(input.widthPx / leastBarPx)) - 1
  const shown = steps.slice(0, room)
  const cut = shown.length < steps.length
  const last = shown.at(-1)
  if (last !== undefined && last.kind === 'change')
    shown.push({ slot: totalSlot(shown.length), kind: 'total', from: 0, to: last.to, n: 0 })
  return layOut(input, shown, {
    slots: { ...slots, kind: slots.kind === 'time' ? 'time' : 'category', slots: shown.map(({ slot }) => slot) },
    xName: column.field.name,
    yName: measure.field.name,
    notes: [
      ...slots.notes,
      ...notes,
      ...misfits.slice(0, mostMisfits),
      ...(misfits.length > mostMisfits
        ? [
            `${plural(locale, misfits.length - mostMisfits, 'more total differs from its changes', 'more totals differ from their changes')}.`,
          ]
        : []),
      ...(cut ? [`Showing the first ${room} of ${plural(locale, steps.length, 'change')}.`] : []),
    ],
  })
}

function isSet(value: CellValue): boolean {
  return value !== null && value !== false && !['', '0', 'false', 'no'].includes(String(value).trim().toLowerCase())
}

function totalSlot(at: number): SlotValue {
  return { key: '\u0000total', label: 'Total', at, wall: 0, isNull: false, unfinished: false, cells: [] }
}

interface Named {
  readonly slots: Slots
  readonly xName: string
  readonly yName: string
  readonly notes: readonly string[]
}

function layOut(input: PlotInput, steps: readonly Step[], { slots, xName, yName, notes }: Named): ShapesPlot {
  const { visual, data, locale } = input
  const frame = frameOf(input, [], notes, '')
  const format = columnNumberFormat(visual.format, data, yName)
  const write = fullFormatter({ locale, format })
  const changes = steps.map(({ from, to }) => to - from)
  const short = labelFormatter(locale, format, changes)
  const texts = steps.map(({ kind }, index) => signed(short(changes[index] ?? 0), kind, changes[index] ?? 0))
  const ends = steps.flatMap(({ from, to }) => [from, to])
  const scale = valueScale(ends, {
    zero: 'always',
    count: tickCountFor(frame.heightPx - 40, 38),
    whole: ends.every(Number.isInteger),
  })
  const axisOf = (within: Box, isTitled: boolean): Axis => {
    // Time has no place for a total after its last bucket, which is named apart.
    const isApart = slots.kind === 'time' && steps.at(-1)?.n === 0 && steps.at(-1)?.kind === 'total'
    const named = isApart ? slots.slots.slice(0, -1) : slots.slots
    const width = (within.width / steps.length) * named.length
    const axis = columnAxis({ ...slots, slots: named }, input, frame.widthPx, { x: within.x, width }, isTitled)
    const domain = [-0.5, steps.length - 0.5] as const
    if (!isApart) return { ...axis, domain }
    const px = within.x + (within.width / steps.length) * (steps.length - 0.5)
    const total = { value: steps.length - 1, px, label: steps.at(-1)?.slot.label ?? '' }
    return { ...axis, domain, ticks: [...axis.ticks, ...placeTicks([total], frame.widthPx, tickTextPx)] }
  }
  const { box, x, y, px, py } = layOutColumns({
    input,
    frame,
    scale,
    format,
    axisOf,
    abovePx: abovePx + labelRoomPx,
  })
  const bandPx = box.width / steps.length
  const barPx = Math.min(mostBarPx, Math.max(1, bandPx * barPart))
  const rects = steps.map(({ from, to }, index): Box => {
    const [top, bottom] = [py(Math.max(from, to)), py(Math.min(from, to))]
    // A change of nothing is a line, which the pointer finds all the same.
    const height = Math.max(1, bottom - top)
    return {
      x: roundPx(px(index) - barPx / 2),
      y: roundPx((top + bottom - height) / 2),
      width: roundPx(barPx),
      height: roundPx(height),
    }
  })
  const hasTexts = texts.every((text) => textWidth(text, labelTextPx) <= bandPx)
  const isGood = (change: number) => (visual.goodDirection === 'up' ? change >= 0 : change <= 0)
  const bars = rects.map((form, mark): Shape => {
    const change = changes[mark] ?? 0
    const rect = { kind: 'rect', ...form, radius: Math.min(2, form.height / 3) } as const
    if (steps[mark]?.kind === 'total') return { part: 'total', form: rect, fill: singleColor, mark }
    const color = isGood(change) ? goodColor : badColor
    return change >= 0
      ? { part: 'rise', form: rect, fill: color, mark }
      : { part: 'fall', form: rect, fill: color, opacity: hollowOpacity, stroke: color, strokePx: 1.25, mark }
  })
  const ways = steps.slice(1).map((_, index) => {
    const at = roundPx(py(steps[index]?.to ?? 0))
    const [left, right] = [roundPx(px(index) + barPx / 2), roundPx(px(index + 1) - barPx / 2)]
    return thinLine('way', `M${left},${at}H${right}`)
  })
  return {
    ...frame,
    kind: 'shapes',
    axes: { box, x, y },
    shapes: [...ways, ...bars],
    marks: steps.map(markOf),
    labels: hasTexts ? rects.map(labelOf) : [],
    summary: summaryOf(),
  }

  function labelOf(rect: Box, index: number): MarkLabel {
    return {
      x: roundPx(rect.x + rect.width / 2),
      y: roundPx(rect.y - labelGapPx),
      text: texts[index] ?? '',
      anchor: 'middle',
    }
  }

  function markOf({ slot, kind, to, n }: Step, index: number): ShapeMark {
    const change = changes[index] ?? 0
    const rect = rects[index] ?? { x: 0, y: 0, width: 0 }
    const name = shownLabel(data, yName)
    return {
      x: rect.x + rect.width / 2,
      y: rect.y,
      label: slot.label,
      values:
        kind === 'total'
          ? [{ label: name, text: write(to) }]
          : [
              { label: name, text: signed(write(change), kind, change) },
              { label: 'Up to here', text: write(to) },
            ],
      note: [...(slot.unfinished ? ['Not over yet'] : []), ...(n > 1 ? [plural(locale, n, 'row')] : [])].join(' · '),
      ...(slots.kind === 'category' && slot.cells.length > 0 ? { category: slot.isNull ? null : slot.key } : {}),
      conditions: slot.cells.length === 0 ? null : [cellsCondition(xName, slot.cells)],
    }
  }

  function summaryOf(): string {
    const told = steps.map(({ slot, kind }, index) => {
      const change = changes[index] ?? 0
      return `${slot.label} ${signed(write(change), kind, change)}`
    })
    return `Waterfall of ${shownLabel(data, yName)} over ${shownLabel(data, xName)}: ${told.join(', ')}.`
  }
}

/** Green and vermilion, which every kind of colour vision tells apart. */
const [goodColor, badColor] = [hueColor(2), hueColor(4)]

/** A change says its sign; a number below zero does so by itself. */
function signed(text: string, kind: Step['kind'], change: number): string {
  return kind === 'change' && change > 0 ? `+${text}` : text
}
