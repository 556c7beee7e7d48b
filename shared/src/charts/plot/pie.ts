import { formatShare, fullFormatter, labelFormatter } from './format-number'
import { emptyPlot, frameOf, unsuitablePlot } from './frame'
import { emptyColor, otherColor } from './palette'
import { cellsCondition } from './mark-conditions'
import type { EmptyPlot, MarkLabel, PiePlot, Slice, UnsuitablePlot } from './plot'
import { canMeasure, getColumn, plural, type PlotInput } from './read-columns'
import { categoryHues, countMeasure, seriesOf } from './series-of'
import { signedFormat, signOf } from './signed-format'
import { slotsOf } from './slots-of'
import { summarizePie } from './summary'
import { textWidth } from './text-width'
import { roundPx } from './value-scale'

const mostSlices = 6
const holePart = 0.58

/** Shares of a whole: at most six slices from 12 o'clock, clockwise, descending; the rest is Other. */
export function piePlot(input: PlotInput): PiePlot | EmptyPlot | UnsuitablePlot {
  const { visual, data, locale } = input
  const column = visual.x === null ? null : getColumn(data, visual.x)
  if (column === null) return unsuitablePlot(input, 'Choose the column whose values are the slices.')
  const measure = visual.y[0] ?? null
  const measureColumn = measure === null ? null : getColumn(data, measure)
  if (measureColumn !== null && !canMeasure(measureColumn.field))
    return unsuitablePlot(
      input,
      `${measureColumn.field.name} does not hold numbers. Choose another measure, or none to count rows.`,
    )
  const format = signedFormat(visual.format, signOf(data, measure))
  const found = slotsOf(column, input, true)
  const { series, notes: seriesNotes } = seriesOf(
    { ...input, visual: { ...visual, y: measure === null ? [] : [measure], color: null } },
    found,
    true,
  )
  const values = series[0]?.values ?? []
  const counts = series[0]?.counts ?? []
  const negative = values.findIndex((value) => (value ?? 0) < 0)
  if (negative >= 0) {
    return unsuitablePlot(
      input,
      `A pie cannot show negative values: ${measure ?? countMeasure} is ${fullFormatter({ locale, format })(values[negative] ?? 0)} for ${found.slots[negative]?.label ?? ''}. Use bars instead.`,
    )
  }
  const parts = found.slots.map((slot, index) => ({
    id: slot.isNull ? '\u0000null' : slot.key,
    label: slot.label,
    isNull: slot.isNull,
    value: values[index] ?? 0,
    n: counts[index] ?? 0,
    cells: slot.cells,
  }))
  const positive = parts
    .filter((part) => part.value > 0)
    .toSorted((a, b) => Number(a.isNull) - Number(b.isNull) || b.value - a.value)
  const zeros = parts.length - positive.length
  if (positive.length === 0) return emptyPlot(input, 'Every value is zero or missing.')
  const notes = [
    ...found.notes,
    ...seriesNotes,
    ...(zeros > 0 ? [`${plural(locale, zeros, 'category', 'categories')} without a value above zero left out.`] : []),
  ]

  const kept =
    positive.length > mostSlices
      ? positive.filter((part) => !part.isNull).slice(0, mostSlices - 1 - Number(positive.at(-1)?.isNull === true))
      : positive.filter((part) => !part.isNull)
  const empty = positive.filter((part) => part.isNull)
  const rest = positive.filter((part) => !part.isNull && !kept.includes(part))
  const hues = categoryHues(
    kept.map((part) => part.id),
    column.field.name,
    input.colorOf,
  )
  const entries = [
    ...kept.map((part) => ({ ...part, color: hues.get(part.id) ?? otherColor })),
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
  const outerRadius = roundPx(
    Math.max(
      1,
      Math.min(frame.widthPx / 2 - 64, frame.heightPx / 2 - 14, 140),
      Math.min(frame.widthPx, frame.heightPx) / 2 - 40,
    ),
  )
  const cx = roundPx(frame.widthPx / 2)
  const cy = roundPx(frame.heightPx / 2)
  const totalText = labelFormatter(locale, format, [total])(total)
  return {
    ...frame,
    kind: 'pie',
    cx,
    cy,
    outerRadius,
    innerRadius: roundPx(outerRadius * holePart),
    slices,
    notes,
    labels: shareLabels(slices, cx, cy, outerRadius, frame.widthPx),
    totalText: textWidth(totalText, 16, 600) < outerRadius * holePart * 1.8 ? totalText : '',
    summary: summarizePie(slices, column.field.name),
  }
}

/** Shares around the pie; a slice too thin to tell its label from its neighbour's has none. */
function shareLabels(slices: readonly Slice[], cx: number, cy: number, radius: number, widthPx: number): MarkLabel[] {
  let last = -Infinity
  return slices.flatMap((slice): MarkLabel[] => {
    const middle = (slice.startAngle + slice.endAngle) / 2
    if ((middle - last) * (radius + 12) < 16 || slice.endAngle - slice.startAngle < 0.04) return []
    const x = roundPx(cx + Math.sin(middle) * (radius + 9))
    const anchor = Math.abs(Math.sin(middle)) < 0.2 ? 'middle' : Math.sin(middle) > 0 ? 'start' : 'end'
    const width = textWidth(slice.share, 11)
    if ((anchor === 'start' && x + width > widthPx) || (anchor === 'end' && x - width < 0)) return []
    last = middle
    return [{ x, y: roundPx(cy - Math.cos(middle) * (radius + 9)), text: slice.share, anchor }]
  })
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
