import { placeText, type Span } from '../../../query/binned-result'
import { isTemporalType } from '../../../query/field'
import { scatterMaxRows, shownLabel } from '../../../query/run-query'
import type { NumberFormat } from '../../../query/number-format'
import {
  cellAt,
  densityKeyPx,
  densitySteps,
  finestGrid,
  mergeCells,
  partCells,
  type Cell,
  type CellPart,
} from '../../plot/cells'
import { fullFormatter, plural, wholeNumber } from '../../plot/numbers/format-number'
import { notPositiveNotes, outsideNotes, withFixedRange } from '../../plot/numbers/fixed-range'
import { leftOutNotes } from '../../plot/numbers/undrawable-notes'
import { logScale } from '../../plot/numbers/log-scale'
import { scaleFormatter } from '../../plot/numbers/number-labels'
import { formatBucket } from '../../plot/time/format-time'
import {
  annotationsSaid,
  drawAnnotations,
  instantOfText,
  numberOfText,
  placeAlong,
  textsByNearest,
} from '../../plot/overlays/annotations'
import { drawGoals } from '../../plot/overlays/goal-shapes'
import type { OverlayPlace, TrendLine } from '../../plot/overlays/overlay-place'
import { goalsOf, overlaysSaid } from '../../plot/overlays/goals'
import { trendDash } from '../../plot/overlays/overlay-dashes'
import { drawTrend, trendWords } from '../../plot/overlays/trend-shapes'
import { fitLine, fitWords } from '../../plot/overlays/trend'
import { emptyPlot, frameOf, titledBox, titlePx, unsuitablePlot } from '../../plot/frame'
import { notesPx } from '../../plot/legend'
import { rangeConditions } from '../../plot/mark-conditions'
import type {
  Axis,
  DensityKey,
  DensityStep,
  Dot,
  DotSeries,
  EmptyPlot,
  ScatterPlot,
  UnsuitablePlot,
} from '../../plot/plot'
import { canMeasure, getColumn, isGrouped, type Column, type PlotInput } from '../../plot/read-columns'
import { autoFormat } from '../../../query/number-format'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import { apartLabels, apartTicks, horizontalSlotAxis, placeTicks, tickTextPx } from '../../plot/slot-axis'
import { slotsOf, type Slots } from '../../plot/slots-of'
import { summarizeScatter } from '../../plot/summary'
import { textWidth } from '../../plot/text/text-width'
import { roundPx, scalePixels, tickCountFor, valueScale } from '../../plot/numbers/value-scale'
import { wallOf } from '../../plot/time/zoned-time'
import { withStyles } from '../../plot/series-styles'
import { orPanels } from '../cartesian/panels'
import { groupRows, readRows, widen, withEnds, type Group, type Row } from './scatter-groups'

const sizeRadiiPx = [2, 9] as const

/**
 * Plots two measures against each other, a dot per row. Beyond `scatterMaxRows` it plots a density: the fuller a cell,
 * the stronger its colour.
 */
export function scatterPlot(input: PlotInput): ScatterPlot | EmptyPlot | UnsuitablePlot {
  const { visual, data, locale } = input
  const x = visual.x === null ? null : getColumn(data, visual.x)
  const y = visual.y[0] === undefined ? null : getColumn(data, visual.y[0])
  if (x === null || y === null) return unsuitablePlot(input, 'A scatter plot needs a column for x and one for y.')
  for (const { field } of [x, y]) {
    if (!canMeasure(field) && !(field === x.field && isTemporalType(field.type)))
      return unsuitablePlot(
        input,
        `${shownLabel(data, field.name)} does not hold numbers. Choose another column for the scatter plot.`,
      )
  }
  const size = visual.size === null ? null : getColumn(data, visual.size)
  const color = visual.color === null ? null : getColumn(data, visual.color)
  const { isDrawn, ...unmasked } = input
  const times = isTemporalType(x.field.type) ? slotsOf(withEnds(x, input.bins), unmasked, false) : null
  const { rows, dropped, xSpan, ySpan } = readRows({ x, y, size, color, times }, input)
  if (rows.length === 0)
    return emptyPlot(
      input,
      `No row has a value in both ${shownLabel(data, x.field.name)} and ${shownLabel(data, y.field.name)}.`,
    )
  const styled = withStyles({ series: groupRows(rows, color, input), notes: [] }, visual, locale)
  const groups = styled.series
  if (groups.length === 0) return emptyPlot(input, 'All series are hidden.')
  const notes = [...leftOutNotes(dropped, 'without both values', input), ...styled.notes]
  const legend = groups.map(({ id, label, color: fill, hidden }) => ({ id, label, color: fill, hidden }))
  const visible = groups
    .filter((group) => !group.hidden)
    .map((group) => ({ ...group, rows: group.rows.filter(({ index }) => isDrawn?.[index] !== false) }))
  const visibleRows = visible.flatMap((group) => group.rows)
  const visibleCount = visibleRows.reduce((sum, row) => sum + row.n, 0)
  const isBinned = input.bins !== undefined || visibleRows.length > scatterMaxRows
  const goals = goalsOf(
    input,
    visibleRows.map(({ y: value, n }) => ({ value, n })),
    null,
  )
  const trends = visual.trend === 'linear' ? groupTrends(visible, input) : { lines: [], notes: [] }
  const frame = frameOf(input, [...legend, ...trends.lines.map(({ entry }) => entry)], notes, '')
  const isLogX = visual.xScale === 'log' && times === null
  const isLogY = visual.yScale === 'log'
  // The ends of the bins may lie at or below zero, where a logarithmic axis has no place.
  // Panels share the ends of all rows.
  const spanned = isDrawn === undefined ? visibleRows : rows
  const xs = isBinned && !isLogX ? [xSpan.low, xSpan.high] : spanned.map((row) => row.x)
  const ys = isBinned && !isLogY ? [ySpan.low, ySpan.high] : spanned.map((row) => row.y)
  const tickCount = tickCountFor(frame.heightPx, 42)
  const ends = [...ys, ...goals.levels.flatMap(({ low, high }) => [low, high])]
  const ownScale = isLogY
    ? logScale(ends, { isBased: false, count: tickCount })
    : valueScale(ends, { zero: 'never', count: tickCount, whole: ys.every(Number.isInteger) })
  const { scale: yScale, notes: rangeNotes } = withFixedRange(ownScale, visual, tickCount)
  const yFormat = columnNumberFormat(visual.format, data, y.field.name)
  const xFormat = columnNumberFormat(autoFormat, data, x.field.name)
  const writeTick = scaleFormatter(locale, yFormat, yScale, 'all', isGrouped(y))
  const left = Math.ceil(Math.max(12, ...yScale.ticks.map((tick) => textWidth(writeTick(tick), tickTextPx)))) + 8
  const { box: untaken, hasTitles } = titledBox(frame, left)
  // The key of a density is on the title's line.
  const keyPx = isBinned && !hasTitles ? titlePx : 0
  const box = { ...untaken, y: untaken.y + keyPx, height: Math.max(1, untaken.height - keyPx) }
  const [xName, yName] = [
    visual.xTitle || shownLabel(data, x.field.name),
    visual.yTitle || shownLabel(data, y.field.name),
  ]
  const [xTitle, yTitle] = hasTitles ? [xName, yName] : ['', '']
  const xAxis =
    times === null
      ? numberAxis(xs, isLogX, x, box, frame.widthPx, { locale, format: xFormat }, xTitle)
      : timeAxis(isBinned ? null : spanned, times, box, frame.widthPx, input, xTitle)
  const toPy = scalePixels(yScale, box.y + box.height, box.y)
  const pyOf = (value: number) => Math.max(box.y, Math.min(box.y + box.height, toPy(value)))
  const yAxis: Axis = {
    kind: 'number',
    domain: yScale.domain,
    ...(isLogY ? { isLog: true } : {}),
    title: yTitle,
    grid: true,
    shown: true,
    labelAngle: 0,
    labelSizePx: tickTextPx,
    ticks: apartTicks(
      yScale.ticks.map((value) => ({ value, px: pyOf(value), labelPx: pyOf(value), label: writeTick(value) })),
    ),
  }
  const toPx = scalePixels(xAxis, box.x, box.x + box.width)
  const pxOf = (value: number) => Math.max(box.x, Math.min(box.x + box.width, toPx(value)))
  const writeY = fullFormatter({ locale, format: yFormat, grouping: isGrouped(y) })
  const writeX =
    times !== null
      ? (value: number) => formatBucket(wallOf(value, times.zone), times.grain, locale)
      : fullFormatter({ locale, format: xFormat, grouping: isGrouped(x) })
  const writeSize = fullFormatter({ locale, format: columnNumberFormat(autoFormat, data, size?.field.name) })
  const hasPlace = (row: Row) => !(isLogX && row.x <= 0) && !(isLogY && row.y <= 0)
  const isWithin = (row: Row) => row.y >= yScale.domain[0] && row.y <= yScale.domain[1]
  const placed = visible.map((group) => ({
    ...group,
    rows: group.rows.filter((row) => hasPlace(row) && isWithin(row)),
  }))
  const countOf = (rowsOf: readonly Row[]) => rowsOf.reduce((sum, row) => sum + row.n, 0)
  const place: OverlayPlace = { scale: yAxis, px: pyOf, box, rows: false, slots: [], bandPx: 0 }
  const noted = placeAlong(
    visual.annotations,
    (text) => (times === null ? numberOfText(text) : instantOfText(text, times)),
    xAxis.domain,
  )
  const drawnNotes = drawAnnotations(noted.placed, ({ at }) => pxOf(at), box, false)
  const drawnGoals = drawGoals(goals.levels, place, writeY, drawnNotes.labels)
  const shownTrends = trends.lines.filter(({ entry }) => !entry.hidden)
  const overlays = {
    under: drawnGoals.under,
    over: [
      ...shownTrends.map((trend) =>
        drawTrend(
          trend,
          trend.places.map((at) => ({ at, px: pxOf(at) })),
          place,
        ),
      ),
      ...drawnGoals.over,
      ...drawnNotes.over,
    ],
    labels: [...drawnGoals.labels, ...drawnNotes.labels],
    annotations: textsByNearest(
      noted.placed,
      visibleRows.map((row) => row.x),
    ),
    trends: shownTrends.map((trend) => trendWords(trend, (x) => x, writeY)),
  }
  notes.push(
    ...goals.notes,
    ...noted.notes,
    ...drawnGoals.notes,
    ...trends.notes,
    ...(isBinned && trends.lines.length > 0 ? ['The trend is of the averages of cells.'] : []),
    ...rangeNotes,
    ...notPositiveNotes(countOf(visibleRows.filter((row) => !hasPlace(row)))),
    ...outsideNotes(countOf(visibleRows.filter((row) => hasPlace(row) && !isWithin(row))), yScale, writeY),
  )
  let series: readonly DotSeries[]
  let density: DensityKey | undefined
  if (isBinned) {
    const grid = finestGrid(color !== null)
    const cells = placed.map((group) =>
      group.rows.map(({ x: atX, y: atY, n, cell }) => ({
        x: atX,
        y: atY,
        n,
        column: cell?.column ?? cellAt(atX, xSpan, grid.columns),
        row: cell?.row ?? cellAt(atY, ySpan, grid.rows),
      })),
    )
    const merged = mergeCells(cells, grid, box)
    const steps = densitySteps(merged.groups.flat().reduce((max, cell) => Math.max(max, cell.n), 1))
    const parts = partCells(merged.groups)
    const toX = (columns: number) => edgeAt(xSpan, columns, merged.columns)
    const toY = (ofRows: number) => edgeAt(ySpan, ofRows, merged.rows)
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
    const dotOf = (cell: Cell, part: CellPart): Dot => {
      const across = sideBetween(pxOf(toX(part.x.low)), pxOf(toX(part.x.high)))
      const down = sideBetween(pyOf(toY(part.y.low)), pyOf(toY(part.y.high)))
      return {
        x: cell.x,
        y: cell.y,
        px: across.middle,
        py: down.middle,
        radius: 0,
        n: cell.n,
        size: null,
        row: null,
        conditions: conditionsOf(cell),
        cell: {
          x: across.low,
          y: down.low,
          width: across.length,
          height: down.length,
          step: steps.findIndex(({ to }) => cell.n <= to),
        },
      }
    }
    series = visible.map(({ id, label, color: fill, conditions }, index) => ({
      id,
      label,
      color: fill,
      conditions,
      dots: (merged.groups[index] ?? []).flatMap((cell, at) => {
        const part = parts[index]?.[at]
        return part === undefined ? [] : [dotOf(cell, part)]
      }),
    }))
    // A key that applies to several series has no series' colour.
    const [only, ...others] = visible
    const keyColor = others.length > 0 || only === undefined ? 'var(--color-text)' : only.color
    density = densityKey(steps, keyColor, locale, frame.widthPx - (frame.legendHeightPx === 0 ? notesPx : 0))
    const cellCount = series.reduce((sum, { dots }) => sum + dots.length, 0)
    notes.push(
      `${plural(locale, visibleCount, 'row')} counted in ${plural(locale, cellCount, 'cell')}: the stronger the colour, the more rows.`,
    )
  } else {
    const radiusOf = sizeScale(spanned)
    const sizeless = size === null ? 0 : visibleRows.filter((row) => row.size === null || row.size < 0).length
    if (sizeless > 0)
      notes.push(
        `${plural(locale, sizeless, 'dot')} whose ${shownLabel(data, size?.field.name ?? '')} is missing or negative ${sizeless === 1 ? 'is' : 'are'} drawn smallest.`,
      )
    series = placed.map(({ id, label, color: fill, conditions, rows: own }) => ({
      id,
      label,
      color: fill,
      conditions,
      // Large dots are drawn first, so that small ones stay on top.
      dots: own
        .map((row): Dot => ({
          x: row.x,
          y: row.y,
          px: pxOf(row.x),
          py: pyOf(row.y),
          radius: size === null ? usualRadius(visibleCount) : radiusOf(row.size),
          n: 1,
          size: row.size,
          row: row.index,
          conditions: [],
        }))
        .toSorted((a, b) => b.radius - a.radius),
    }))
  }
  return {
    ...frame,
    kind: 'scatter',
    box,
    xAxis,
    xName,
    yName,
    yAxis,
    sizeTitle: size === null ? '' : shownLabel(data, size.field.name),
    series,
    writeX,
    writeY,
    writeSize,
    opacity: isBinned ? 1 : dotOpacity(visibleCount / ((box.width * box.height) / 1000)),
    ...(density === undefined ? {} : { density }),
    ...(overlays.under.length + overlays.over.length === 0 ? {} : { overlays }),
    notes,
    summary: [
      summarizeScatter(series, shownLabel(data, x.field.name), shownLabel(data, y.field.name), locale),
      ...overlaysSaid(goals.levels, shownTrends, writeY),
      ...annotationsSaid(noted.placed, ({ at }) => writeX(at)),
    ].join(' '),
  }
}

/** Scatter plots: one, or one for each value of the column of panels. */
export const scatterOrPanels = orPanels(scatterPlot)

interface GroupTrend extends TrendLine {
  /** From the first to the last dot. */
  readonly places: readonly number[]
}

const trendSteps = 32

function groupTrends(
  groups: readonly Group[],
  input: PlotInput,
): { readonly lines: readonly GroupTrend[]; readonly notes: readonly string[] } {
  const notes: string[] = []
  const lines = groups.flatMap(({ id: of, label, color, rows }): GroupTrend[] => {
    // A panel may lack a group.
    if (rows.length === 0) return []
    const fit = fitLine(rows.map(({ x, y, n }) => ({ x, y, weight: n })))
    const name = groups.length === 1 ? 'Trend' : `Trend of ${label}`
    if (fit === null) {
      notes.push(`There is no ${name.toLowerCase()}: it needs two values.`)
      return []
    }
    const id = `\u0000trend ${of}`
    const span = { low: Infinity, high: -Infinity }
    for (const row of rows) widen(span, row.x)
    const stroke = groups.length === 1 ? 'var(--color-text)' : color
    return [
      {
        of,
        name: groups.length === 1 ? name : `${label}, trend`,
        at: fit.at,
        places: Array.from({ length: trendSteps + 1 }, (_, step) => edgeAt(span, step, trendSteps)),
        entry: {
          id,
          label: `${name} (${fitWords(fit, input.locale)})`,
          color: stroke,
          dash: trendDash,
          mark: 'line',
          hidden: input.hidden?.has(id) === true,
        },
      },
    ]
  })
  return { lines, notes }
}

/** Returns the start of the `index`th of `count` cells, or the end of the last one. */
function edgeAt({ low, high }: Span, index: number, count: number): number {
  return index === count ? high : low + ((high - low) * index) / count
}

const leastCellPx = 3

/**
 * Returns the side of a cell between two edges in any order; wide enough to be visible even if all values are equal.
 */
function sideBetween(edgePx: number, otherPx: number) {
  const middle = (edgePx + otherPx) / 2
  const length = Math.max(leastCellPx, Math.abs(edgePx - otherPx))
  return { low: roundPx(middle - length / 2), middle: roundPx(middle), length: roundPx(length) }
}

/** Returns the radius in px of `count` dots without a size column; many dots are smaller. */
function usualRadius(count: number): number {
  if (count <= 2000) return 3.5
  return count <= 8000 ? 2.5 : 2
}

/** Returns the opacity of dots. density: dots per 1,000 px². */
function dotOpacity(density: number): number {
  if (density > 60) return 0.15
  if (density > 20) return 0.25
  if (density > 8) return 0.35
  return density > 2 ? 0.55 : 0.75
}

/** Lays out the key of a density. endPx: its right end. */
function densityKey(steps: readonly DensityStep[], color: string, locale: string, endPx: number): DensityKey {
  const fewest = wholeNumber(locale, 1)
  const most = plural(locale, steps.at(-1)?.to ?? 1, 'row')
  const textsPx = textWidth(fewest, densityKeyPx.text) + textWidth(most, densityKeyPx.text)
  const widthPx = textsPx + 2 * densityKeyPx.gap + steps.length * densityKeyPx.swatch
  return { steps, color, fewest, most, px: roundPx(Math.max(0, endPx - widthPx)) }
}

function numberAxis(
  values: readonly number[],
  isLog: boolean,
  column: Column,
  box: { readonly x: number; readonly width: number },
  widthPx: number,
  { locale, format }: { readonly locale: string; readonly format: NumberFormat },
  title: string,
): Axis {
  const count = Math.max(2, Math.round(box.width / 70))
  const scale = isLog
    ? logScale(values, { isBased: false, count })
    : valueScale(values, {
        zero: 'never',
        count,
        whole: values.every(Number.isInteger),
      })
  const px = scalePixels(scale, box.x, box.x + box.width)
  const write = scaleFormatter(locale, format, scale, 'all', isGrouped(column))
  return {
    kind: 'number',
    domain: scale.domain,
    ...(isLog ? { isLog: true } : {}),
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

/** Returns a function from size to radius: the area is proportional to the size. Negative sizes have no area. */
function sizeScale(rows: readonly Row[]): (size: number | null) => number {
  const most = rows.reduce((max, row) => Math.max(max, row.size ?? 0), 0)
  const [least, largest] = sizeRadiiPx
  return (size) => (most === 0 ? least : roundPx(Math.max(least, Math.sqrt(Math.max(0, size ?? 0) / most) * largest)))
}
