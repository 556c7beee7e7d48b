import { placeText, type Bins, type Span } from '../../query/binned-result'
import { columnLabel, isTemporalType } from '../../query/field'
import type { ResultFilter } from '../../query/result-filter'
import type { ChartTypeDefinition } from '../chart-type-definition'
import type { NumberFormat } from '../chart-visual'
import { categoryColors } from '../plot/colors/assign-colors'
import { cellAt, finestGrid, mergeCells, partCells, type Cell } from '../plot/cells'
import { fullFormatter, plural } from '../plot/numbers/format-number'
import { axisFormatter } from '../plot/numbers/number-labels'
import { formatBucket } from '../plot/time/format-time'
import { emptyPlot, frameOf, titledBox, unsuitablePlot } from '../plot/frame'
import { hueColor, otherColor } from '../plot/colors/palette'
import { cellsCondition, otherConditions, rangeConditions } from '../plot/mark-conditions'
import type { Axis, Dot, DotSeries, EmptyPlot, LegendEntry, ScatterPlot, UnsuitablePlot } from '../plot/plot'
import {
  canMeasure,
  categoryLabel,
  cellNumber,
  countedColumns,
  getColumn,
  isGrouped,
  type Column,
  type PlotInput,
} from '../plot/read-columns'
import { autoFormat, signedFormat, signOf } from '../plot/numbers/signed-format'
import { apartLabels, apartTicks, horizontalSlotAxis, placeTicks, tickTextPx } from '../plot/slot-axis'
import { slotsOf, type Slots } from '../plot/slots-of'
import { summarizeScatter } from '../plot/summary'
import { textWidth } from '../plot/text/text-width'
import { pixelScale, roundPx, tickCountFor, valueScale } from '../plot/numbers/value-scale'
import { wallOf } from '../plot/time/zoned-time'

export const scatter: ChartTypeDefinition = {
  name: 'Scatter',
  xLabel: 'X axis',
  controls: ['x', 'measure', 'color', 'size', 'timeZone', 'format', 'titles'],
  suggestColumns: ({ measures: [first, second] }) =>
    first === undefined || second === undefined ? {} : { x: first.field.name, y: [second.field.name] },
  plot: scatterPlot,
}

const mostDots = 2000
const hueGroups = 7
const dotRadiusPx = 3.5
const leastRadiusPx = 1.25
const sizeRadiiPx = [2, 9] as const

/** index: in the result. n: rows of the query that it stands for. cell: of the finest grid, where the engine has counted. */
interface Row {
  readonly index: number
  readonly x: number
  readonly y: number
  readonly n: number
  readonly size: number | null
  readonly group: string | null
  readonly isRest: boolean
  readonly cell: Pick<Cell, 'column' | 'row'> | null
}

/** Two measures against each other; beyond 2,000 rows as bins whose area is their number of rows. */
function scatterPlot(input: PlotInput): ScatterPlot | EmptyPlot | UnsuitablePlot {
  const { visual, data, locale } = input
  const x = visual.x === null ? null : getColumn(data, visual.x)
  const y = visual.y[0] === undefined ? null : getColumn(data, visual.y[0])
  if (x === null || y === null) return unsuitablePlot(input, 'A scatter plot needs a column for x and one for y.')
  for (const { field } of [x, y]) {
    if (!canMeasure(field) && !(field === x.field && isTemporalType(field.type)))
      return unsuitablePlot(
        input,
        `${columnLabel(field.name)} does not hold numbers. Choose another column for the scatter plot.`,
      )
  }
  const size = visual.size === null ? null : getColumn(data, visual.size)
  const color = visual.color === null ? null : getColumn(data, visual.color)
  const times = isTemporalType(x.field.type) ? slotsOf(withEnds(x, input.bins), input, false) : null
  const { rows, dropped, xSpan, ySpan } = readRows({ x, y, size, color, times }, input)
  if (rows.length === 0)
    return emptyPlot(input, `No row has a value in both ${columnLabel(x.field.name)} and ${columnLabel(y.field.name)}.`)
  const notes = dropped === 0 ? [] : [`${plural(locale, dropped, 'row')} without both values left out.`]

  const groups = groupRows(rows, color, input)
  const legend = groups.map(({ id, label, color: fill, hidden }) => ({ id, label, color: fill, hidden }))
  const visible = groups.filter((group) => !group.hidden)
  const visibleRows = visible.flatMap((group) => group.rows)
  const visibleCount = visibleRows.reduce((sum, row) => sum + row.n, 0)
  const isBinned = input.bins !== undefined || visibleRows.length > mostDots
  const frame = frameOf(input, legend, notes, '')
  const ys = isBinned ? [ySpan.low, ySpan.high] : visibleRows.map((row) => row.y)
  const yScale = valueScale(ys, {
    zero: 'never',
    count: tickCountFor(frame.heightPx, 42),
    whole: ys.every(Number.isInteger),
  })
  const yFormat = signedFormat(visual.format, signOf(data, y.field.name))
  const xFormat = signedFormat(autoFormat, signOf(data, x.field.name))
  const writeTick = axisFormatter(locale, yFormat, yScale.ticks, { grouping: isGrouped(y), hasSign: true })
  const left = Math.ceil(Math.max(12, ...yScale.ticks.map((tick) => textWidth(writeTick(tick), tickTextPx)))) + 8
  const { box, hasTitles } = titledBox(frame, left)
  const [xName, yName] = [visual.xTitle || columnLabel(x.field.name), visual.yTitle || columnLabel(y.field.name)]
  const [xTitle, yTitle] = hasTitles ? [xName, yName] : ['', '']
  const xAxis =
    times === null
      ? numberAxis(
          isBinned ? [xSpan.low, xSpan.high] : visibleRows.map((row) => row.x),
          x,
          box,
          frame.widthPx,
          { locale, format: xFormat },
          xTitle,
        )
      : timeAxis(isBinned ? null : visibleRows, times, box, frame.widthPx, input, xTitle)
  const pyOf = pixelScale(yScale.domain, box.y + box.height, box.y)
  const yAxis: Axis = {
    kind: 'number',
    domain: yScale.domain,
    title: yTitle,
    grid: true,
    shown: true,
    labelAngle: 0,
    labelSizePx: tickTextPx,
    ticks: apartTicks(
      yScale.ticks.map((value) => ({ value, px: pyOf(value), labelPx: pyOf(value), label: writeTick(value) })),
    ),
  }
  const pxOf = pixelScale(xAxis.domain, box.x, box.x + box.width)
  const writeY = fullFormatter({ locale, format: yFormat, grouping: isGrouped(y) })
  const writeX =
    times !== null
      ? (value: number) => formatBucket(wallOf(value, times.zone), times.grain, locale)
      : fullFormatter({ locale, format: xFormat, grouping: isGrouped(x) })
  const writeSize = fullFormatter({ locale, format: signedFormat(autoFormat, signOf(data, size?.field.name)) })
  const place = (
    { x: atX, y: atY, size: own }: Pick<Row, 'x' | 'y' | 'size'>,
    radius: number,
    n: number,
    of: Pick<Dot, 'row' | 'conditions'>,
  ): Dot => ({
    x: atX,
    y: atY,
    px: pxOf(atX),
    py: pyOf(atY),
    radius,
    n,
    size: own,
    ...of,
  })

  let series: readonly DotSeries[]
  if (isBinned) {
    const grid = finestGrid(color !== null)
    const cells = visible.map((group) =>
      group.rows.map(({ x: atX, y: atY, n, cell }) => ({
        x: atX,
        y: atY,
        n,
        column: cell?.column ?? cellAt(atX, xSpan, grid.columns),
        row: cell?.row ?? cellAt(atY, ySpan, grid.rows),
      })),
    )
    const merged = mergeCells(cells, grid, box, mostDots)
    const most = merged.groups.flat().reduce((max, cell) => Math.max(max, cell.n), 1)
    const parted = partCells(merged.groups)
    const toX = (columns: number) => edgeAt(xSpan, columns, merged.columns)
    const toY = (ofRows: number) => edgeAt(ySpan, ofRows, merged.rows)
    // The axes end at round numbers beyond the values, so that a cell is smaller than its share of the box.
    const sidesPx = [pxOf(toX(1)) - pxOf(toX(0)), pyOf(toY(0)) - pyOf(toY(1))].filter((side) => side > 0)
    const mostRadius = (Math.min(merged.cellPx, ...sidesPx) / parted.most) * 0.5
    const textOf = (at: number) => (times === null ? at : placeText(at, x.field.type))
    const conditionsOf = (cell: Pick<Cell, 'column' | 'row'>) => [
      ...rangeConditions(
        x.field.name,
        textOf(toX(cell.column)),
        textOf(toX(cell.column + 1)),
        cell.column + 1 === merged.columns,
      ),
      ...rangeConditions(y.field.name, toY(cell.row), toY(cell.row + 1), cell.row + 1 === merged.rows),
    ]
    series = visible.map(({ id, label, color: fill, conditions }, index) => ({
      id,
      label,
      color: fill,
      conditions,
      dots: (merged.groups[index] ?? []).map((cell, at) => {
        const radius = roundPx(Math.max(leastRadiusPx, Math.sqrt(cell.n / most) * mostRadius))
        const of = { row: null, conditions: conditionsOf(cell) }
        const dot = place({ x: cell.x, y: cell.y, size: null }, radius, cell.n, of)
        const part = parted.parts[index]?.[at]
        if (visible.length === 1 || part === undefined) return dot
        return {
          ...dot,
          px: within(dot.px, pxOf(toX(part.x.low)), pxOf(toX(part.x.high)), radius),
          py: within(dot.py, pyOf(toY(part.y.low)), pyOf(toY(part.y.high)), radius),
        }
      }),
    }))
    notes.push(
      `${plural(locale, visibleCount, 'row')} drawn as ${plural(
        locale,
        series.reduce((sum, { dots }) => sum + dots.length, 0),
        'bin',
      )}; a dot’s area is its number of rows.`,
    )
  } else {
    const radiusOf = sizeScale(visibleRows)
    const sizeless = size === null ? 0 : visibleRows.filter((row) => row.size === null || row.size < 0).length
    if (sizeless > 0)
      notes.push(
        `${plural(locale, sizeless, 'dot')} whose ${columnLabel(size?.field.name ?? '')} is missing or negative ${sizeless === 1 ? 'is' : 'are'} drawn smallest.`,
      )
    series = visible.map(({ id, label, color: fill, conditions, rows: own }) => ({
      id,
      label,
      color: fill,
      conditions,
      // Large dots first, so that small ones stay on top.
      dots: own
        .map((row) =>
          place(row, size === null ? dotRadiusPx : radiusOf(row.size), 1, { row: row.index, conditions: [] }),
        )
        .toSorted((a, b) => b.radius - a.radius),
    }))
  }
  const density = visibleCount / ((box.width * box.height) / 1000)
  return {
    ...frame,
    kind: 'scatter',
    box,
    xAxis,
    xName,
    yName,
    yAxis,
    sizeTitle: size === null ? '' : columnLabel(size.field.name),
    series,
    writeX,
    writeY,
    writeSize,
    opacity: isBinned ? 0.75 : density > 8 ? 0.35 : density > 2 ? 0.55 : 0.75,
    notes,
    summary: summarizeScatter(series, columnLabel(x.field.name), columnLabel(y.field.name), locale),
  }
}

/** Returns the start of the `index`th of `count` cells, or the end of the last one. */
function edgeAt({ low, high }: Span, index: number, count: number): number {
  return index === count ? high : low + ((high - low) * index) / count
}

/** The place nearest to px where a dot stays between two edges, of which either may be the lower. */
function within(px: number, edgePx: number, otherPx: number, radius: number): number {
  const low = Math.min(edgePx, otherPx) + radius
  const high = Math.max(edgePx, otherPx) - radius
  return roundPx(low > high ? (edgePx + otherPx) / 2 : Math.min(high, Math.max(low, px)))
}

interface ScatterColumns {
  readonly x: Column
  readonly y: Column
  readonly size: Column | null
  readonly color: Column | null
  readonly times: Slots | null
}

interface ReadRows {
  readonly rows: readonly Row[]
  readonly dropped: number
  readonly xSpan: Span
  readonly ySpan: Span
}

function readRows({ x, y, size, color, times }: ScatterColumns, { data, bins }: PlotInput): ReadRows {
  const rows: Row[] = []
  let dropped = bins?.dropped ?? 0
  const [columns = [], cellRows = [], isRest = [], counts = []] = bins === undefined ? [] : countedColumns(data, 4)
  const xSpan = { low: Infinity, high: -Infinity }
  const ySpan = { low: Infinity, high: -Infinity }
  for (let row = 0; row < data.rowCount; row++) {
    const at = times === null ? cellNumber(x.values[row] ?? null) : (times.slots[times.rowSlots[row] ?? -1]?.at ?? null)
    const value = cellNumber(y.values[row] ?? null)
    if (at === null || value === null) {
      dropped += counts[row] ?? 1
      continue
    }
    widen(xSpan, at)
    widen(ySpan, value)
    const group = color === null ? y.field.name : (color.values[row] ?? null)
    rows.push({
      index: row,
      x: at,
      y: value,
      n: counts[row] ?? 1,
      size: size === null ? null : cellNumber(size.values[row] ?? null),
      group: group === null ? null : String(group),
      isRest: isRest[row] === 1,
      cell: bins === undefined ? null : { column: columns[row] ?? 0, row: cellRows[row] ?? 0 },
    })
  }
  return { rows, dropped, xSpan: bins?.x ?? xSpan, ySpan: bins?.y ?? ySpan }
}

function widen(span: { low: number; high: number }, value: number): void {
  if (value < span.low) span.low = value
  if (value > span.high) span.high = value
}

/** A column of times with the ends of the axis after its rows, since averages lie between them. */
function withEnds({ field, values }: Column, bins: Bins | undefined): Column {
  if (bins === undefined) return { field, values }
  return { field, values: [...values, placeText(bins.x.low, field.type), placeText(bins.x.high, field.type)] }
}

interface Group extends LegendEntry {
  readonly conditions: readonly ResultFilter[]
  readonly rows: readonly Row[]
}

function groupRows(rows: readonly Row[], color: Column | null, input: PlotInput): Group[] {
  const byKey = new Map<string | null, Row[]>()
  const addedUp: Row[] = []
  for (const row of rows) {
    const group = byKey.get(row.group)
    if (row.isRest) addedUp.push(row)
    else if (group === undefined) byKey.set(row.group, [row])
    else group.push(row)
  }
  const sizeOf = (own: readonly Row[]) => own.reduce((sum, row) => sum + row.n, 0)
  const entry = (
    id: string,
    label: string,
    fill: string,
    own: readonly Row[],
    conditions: readonly ResultFilter[],
  ): Group => ({
    id,
    label,
    color: fill,
    conditions,
    rows: own,
    hidden: input.hidden?.has(id) === true,
  })
  if (color === null) return [entry('rows', 'Rows', hueColor(0), rows, [])]
  const sorted = [...byKey].filter(([key]) => key !== null).toSorted((a, b) => sizeOf(b[1]) - sizeOf(a[1]))
  const kept = sorted.slice(0, hueGroups)
  const colors = categoryColors(
    kept.map(([key]) => key),
    color.field.name,
    input.data.hues,
  )
  const name = color.field.name
  const groups = kept.map(([key, own]) =>
    entry(key ?? '', categoryLabel(key, color), colors.get(key) ?? otherColor, own, [cellsCondition(name, [key])]),
  )
  const rest = sorted.slice(hueGroups)
  const restCount = rest.length + (addedUp.length === 0 ? 0 : (input.bins?.restCount ?? 0))
  if (restCount > 0)
    groups.push(
      entry(
        '\u0000other',
        `Other (${restCount})`,
        otherColor,
        [...rest.flatMap(([, own]) => own), ...addedUp],
        otherConditions(
          name,
          kept.map(([key]) => key),
        ),
      ),
    )
  const empty = byKey.get(null)
  if (empty !== undefined)
    groups.push(
      entry('\u0000null', categoryLabel(null, color), 'var(--series-empty)', empty, [cellsCondition(name, [null])]),
    )
  return groups
}

function numberAxis(
  values: readonly number[],
  column: Column,
  box: { readonly x: number; readonly width: number },
  widthPx: number,
  { locale, format }: { readonly locale: string; readonly format: NumberFormat },
  title: string,
): Axis {
  const scale = valueScale(values, {
    zero: 'never',
    count: Math.max(2, Math.round(box.width / 70)),
    whole: values.every(Number.isInteger),
  })
  const px = pixelScale(scale.domain, box.x, box.x + box.width)
  const write = axisFormatter(locale, format, scale.ticks, { grouping: isGrouped(column), hasSign: true })
  return {
    kind: 'number',
    domain: scale.domain,
    title,
    grid: false,
    shown: true,
    labelAngle: 0,
    labelSizePx: tickTextPx,
    ticks: placeTicks(
      apartLabels(scale.ticks.map((value) => ({ value, px: px(value), label: write(value) }))),
      widthPx,
      tickTextPx,
    ),
  }
}

/** rows: those that the axis spans; null for all. */
function timeAxis(
  rows: readonly Row[] | null,
  times: Slots,
  box: { readonly x: number; readonly width: number },
  widthPx: number,
  input: PlotInput,
  title: string,
): Axis {
  const present = rows === null ? null : new Set(rows.map((row) => row.x))
  const used = times.slots.filter((slot) => present?.has(slot.at) ?? true)
  return horizontalSlotAxis({
    slots: { ...times, slots: used.length > 0 ? used : times.slots },
    banded: false,
    inset: true,
    fromPx: box.x,
    toPx: box.x + box.width,
    widthPx,
    input,
    title,
    plainNumbers: false,
  })
}

/** Area by size: the radius goes with the root. What is negative has no area. */
function sizeScale(rows: readonly Row[]): (size: number | null) => number {
  const most = rows.reduce((max, row) => Math.max(max, row.size ?? 0), 0)
  const [least, largest] = sizeRadiiPx
  return (size) => (most === 0 ? least : roundPx(Math.max(least, Math.sqrt(Math.max(0, size ?? 0) / most) * largest)))
}
