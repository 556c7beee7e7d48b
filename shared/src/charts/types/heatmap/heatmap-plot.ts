import { shownLabel } from '../../../query/run-query'
import { isTemporalType } from '../../../query/field'
import { colorKeyOf, colorScale, keyText, strongestUnderText } from '../../plot/colors/color-scale'
import { emptyPlot, frameOf, hasRoomForTitles, titlePx, unmeasurablePlot, unsuitablePlot } from '../../plot/frame'
import { notesPx } from '../../plot/legend'
import { fullFormatter, plural } from '../../plot/numbers/format-number'
import { labelFormatter, unitTitle } from '../../plot/numbers/number-labels'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import { pixelScale, roundPx } from '../../plot/numbers/value-scale'
import type { Axis, Box, EmptyPlot, MarkLabel, ShapeMark, ShapesPlot, UnsuitablePlot } from '../../plot/plot'
import { getColumn, type PlotInput } from '../../plot/read-columns'
import { undrawableNotes } from '../../plot/numbers/undrawable-notes'
import { apartTicks, horizontalSlotAxis, rowLabelPx, slotLabelHeight, verticalSlotAxis } from '../../plot/slot-axis'
import { slotsOf } from '../../plot/slots-of'
import { textWidth } from '../../plot/text/text-width'
import { calendarGrid } from './calendar-grid'
import { categoryGrid } from './category-grid'
import type { Grid, GridCell } from './grid'

/** Below the key of the colours and the title of the rows. */
const abovePx = 20
const gapPx = 1
const mostLabelPart = 0.3
const cellTextPx = 11
const cellLinePx = 16
const cellPadPx = 6

/**
 * Plots a measure over two columns, or over days by week and weekday: the stronger a cell, the larger its value. A cell
 * without rows stays blank, which is not the colour of zero.
 */
export function heatmapPlot(input: PlotInput): ShapesPlot | EmptyPlot | UnsuitablePlot {
  const { visual, data, locale } = input
  const x = visual.x === null ? null : getColumn(data, visual.x)
  if (x === null) return unsuitablePlot(input, 'Choose the column whose values stand side by side.')
  const measure = visual.y[0] === undefined ? null : getColumn(data, visual.y[0])
  const unmeasurable = unmeasurablePlot(input, measure)
  if (unmeasurable !== null) return unmeasurable
  const y = visual.color === null ? null : getColumn(data, visual.color)
  const slots = slotsOf(x, input, true)
  const isCalendar = y === null && isTemporalType(x.field.type) && slots.grain === 'day'
  if (y === null && !isCalendar)
    return unsuitablePlot(
      input,
      'Choose the column whose values stand one below another. Without it, a heatmap shows the days of a date as a calendar.',
    )
  const room = { widthPx: input.widthPx, heightPx: input.heightPx - abovePx }
  const placed =
    y === null ? calendarGrid(x, slots, measure, input) : categoryGrid({ x, y, slots, measure }, input, room)
  const grid = { ...placed, notes: [...placed.notes, ...undrawableNotes(measure?.values ?? [], locale)] }
  const values = grid.cells.flatMap(({ value }) => (value === null ? [] : [value]))
  if (values.length === 0) return emptyPlot(input, ['Every value is missing.', ...grid.notes].join(' '))
  return layOut(input, grid, values, measure?.field.name ?? null, locale)
}

function layOut(
  input: PlotInput,
  grid: Grid,
  values: readonly number[],
  measure: string | null,
  locale: string,
): ShapesPlot {
  const { visual, data } = input
  const format = columnNumberFormat(visual.format, data, measure)
  const write = fullFormatter({ locale, format })
  const short = labelFormatter(locale, format, values)
  const frame = frameOf(input, [], grid.notes, '')
  const { box, hasTitles } = boxOf(frame, grid, input)
  const xAxis = xAxisOf(box, hasTitles)
  const down = verticalSlotAxis(grid.rows, box.y, box.y + box.height, box.x - 10, visual.yTitle)
  const yAxis = { ...down, ticks: apartTicks(down.ticks) }
  const [columnCount, rowCount] = [grid.columns.slots.length, grid.rows.slots.length]
  const px = pixelScale([-0.5, columnCount - 0.5], box.x, box.x + box.width)
  const py = pixelScale([-0.5, rowCount - 0.5], box.y, box.y + box.height)
  const cellPx = { width: box.width / columnCount, height: box.height / rowCount }
  const gap = Math.min(cellPx.width, cellPx.height) > 5 ? gapPx : 0
  const widest = values.reduce((most, value) => Math.max(most, textWidth(short(value), cellTextPx)), 0)
  const hasTexts = cellPx.height >= cellLinePx && cellPx.width >= widest + cellPadPx
  const scale = colorScale(values, hasTexts ? strongestUnderText : 1)
  const rectOf = ({ column, row }: GridCell): Box => ({
    x: roundPx(px(column) - cellPx.width / 2 + gap / 2),
    y: roundPx(py(row) - cellPx.height / 2 + gap / 2),
    width: roundPx(Math.max(0.5, cellPx.width - gap)),
    height: roundPx(Math.max(0.5, cellPx.height - gap)),
  })
  const label = measure === null ? 'Rows' : shownLabel(data, measure)
  const marks = grid.cells.map((cell): ShapeMark => ({
    x: px(cell.column),
    y: py(cell.row) - cellPx.height / 2,
    label: cell.label,
    values: [{ label, text: cell.value === null ? 'No number' : write(cell.value) }],
    note: cell.n > 1 ? plural(locale, cell.n, 'row') : '',
    ...(cell.category === undefined ? {} : { category: cell.category }),
    conditions: cell.conditions,
  }))
  const signPx = grid.notes.length > 0 ? notesPx : 0
  return {
    ...frame,
    kind: 'shapes',
    axes: { box, x: xAxis, y: yAxis },
    shapes: grid.cells.map((cell, mark) => {
      const form = { kind: 'rect', ...rectOf(cell), radius: gap === 0 ? 0 : 2 } as const
      if (cell.value === null)
        return { part: 'cell', form, fill: 'none', stroke: 'var(--color-line)', dash: '2 2', mark }
      const { color, opacity } = scale.colorOf(cell.value)
      return { part: 'cell', form, fill: color, opacity, mark }
    }),
    marks,
    labels: hasTexts
      ? grid.cells.flatMap((cell): readonly MarkLabel[] =>
          cell.value === null
            ? []
            : [
                {
                  x: roundPx(px(cell.column)),
                  y: roundPx(py(cell.row)),
                  text: short(cell.value),
                  anchor: 'middle',
                  color: 'var(--color-text)',
                  sizePx: cellTextPx,
                },
              ],
        )
      : [],
    colorKey: colorKeyOf(scale, (value) => keyText(short(value), unitTitle(locale, format)), frame.widthPx - signPx),
    summary: summaryOf(),
  }

  function xAxisOf(within: Box, isTitled: boolean): Axis {
    const title = isTitled ? visual.xTitle : ''
    const [fromPx, toPx] = [within.x, within.x + within.width]
    return grid.columnAxis === undefined
      ? horizontalSlotAxis({
          slots: grid.columns,
          banded: true,
          inset: false,
          fromPx,
          toPx,
          widthPx: frame.widthPx,
          input,
          title,
          plainNumbers: true,
        })
      : { ...grid.columnAxis(fromPx, toPx, frame.widthPx), title }
  }

  function boxOf(of: { readonly widthPx: number; readonly heightPx: number }, { rows }: Grid, { hasNotes }: PlotInput) {
    const widestRow = rows.slots.reduce((most, slot) => Math.max(most, textWidth(slot.label, rowLabelPx)), 0)
    const left = Math.ceil(Math.min(widestRow, of.widthPx * mostLabelPart)) + 10
    const y = Math.max(abovePx, hasNotes === true ? notesPx - 2 : 0)
    const width = Math.max(1, of.widthPx - left - 12)
    const probe = xAxisOf({ x: left, y, width, height: 1 }, false)
    const untitledPx = of.heightPx - y - slotLabelHeight(probe)
    const isTitled = hasRoomForTitles(untitledPx, 1)
    const titledPx = isTitled && visual.xTitle !== '' ? titlePx : 0
    return { box: { x: left, y, width, height: Math.max(1, untitledPx - titledPx) }, hasTitles: isTitled }
  }

  function summaryOf(): string {
    const known = grid.cells.filter((cell) => cell.value !== null)
    const by = (sign: 1 | -1) =>
      known.reduce((best, cell) => (sign * ((cell.value ?? 0) - (best.value ?? 0)) > 0 ? cell : best))
    const say = ({ value, label: name }: GridCell) => `${write(value ?? 0)} (${name})`
    return `Heatmap of ${label}, ${grid.words}; ${plural(locale, known.length, 'cell')}. Highest: ${say(by(1))}. Lowest: ${say(by(-1))}.`
  }
}
