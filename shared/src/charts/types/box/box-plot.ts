import type { CellValue } from '../../../query/field'
import { shownLabel } from '../../../query/run-query'
import { hasReadyBoxes } from '../../chart-visual'
import { bandOrder, pickSlots } from '../../plot/band-slots'
import { boxOf, farthestFirst, mostBoxes, outliersPerBox, type Box5 } from '../../plot/boxes'
import { emptyColor, singleColor } from '../../plot/colors/palette'
import { columnAxis, layOutColumns } from '../../plot/layouts/column-layout'
import { emptyPlot, frameOf, unsuitablePlot } from '../../plot/frame'
import { cellsCondition } from '../../plot/mark-conditions'
import { fullFormatter, plural, wholeNumber } from '../../plot/numbers/format-number'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import { roundPx, tickCountFor, valueScale } from '../../plot/numbers/value-scale'
import type { EmptyPlot, Shape, ShapeMark, ShapesPlot, UnsuitablePlot } from '../../plot/plot'
import { canMeasure, cellNumber, countedColumns, getColumn, type Column, type PlotInput } from '../../plot/read-columns'
import { slotsOf, wholeSlot, type Slots, type SlotValue } from '../../plot/slots-of'

const leastColumnPx = 8
const boxPart = 0.6
const mostBoxPx = 64
const outlierRadiusPx = 2.25
const boxOpacity = 0.3

/** The boxes of a result by slot; null for a slot without values. */
interface Boxes {
  readonly boxes: readonly (Box5 | null)[]
  readonly notes: readonly string[]
}

/**
 * Plots how the values of a measure are spread: the middle half as a box around the median, whiskers to the last values
 * within 1.5 times its height, and what lies beyond as dots. The database computes this unless the whole result is
 * here; with five measures the query has.
 */
export function boxPlot(input: PlotInput): ShapesPlot | EmptyPlot | UnsuitablePlot {
  const { visual, data, bins, locale } = input
  if (visual.y.length === 0) return unsuitablePlot(input, 'Choose the measure whose values are spread.')
  const measures = visual.y.flatMap((name) => getColumn(data, name) ?? [])
  const wrong = measures.find(({ field }) => !canMeasure(field))
  if (wrong !== undefined)
    return unsuitablePlot(input, `${shownLabel(data, wrong.field.name)} does not hold numbers. Choose another measure.`)
  const x = visual.x === null ? null : getColumn(data, visual.x)
  const slots = x === null ? wholeSlot(data.rowCount) : slotsOf(x, input, true)
  const [measure] = measures
  if (measure === undefined) return unsuitablePlot(input, 'Choose the measure whose values are spread.')
  const isReady = hasReadyBoxes(visual)
  const { boxes, notes } =
    bins !== undefined
      ? countedBoxes(input, slots)
      : isReady
        ? readyBoxes(measures, slots, input)
        : boxesOf(measure, slots, input)
  if (boxes.every((box) => box === null))
    return emptyPlot(input, [`No row has a number in ${shownLabel(data, measure.field.name)}.`, ...notes].join(' '))
  const { indexes, byValue } = bandOrder(
    slots,
    boxes.map((box) => box?.median ?? -Infinity),
    input,
  )
  const room = Math.max(1, Math.min(mostBoxes, Math.floor((input.widthPx - 60) / leastColumnPx)))
  const kept = indexes.slice(0, room)
  const cut =
    kept.length < indexes.length
      ? [
          `Showing the ${byValue ? 'highest' : 'first'} ${kept.length} of ${plural(locale, indexes.length, 'category', 'categories')}.`,
        ]
      : []
  const dropped = bins?.dropped ?? 0
  return layOut(
    input,
    pickSlots(slots, kept),
    kept.map((index) => boxes[index] ?? null),
    measure,
    [
      ...(bins === undefined ? slots.notes : []),
      ...(dropped > 0 ? [withoutValue(locale, dropped, measure, input)] : []),
      ...(bins !== undefined && bins.restCount > 0
        ? [`${plural(locale, bins.restCount, 'category', 'categories')} of fewer rows left out.`]
        : []),
      ...notes,
      ...cut,
      ...(visual.y.length > 1 && !isReady
        ? [
            `Only the first of ${visual.y.length} measures is drawn. Ready boxes need five: lower whisker, lower quartile, median, upper quartile, upper whisker.`,
          ]
        : []),
    ],
  )
}

function withoutValue(locale: string, count: number, { field }: Column, { data }: PlotInput): string {
  return `${plural(locale, count, 'row')} without a number in ${shownLabel(data, field.name)} left out.`
}

function boxesOf(measure: Column, { slots, rowSlots }: Slots, input: PlotInput): Boxes {
  const valuesBySlot: number[][] = slots.map(() => [])
  let dropped = 0
  measure.values.forEach((cell, row) => {
    const value = cellNumber(cell)
    if (value === null) dropped++
    else valuesBySlot[rowSlots[row] ?? -1]?.push(value)
  })
  const kept = outliersPerBox(valuesBySlot.filter((values) => values.length > 0).length)
  return {
    boxes: valuesBySlot.map((values) => boxOf(values, kept)),
    notes: dropped > 0 ? [withoutValue(input.locale, dropped, measure, input)] : [],
  }
}

/** Reads boxes that the database computed; see `boxFields`. */
function countedBoxes({ data, visual }: PlotInput, { slots, rowSlots }: Slots): Boxes {
  const [kinds = [], counts = [], outside = [], lows = [], q1s = [], q3s = [], highs = []] = countedColumns(data, 7)
  const ats = (getColumn(data, visual.y[0] ?? '')?.values ?? []).map(Number)
  const boxes: (Box5 | null)[] = slots.map(() => null)
  const outliers: number[][] = slots.map(() => [])
  ats.forEach((at, row) => {
    const slot = rowSlots[row] ?? -1
    if (kinds[row] === 1) outliers[slot]?.push(at)
    else if (slot >= 0)
      boxes[slot] = {
        low: lows[row] ?? at,
        q1: q1s[row] ?? at,
        median: at,
        q3: q3s[row] ?? at,
        high: highs[row] ?? at,
        n: counts[row] ?? 0,
        outlierCount: outside[row] ?? 0,
        outliers: [],
      }
  })
  return {
    boxes: boxes.map((box, slot) => box && { ...box, outliers: farthestFirst(outliers[slot] ?? [], box.median) }),
    notes: [],
  }
}

/** Reads the five numbers of each box from the row of its slot. */
function readyBoxes(measures: readonly Column[], { slots, rowSlots }: Slots, { locale }: PlotInput): Boxes {
  const boxes: (Box5 | null)[] = slots.map(() => null)
  let [unfit, repeated] = [0, 0]
  rowSlots.forEach((slot, row) => {
    if (slot < 0) return
    const numbers = measures.map(({ values }) => cellNumber(values[row] ?? null))
    const [low, q1, median, q3, high] = numbers.filter((number) => number !== null)
    const isAscending = numbers.every(
      (number, index) => index === 0 || (number ?? -Infinity) >= (numbers[index - 1] ?? Infinity),
    )
    if (
      low === undefined ||
      q1 === undefined ||
      median === undefined ||
      q3 === undefined ||
      high === undefined ||
      !isAscending
    )
      unfit++
    else if (boxes[slot] !== null) repeated++
    else boxes[slot] = { low, q1, median, q3, high, n: 1, outlierCount: 0, outliers: [] }
  })
  return {
    boxes,
    notes: [
      ...(unfit > 0 ? [`${plural(locale, unfit, 'row')} left out, whose five numbers do not ascend.`] : []),
      ...(repeated > 0 ? [`${plural(locale, repeated, 'row')} left out, whose box has another row already.`] : []),
    ],
  }
}

function layOut(
  input: PlotInput,
  slots: Slots,
  boxes: readonly (Box5 | null)[],
  measure: Column,
  earlier: readonly string[],
): ShapesPlot {
  const { visual, data, locale } = input
  // Ready boxes are known by their median.
  const name = shownLabel(data, (hasReadyBoxes(visual) ? visual.y[2] : undefined) ?? measure.field.name)
  const drawn = boxes.filter((box) => box !== null)
  const notes = [...earlier, ...outlierNotes(drawn, locale)]
  const frame = frameOf(input, [], notes, '')
  const format = columnNumberFormat(visual.format, data, measure.field.name)
  const write = fullFormatter({ locale, format })
  const ends = drawn.flatMap(({ low, q1, q3, high, outliers }) => [Math.min(low, q1), Math.max(high, q3), ...outliers])
  const scale = valueScale(ends, {
    zero: 'near',
    count: tickCountFor(frame.heightPx - 40, 38),
    whole: ends.every(Number.isInteger),
  })
  const { box, x, y, px, py } = layOutColumns({
    input,
    frame,
    scale,
    format,
    axisOf: (within, isTitled) => columnAxis(slots, input, frame.widthPx, within, isTitled),
    abovePx: 8,
  })
  const halfPx = Math.min(mostBoxPx, Math.max(3, (box.width / slots.slots.length) * boxPart)) / 2
  const shapes: Shape[] = []
  const marks: ShapeMark[] = []
  const outlierMarks: { readonly slot: SlotValue; readonly value: number; readonly at: number }[] = []
  boxes.forEach((one, index) => {
    const slot = slots.slots[index]
    if (one === null || slot === undefined) return
    const at = px(index)
    shapes.push(...boxShapes(one, at, marks.length, slot.isNull ? emptyColor : singleColor))
    marks.push({
      x: at,
      y: py(Math.max(one.q3, one.high)),
      label: slot.label,
      values: [
        { label: 'Upper whisker', text: write(one.high) },
        { label: 'Upper quartile', text: write(one.q3) },
        { label: 'Median', text: write(one.median) },
        { label: 'Lower quartile', text: write(one.q1) },
        { label: 'Lower whisker', text: write(one.low) },
      ],
      note: [
        ...(one.n > 1 ? [plural(locale, one.n, 'row')] : []),
        ...(one.outlierCount > 0 ? [plural(locale, one.outlierCount, 'outlier')] : []),
        ...(slot.unfinished ? ['Not over yet'] : []),
      ].join(' · '),
      ...rowsOf(slot),
    })
    outlierMarks.push(...one.outliers.map((value) => ({ slot, value, at })))
  })
  const cellsByValue = outlierMarks.length > 0 && input.bins === undefined ? cellsOf(measure) : new Map<number, never>()
  for (const { slot, value, at } of outlierMarks) {
    shapes.push({
      part: 'outlier',
      form: { kind: 'circle', cx: at, cy: py(value), r: outlierRadiusPx },
      fill: 'none',
      stroke: slot.isNull ? emptyColor : singleColor,
      strokePx: 1.25,
      mark: marks.length,
    })
    const { conditions } = rowsOf(slot)
    marks.push({
      x: at,
      y: py(value),
      label: `${slot.label}, outlier`,
      values: [{ label: name, text: write(value) }],
      note: '',
      ...rowsOf(slot),
      // A double that the database computed need not be the one that a row has.
      conditions: conditions === null || input.bins !== undefined ? null : withValue(conditions, value),
    })
  }
  return {
    ...frame,
    kind: 'shapes',
    axes: { box, x, y },
    shapes,
    marks,
    labels: [],
    summary: summaryOf(),
  }

  function rowsOf({ key, isNull, cells }: SlotValue): Pick<ShapeMark, 'category' | 'conditions'> {
    if (visual.x === null) return { conditions: [] }
    return {
      ...(slots.kind === 'category' ? { category: isNull ? null : key } : {}),
      conditions: cells.length === 0 ? null : [cellsCondition(visual.x, cells)],
    }
  }

  function withValue(conditions: NonNullable<ShapeMark['conditions']>, value: number): ShapeMark['conditions'] {
    const cells = cellsByValue.get(value)
    return cells === undefined ? null : [...conditions, cellsCondition(measure.field.name, [...cells])]
  }

  /** A box is wide, its median a line across it; the whiskers end in strokes half as wide. */
  function boxShapes({ low, q1, median, q3, high }: Box5, at: number, mark: number, color: string): readonly Shape[] {
    const [left, right] = [roundPx(at - halfPx), roundPx(at + halfPx)]
    const [capLeft, capRight] = [roundPx(at - halfPx / 2), roundPx(at + halfPx / 2)]
    const [top, bottom] = [py(q3), py(q1)]
    const heightPx = Math.max(1, roundPx(bottom - top))
    // Interpolated quartiles can lie beyond the last value that is no outlier.
    const [highPx, lowPx] = [Math.min(top, py(high)), Math.max(bottom, py(low))]
    const line = { fill: 'none', stroke: color, mark } as const
    const whisker = (from: number, to: number) => `M${at},${from}V${to}M${capLeft},${to}H${capRight}`
    return [
      {
        ...line,
        part: 'whisker',
        strokePx: 1.25,
        form: { kind: 'path', d: whisker(top, highPx) + whisker(bottom, lowPx) },
      },
      {
        part: 'box',
        form: {
          kind: 'rect',
          x: left,
          y: roundPx((top + bottom - heightPx) / 2),
          width: roundPx(right - left),
          height: heightPx,
          radius: 1,
        },
        fill: color,
        opacity: boxOpacity,
        stroke: color,
        strokePx: 1.25,
        mark,
      },
      { ...line, part: 'median', strokePx: 2.5, form: { kind: 'path', d: `M${left},${py(median)}H${right}` } },
    ]
  }

  function summaryOf(): string {
    const told = boxes.flatMap((one, index) =>
      one === null
        ? []
        : [
            `${slots.slots[index]?.label ?? ''} median ${write(one.median)}, half from ${write(one.q1)} to ${write(one.q3)}`,
          ],
    )
    const over = visual.x === null ? '' : ` by ${shownLabel(data, visual.x)}`
    return `Box plot of ${name}${over}: ${told.join('; ')}.`
  }
}

/** Returns the cells of each number, which can be written in several ways. */
function cellsOf({ values }: Column): ReadonlyMap<number, ReadonlySet<CellValue>> {
  const cells = new Map<number, Set<CellValue>>()
  for (const cell of values) {
    const value = cellNumber(cell)
    if (value === null) continue
    const known = cells.get(value)
    if (known === undefined) cells.set(value, new Set([cell]))
    else known.add(cell)
  }
  return cells
}

function outlierNotes(boxes: readonly Box5[], locale: string): readonly string[] {
  const [drawn, all] = boxes.reduce<readonly [number, number]>(
    ([some, total], { outliers, outlierCount }) => [some + outliers.length, total + outlierCount],
    [0, 0],
  )
  return drawn < all
    ? [`${wholeNumber(locale, drawn)} of ${wholeNumber(locale, all)} outliers are drawn: the farthest of each box.`]
    : []
}
