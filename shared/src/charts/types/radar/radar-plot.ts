import { listOf } from '../../../base/list-of'
import { shownLabel } from '../../../query/run-query'
import { emptyPlot, frameOf, unsuitablePlot } from '../../plot/frame'
import { notesPx } from '../../plot/legend'
import { cellsCondition } from '../../plot/mark-conditions'
import { thinLine } from '../../plot/mark-paths'
import { fullFormatter, plural } from '../../plot/numbers/format-number'
import { labelFormatter } from '../../plot/numbers/number-labels'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import { roundPx, valueScale } from '../../plot/numbers/value-scale'
import type { EmptyPlot, MarkLabel, Shape, ShapesPlot, UnsuitablePlot } from '../../plot/plot'
import { getColumn, wrongMeasure, type PlotInput } from '../../plot/read-columns'
import { withLegend } from '../../plot/legend'
import { seriesOf, type Series } from '../../plot/series-of'
import { slotsOf } from '../../plot/slots-of'
import { fitText, textWidth } from '../../plot/text/text-width'

const fewestAxes = 3
const mostAxes = 24
const textPx = 11
const labelGapPx = 8
const dotPx = 3
/** Rings of a smaller radar have no room for their values. */
const leastRingedPx = 36

/** Plots each series as an outline over axes that start in one middle, with one scale. */
export function radarPlot(input: PlotInput): ShapesPlot | EmptyPlot | UnsuitablePlot {
  const { visual, data, locale } = input
  const column = visual.x === null ? null : getColumn(data, visual.x)
  if (column === null) return unsuitablePlot(input, 'Choose the column whose values are the axes.')
  const wrong = wrongMeasure(input)
  if (wrong !== null) return unsuitablePlot(input, wrong)
  const found = slotsOf(column, input, true)
  const xName = shownLabel(data, column.field.name)
  if (found.slots.length < fewestAxes)
    return unsuitablePlot(
      input,
      `A radar needs at least ${fewestAxes} values of ${xName} as its axes. Use bars instead.`,
    )
  const slots = found.slots.slice(0, mostAxes)
  const all = seriesOf(input, found, visual.y.length === 0)
  const numbers = all.series.flatMap(({ values }) =>
    values.slice(0, mostAxes).filter((value) => typeof value === 'number'),
  )
  if (numbers.length === 0)
    return emptyPlot(input, [`No row has a number in ${listOf(visual.y)}.`, ...all.notes].join(' '))
  const format = columnNumberFormat(visual.format, data, visual.y[0] ?? null)
  const negative = numbers.find((number) => number < 0)
  if (negative !== undefined)
    return unsuitablePlot(
      input,
      `A radar cannot show negative values, such as ${fullFormatter({ locale, format })(negative)}. Use lines instead.`,
    )
  const { legend, shown } = withLegend(all.series, input)
  const notes = [
    ...found.notes,
    ...all.notes,
    ...(slots.length < found.slots.length
      ? [`Showing the first ${mostAxes} of ${plural(locale, found.slots.length, 'value')} of ${xName} as axes.`]
      : []),
  ]
  const frame = frameOf(input, legend, notes, '')
  const top = input.hasNotes === true && frame.legendHeightPx === 0 ? notesPx / 2 : 0
  const widest = slots.reduce((most, { label }) => Math.max(most, textWidth(label, textPx)), 0)
  const sidePx = Math.min(widest, frame.widthPx * 0.24) + labelGapPx
  const radius = Math.max(8, Math.min(frame.widthPx / 2 - sidePx, (frame.heightPx - top) / 2 - textPx - labelGapPx))
  const [cx, cy] = [frame.widthPx / 2, top + (frame.heightPx - top) / 2]
  const { domain, ticks } = valueScale(numbers, {
    zero: 'always',
    count: radius > 110 ? 4 : 2,
    whole: numbers.every(Number.isInteger),
  })
  const short = labelFormatter(locale, format, ticks, { hasUnit: true })
  const writers = new Map(
    all.series.map(({ id, measure }) => [
      id,
      fullFormatter({ locale, format: columnNumberFormat(visual.format, data, measure) }),
    ]),
  )
  const angle = (index: number) => (2 * Math.PI * index) / slots.length
  const pointAt = (index: number, distance: number) => ({
    x: roundPx(cx + Math.sin(angle(index)) * distance),
    y: roundPx(cy - Math.cos(angle(index)) * distance),
  })
  const distanceOf = (value: number) => (radius * value) / domain[1]
  const rings = ticks.filter((tick) => tick > 0)
  const grid: readonly Shape[] = [
    ...rings.map((tick): Shape => ({
      part: 'ring',
      form: { kind: 'path', d: closed(slots.map((_, index) => pointAt(index, distanceOf(tick)))) },
      fill: 'none',
      stroke: 'var(--color-grid)',
      strokePx: 1,
      mark: null,
    })),
    ...slots.map((_, index) => {
      const end = pointAt(index, radius)
      return thinLine('axis', `M${roundPx(cx)},${roundPx(cy)}L${end.x},${end.y}`)
    }),
  ]
  return {
    ...frame,
    kind: 'shapes',
    axes: null,
    shapes: [...grid, ...shown.map(outlineOf), ...slots.map(areaOf), ...shown.flatMap(dotsOf)],
    labels: [...apartNames(slots.map(nameOf)), ...(radius < leastRingedPx ? [] : rings.map(ringLabel))],
    marks: slots.map((slot, index) => {
      const n = shown.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0)
      return {
        ...pointAt(index, distanceOf(Math.max(0, ...shown.map(({ values }) => values[index] ?? 0)))),
        label: slot.label,
        values: shown.map(({ id, label, color, values }) => ({ label, color, text: textOf(id, values[index]) })),
        note: n > shown.length ? plural(locale, n, 'row') : '',
        ...(found.kind === 'category' ? { category: slot.isNull ? null : slot.key } : {}),
        conditions: slot.cells.length === 0 ? null : [cellsCondition(column.field.name, slot.cells)],
      }
    }),
    summary: `Radar over ${xName}: ${shown
      .map(
        ({ id, label, values }) =>
          `${label} ${slots.map((slot, index) => `${slot.label} ${textOf(id, values[index])}`).join(', ')}`,
      )
      .join('; ')}.`,
  }

  function textOf(id: string, value: number | null | undefined): string {
    return typeof value === 'number' ? (writers.get(id)?.(value) ?? '') : '–'
  }

  /** An outline that lacks a value is open there, and nothing is filled. */
  function outlineOf({ color, dash, values }: Series): Shape {
    const points = slots.map((_, index) => {
      const value = values[index]
      return typeof value === 'number' ? pointAt(index, distanceOf(value)) : null
    })
    const isWhole = points.every((point) => point !== null)
    const d = isWhole
      ? closed(points)
      : points
          .map((point, index) => {
            const next = points[(index + 1) % points.length] ?? null
            return point === null || next === null ? '' : `M${point.x},${point.y}L${next.x},${next.y}`
          })
          .join('')
    return {
      part: 'outline',
      form: { kind: 'path', d: d === '' ? `M${roundPx(cx)},${roundPx(cy)}` : d },
      fill: isWhole ? color : 'none',
      opacity: 0.08,
      stroke: color,
      strokePx: 2,
      ...(dash === '' ? {} : { dash }),
      mark: null,
    }
  }

  function dotsOf({ color, values }: Series): readonly Shape[] {
    return slots.flatMap((_, index): readonly Shape[] => {
      const value = values[index]
      if (typeof value !== 'number') return []
      const { x, y } = pointAt(index, distanceOf(value))
      return [{ part: 'dot', form: { kind: 'circle', cx: x, cy: y, r: dotPx }, fill: color, mark: index }]
    })
  }

  /** The part of the plane that is nearest to an axis, which the pointer finds. */
  function areaOf(_: unknown, index: number): Shape {
    const [before, after] = [pointAt(index - 0.5, radius), pointAt(index + 0.5, radius)]
    const end = pointAt(index, radius)
    const d = `M${roundPx(cx)},${roundPx(cy)}L${before.x},${before.y}L${end.x},${end.y}L${after.x},${after.y}Z`
    return { part: 'near', form: { kind: 'path', d }, fill: 'transparent', mark: index }
  }

  function nameOf({ label }: { readonly label: string }, index: number): MarkLabel {
    const { x, y } = pointAt(index, radius + labelGapPx)
    const side = Math.sin(angle(index))
    const anchor = Math.abs(side) < 0.1 ? 'middle' : side > 0 ? 'start' : 'end'
    const room = anchor === 'middle' ? frame.widthPx : anchor === 'start' ? frame.widthPx - x : x
    return { x, y, text: fitText(label, room, textPx), anchor }
  }

  function ringLabel(tick: number): MarkLabel {
    const { x, y } = pointAt(0, distanceOf(tick))
    return { x: x + 4, y: y + 7, text: short(tick), anchor: 'start', sizePx: 10 }
  }
}

/** Leaves out names that would lie on one before. */
function apartNames(names: readonly MarkLabel[]): readonly MarkLabel[] {
  const kept: { readonly name: MarkLabel; readonly from: number; readonly to: number }[] = []
  for (const name of names) {
    const width = textWidth(name.text, textPx)
    const from = name.anchor === 'start' ? name.x : name.anchor === 'end' ? name.x - width : name.x - width / 2
    const to = from + width
    const touches = kept.some((one) => Math.abs(one.name.y - name.y) < textPx && from < one.to + 3 && one.from < to + 3)
    if (!touches) kept.push({ name, from, to })
  }
  return kept.map(({ name }) => name)
}

function closed(points: readonly { readonly x: number; readonly y: number }[]): string {
  return `M${points.map(({ x, y }) => `${x},${y}`).join('L')}Z`
}
