import { shownLabel } from '../../../query/run-query'
import { listOf } from '../../../base/list-of'
import { arrangeBands } from '../../plot/band-slots'
import { emptyPlot, frameOf, unsuitablePlot } from '../../plot/frame'
import { cellsCondition } from '../../plot/mark-conditions'
import { fullFormatter, plural } from '../../plot/numbers/format-number'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import { roundPx, tickCountFor, valueScale } from '../../plot/numbers/value-scale'
import type { EmptyPlot, Shape, ShapesPlot, UnsuitablePlot } from '../../plot/plot'
import { getColumn, wrongMeasure, type PlotInput } from '../../plot/read-columns'
import { layOutRows, rowsHeight } from '../../plot/layouts/row-layout'
import { withLegend } from '../../plot/legend'
import { seriesOf } from '../../plot/series-of'
import { slotsOf } from '../../plot/slots-of'

const mostRadiusPx = 5
const reachColor = 'var(--color-line-strong)'

/** Plots the values of each row as dots on one line, joined from the lowest to the highest. */
export function dotPlot(input: PlotInput): ShapesPlot | EmptyPlot | UnsuitablePlot {
  const { visual, data, locale } = input
  const column = visual.x === null ? null : getColumn(data, visual.x)
  if (column === null) return unsuitablePlot(input, 'Choose the column with the rows.')
  const wrong = wrongMeasure(input)
  if (wrong !== null) return unsuitablePlot(input, wrong)
  const found = slotsOf(column, input, true)
  const all = seriesOf(input, found, visual.y.length === 0)
  const isNumber = (value: number | null | undefined) => typeof value === 'number'
  if (!all.series.some(({ values }) => values.some(isNumber)))
    return emptyPlot(input, [`No row has a number in ${listOf(visual.y)}.`, ...all.notes].join(' '))
  const { legend, shown } = withLegend(all.series, input)
  const arranged = arrangeBands(
    { slots: found, series: shown, notes: [...found.notes, ...all.notes] },
    input,
    rowsHeight(frameOf(input, legend, [], '')),
    true,
  )
  const { slots, series, notes } = arranged
  const frame = frameOf(input, legend, notes, '')
  const format = columnNumberFormat(visual.format, data, visual.y[0] ?? null)
  const writers = new Map(
    series.map(({ id, measure }) => [
      id,
      fullFormatter({ locale, format: columnNumberFormat(visual.format, data, measure) }),
    ]),
  )
  const numbers = series.flatMap(({ values }) => values.filter(isNumber))
  const scale = valueScale(numbers, {
    zero: 'near',
    count: tickCountFor(frame.widthPx - 120, 90),
    whole: numbers.every(Number.isInteger),
  })
  const { box, x, y, px, py, rowPx } = layOutRows({ input, frame, slots, scale, format })
  const radius = roundPx(Math.max(2, Math.min(mostRadiusPx, rowPx / 3)))
  const shapes = slots.slots.flatMap((_, row): readonly Shape[] => {
    const at = py(row)
    const dots = series.flatMap(({ values, color }) => {
      const value = values[row]
      return typeof value === 'number' ? [{ cx: px(value), color }] : []
    })
    const [from, to] = [Math.min(...dots.map(({ cx }) => cx)), Math.max(...dots.map(({ cx }) => cx))]
    return [
      {
        part: 'row',
        form: { kind: 'rect', x: box.x, y: roundPx(at - rowPx / 2), width: roundPx(box.width), height: roundPx(rowPx) },
        fill: 'transparent',
        mark: row,
      },
      ...(dots.length > 1
        ? [
            {
              part: 'reach',
              form: { kind: 'path', d: `M${from},${at}H${to}` } as const,
              fill: 'none',
              stroke: reachColor,
              strokePx: 2,
              mark: null,
            },
          ]
        : []),
      ...dots.map(({ cx, color }) => ({
        part: 'dot',
        form: { kind: 'circle', cx, cy: at, r: radius } as const,
        fill: color,
        stroke: 'var(--color-surface)',
        strokePx: 1,
        mark: row,
      })),
    ]
  })
  const told = slots.slots.map(({ label }, row) => {
    const values = series.flatMap(({ id, label: name, values: own }) => {
      const value = own[row]
      const text = typeof value === 'number' ? (writers.get(id)?.(value) ?? '') : 'none'
      return series.length > 1 ? [`${name} ${text}`] : [text]
    })
    return `${label} ${values.join(', ')}`
  })
  return {
    ...frame,
    kind: 'shapes',
    axes: { box, x, y },
    shapes,
    labels: [],
    marks: slots.slots.map((slot, row) => {
      const n = series.reduce((sum, { counts }) => sum + (counts[row] ?? 0), 0)
      return {
        x: Math.max(box.x, ...series.map(({ values }) => (typeof values[row] === 'number' ? px(values[row]) : 0))),
        y: py(row),
        label: slot.label,
        values: series.map(({ id, label, color, values }) => {
          const value = values[row]
          return { label, color, text: typeof value === 'number' ? (writers.get(id)?.(value) ?? '') : '–' }
        }),
        note: [
          ...(slot.unfinished ? ['Not over yet'] : []),
          ...(n > series.length ? [plural(locale, n, 'row')] : []),
        ].join(' · '),
        ...(slots.kind === 'category' ? { category: slot.isNull ? null : slot.key } : {}),
        conditions: slot.cells.length === 0 ? null : [cellsCondition(column.field.name, slot.cells)],
      }
    }),
    summary: `Dot plot over ${shownLabel(data, column.field.name)}: ${told.join('; ')}.`,
  }
}
