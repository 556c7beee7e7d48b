import { shownLabel } from '../../../query/run-query'
import { fullFormatter } from '../../plot/numbers/format-number'
import { formatShare, labelFormatter } from '../../plot/numbers/number-labels'
import { categoryColors } from '../../plot/colors/assign-colors'
import { emptyPlot, frameOf, unmeasurablePlot, unsuitablePlot } from '../../plot/frame'
import { emptyColor, otherColor } from '../../plot/colors/palette'
import { cellsCondition } from '../../plot/mark-conditions'
import { zeroPartsNotes } from '../../plot/part-tree'
import type { EmptyPlot, MarkLabel, PiePlot, Slice, UnsuitablePlot } from '../../plot/plot'
import { chosenFor, getColumn, type PlotInput } from '../../plot/read-columns'
import { countMeasure, firstMeasureOf } from '../../plot/series-of'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import { slotsOf } from '../../plot/slots-of'
import { summarizePie } from '../../plot/summary'
import { textWidth } from '../../plot/text/text-width'
import { roundPx } from '../../plot/numbers/value-scale'

const mostSlices = 6
const holePart = 0.58
/** If the shares around it left a smaller radius, they are omitted; the tooltip has them too. */
const smallestBesideShares = 20

/** Plots shares of a whole: at most six slices from 12 o'clock, clockwise, descending; the rest is Other. */
export function piePlot(input: PlotInput): PiePlot | EmptyPlot | UnsuitablePlot {
  const { visual, data, locale } = input
  const column = visual.x === null ? null : getColumn(data, visual.x)
  if (column === null) return unsuitablePlot(input, 'Choose the column whose values are the slices.')
  const measure = visual.y[0] ?? null
  const measureColumn = measure === null ? null : getColumn(data, measure)
  const unmeasurable = unmeasurablePlot(input, measureColumn)
  if (unmeasurable !== null) return unmeasurable
  const format = columnNumberFormat(visual.format, data, measure)
  const found = slotsOf(column, input, true)
  const { values, counts, notes: seriesNotes } = firstMeasureOf(input, found)
  const negative = values.findIndex((value) => (value ?? 0) < 0)
  if (negative >= 0) {
    return unsuitablePlot(
      input,
      `A pie cannot show negative values: ${shownLabel(data, measure ?? countMeasure)} is ${fullFormatter({ locale, format })(values[negative] ?? 0)} for ${found.slots[negative]?.label ?? ''}. Use bars instead.`,
    )
  }
  const parts = found.slots.map((slot, index) => ({
    id: slot.isNull ? '\u0000null' : slot.key,
    label: slot.label,
    isNull: slot.isNull,
    isOthers: slot.isOthers === true,
    value: values[index] ?? 0,
    n: counts[index] ?? 0,
    cells: slot.cells,
  }))
  const positive = parts
    .filter((part) => part.value > 0)
    .toSorted(
      (a, b) => Number(a.isNull) - Number(b.isNull) || Number(a.isOthers) - Number(b.isOthers) || b.value - a.value,
    )
  const zeros = parts.length - positive.length
  if (positive.length === 0) return emptyPlot(input, 'Every value is zero or missing.')
  const notes = [...found.notes, ...seriesNotes, ...zeroPartsNotes(locale, zeros)]

  const kept =
    positive.length > mostSlices
      ? positive.filter((part) => !part.isNull).slice(0, mostSlices - 1 - Number(positive.at(-1)?.isNull === true))
      : positive.filter((part) => !part.isNull)
  const empty = positive.filter((part) => part.isNull)
  const rest = positive.filter((part) => !part.isNull && !kept.includes(part))
  const chosen = chosenFor(input, column.field.name)
  const colors = categoryColors(
    kept.filter((part) => chosen?.has(part.id) === true || !part.isOthers).map((part) => part.id),
    column.field.name,
    input.data.hues,
    chosen,
  )
  const entries = [
    ...kept.map((part) => ({ ...part, color: colors.get(part.id) ?? otherColor })),
    ...(rest.length === 0
      ? []
      : [
          {
            id: '\u0000other',
            label: `Other (${rest.length})`,
            color: otherColor,
            value: sum(rest.map((part) => part.value)),
            n: sum(rest.map((part) => part.n)),
            cells: rest.flatMap((part) => part.cells),
          },
        ]),
    ...empty.map((part) => ({ ...part, color: emptyColor })),
  ]
  const legend = entries.map(({ id, label, color }) => ({ id, label, color, hidden: input.hidden?.has(id) === true }))
  const shown = entries.filter(({ id }) => input.hidden?.has(id) !== true)
  const frame = frameOf(input, legend, [], '')
  const total = sum(shown.map((entry) => entry.value))
  const write = fullFormatter({ locale, format })
  let angle = 0
  const own = new Map(found.kind === 'category' ? parts.map((part) => [part.id, part.isNull ? null : part.id]) : [])
  const slices = shown.map(({ id, label, color, value, n, cells }): Slice => {
    const category = own.get(id)
    const startAngle = angle
    angle += total === 0 ? 0 : (value / total) * 2 * Math.PI
    return {
      id,
      label,
      color,
      value,
      n,
      text: write(value),
      share: formatShare(locale, total === 0 ? 0 : value / total),
      startAngle,
      endAngle: angle,
      conditions: [cellsCondition(column.field.name, cells)],
      ...(category === undefined ? {} : { category }),
    }
  })
  const shortestPx = Math.min(frame.widthPx, frame.heightPx)
  const besideShares = Math.max(Math.min(frame.widthPx / 2 - 64, frame.heightPx / 2 - 14, 140), shortestPx / 2 - 40)
  const hasShares = besideShares >= smallestBesideShares
  const outerRadius = roundPx(hasShares ? besideShares : Math.max(1, shortestPx / 2 - 4))
  const cx = roundPx(frame.widthPx / 2)
  const cy = roundPx(frame.heightPx / 2)
  // Nothing else near the total tells its unit.
  const fitsHole = (text: string) => textWidth(text, 16, 600) < outerRadius * holePart * 1.8
  const totalText = [true, false]
    .map((hasUnit) => labelFormatter(locale, format, [total], { hasUnit })(total))
    .find(fitsHole)
  return {
    ...frame,
    kind: 'pie',
    cx,
    cy,
    outerRadius,
    innerRadius: roundPx(outerRadius * holePart),
    slices,
    notes,
    labels: hasShares ? shareLabels(slices, cx, cy, outerRadius, frame) : [],
    totalText: totalText ?? '',
    summary: summarizePie(slices, shownLabel(data, column.field.name)),
  }
}

const shareTextPx = 11
const shareLinePx = 14
/** The distance from the middle of the digits to their edge. */
const halfDigitPx = 5

/**
 * Places the shares around the pie, those of larger slices first. A share is left to the tooltip if it would leave the
 * chart or touch another, or if its slice is too thin to be told from its neighbours.
 */
function shareLabels(
  slices: readonly Slice[],
  cx: number,
  cy: number,
  radius: number,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): MarkLabel[] {
  const taken: { readonly left: number; readonly right: number; readonly y: number }[] = []
  const labels = new Map<Slice, MarkLabel>()
  for (const slice of slices.toSorted((a, b) => b.value - a.value)) {
    const middle = (slice.startAngle + slice.endAngle) / 2
    if (slice.endAngle - slice.startAngle < 0.04) continue
    const x = roundPx(cx + Math.sin(middle) * (radius + 9))
    const y = roundPx(cy - Math.cos(middle) * (radius + 9))
    const anchor = Math.abs(Math.sin(middle)) < 0.2 ? 'middle' : Math.sin(middle) > 0 ? 'start' : 'end'
    const width = textWidth(slice.share, shareTextPx)
    const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
    const box = { left, right: left + width, y }
    const isInside = box.left >= 0 && box.right <= widthPx && y >= halfDigitPx && y <= heightPx - halfDigitPx
    const touches = taken.some(
      (one) => box.left < one.right + 4 && one.left < box.right + 4 && Math.abs(y - one.y) < shareLinePx,
    )
    if (!isInside || touches) continue
    taken.push(box)
    labels.set(slice, { x, y, text: slice.share, anchor })
  }
  return slices.flatMap((slice) => labels.get(slice) ?? [])
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
