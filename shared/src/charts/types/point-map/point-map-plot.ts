import type { Span } from '../../../query/binned-result'
import { shownLabel } from '../../../query/run-query'
import type { ResultFilter } from '../../../query/result-filter'
import { autoFormat } from '../../../query/number-format'
import { cellAt, densityKeyPx, densitySteps, finestGrid, mergeCells, type Cell, type CellGrid } from '../../plot/cells'
import { categoryColors } from '../../plot/colors/assign-colors'
import { hueCount, otherColor, singleColor } from '../../plot/colors/palette'
import { emptyPlot, frameOf, unsuitablePlot } from '../../plot/frame'
import { notesPx } from '../../plot/legend'
import { cellsCondition, otherConditions, rangeConditions } from '../../plot/mark-conditions'
import { fullFormatter, plural, wholeNumber } from '../../plot/numbers/format-number'
import { labelFormatter } from '../../plot/numbers/number-labels'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import { roundPx } from '../../plot/numbers/value-scale'
import type {
  ColorKey,
  EmptyPlot,
  LegendEntry,
  MarkLabel,
  Shape,
  ShapeMark,
  ShapesPlot,
  UnsuitablePlot,
} from '../../plot/plot'
import {
  canMeasure,
  categoryLabel,
  cellNumber,
  countedColumns,
  getColumn,
  type Column,
  type PlotInput,
} from '../../plot/read-columns'
import { textWidth } from '../../plot/text/text-width'
import { areaPaths, ringPath } from '../map/area-paths'
import type { AreaSet } from '../map/area-set'
import { countries } from '../map/countries'
import { landFill, mapBox } from '../map/map-frame'
import { boundsOf, viewOfBounds, type MapView, type ViewBox } from '../map/map-view'
import { readPoint } from '../map/shape-column'
import { isInUs, usStates } from '../map/us-states'

/** With more points than this, they are counted in cells. */
export const mostPoints = 2000
const radiiPx = [2.5, 14] as const
const usualPx = 3.5
const pointOpacity = 0.7

/** index: of its row. n: the rows it stands for. cell: in the finest grid, if the engine has counted. */
interface Point {
  readonly index: number
  readonly longitude: number
  readonly latitude: number
  readonly n: number
  readonly size: number | null
  readonly cell: Pick<Cell, 'column' | 'row'> | null
}

/** Plots rows by longitude and latitude over a map: as dots, or counted in cells if there are many. */
export function pointMapPlot(input: PlotInput): ShapesPlot | EmptyPlot | UnsuitablePlot {
  const { visual, locale } = input
  const placed = placesOfRows(input)
  if ('kind' in placed) return placed
  const { points, blankCount, outsideCount, across, down } = readPoints(placed, input)
  const notes = [
    ...(blankCount === 0 ? [] : [`${plural(locale, blankCount, 'row')} without a longitude and a latitude left out.`]),
    ...(outsideCount === 0
      ? []
      : [
          `${plural(locale, outsideCount, 'row')} left out: longitudes lie between −180° and 180°, latitudes between −90° and 90°.`,
        ]),
  ]
  if (points.length === 0) return emptyPlot(input, ['No row has a place on the Earth.', ...notes].join(' '))
  const set = baseOf(points, visual.regions)
  const shown =
    set.id === 'us-states' ? points.filter(({ longitude, latitude }) => isInUs(longitude, latitude)) : points
  const elsewhere = points.length - shown.length
  if (elsewhere > 0) notes.push(`${plural(locale, elsewhere, 'point')} outside the USA left out.`)
  if (shown.length === 0) return emptyPlot(input, notes.join(' '))
  const columns = { ...placed, across, down }
  return input.bins !== undefined || shown.length > mostPoints
    ? plotCells(input, columns, shown, set, notes)
    : plotDots(input, columns, shown, set, notes)
}

/** Where rows lie. by: the columns that say so, in words. conditionsOf: select the rows at the place of a row. */
interface RowPlaces {
  readonly longitudes: readonly (number | null)[]
  readonly latitudes: readonly (number | null)[]
  readonly labels: { readonly longitude: string; readonly latitude: string }
  readonly by: string
  readonly conditionsOf: (row: number) => readonly ResultFilter[]
  /** The columns of both, if rows between two of their values can be selected. */
  readonly columns: { readonly longitude: string; readonly latitude: string } | null
}

function placesOfRows(input: PlotInput): RowPlaces | UnsuitablePlot {
  const { visual, data } = input
  const x = visual.x === null ? null : getColumn(data, visual.x)
  const y = visual.y[0] === undefined ? null : getColumn(data, visual.y[0])
  const shapes = visual.detail === null ? null : getColumn(data, visual.detail)
  if (x === null || y === null) {
    if (shapes !== null) return placesOfPoints(input, shapes)
    return unsuitablePlot(
      input,
      'Choose the columns with the longitude and the latitude of the points, in degrees, or one with points as GeoJSON.',
    )
  }
  for (const { field } of [x, y])
    if (!canMeasure(field))
      return unsuitablePlot(
        input,
        `${shownLabel(data, field.name)} does not hold numbers. Choose a column with degrees.`,
      )
  const labels = { longitude: shownLabel(data, x.field.name), latitude: shownLabel(data, y.field.name) }
  return {
    longitudes: x.values.map(cellNumber),
    latitudes: y.values.map(cellNumber),
    labels,
    by: `${labels.latitude} and ${labels.longitude}`,
    conditionsOf: (row) => [
      cellsCondition(x.field.name, [x.values[row] ?? null]),
      cellsCondition(y.field.name, [y.values[row] ?? null]),
    ],
    columns: { longitude: x.field.name, latitude: y.field.name },
  }
}

/** Returns the places that a column has as GeoJSON points. */
function placesOfPoints(input: PlotInput, { field, values }: Column): RowPlaces | UnsuitablePlot {
  const label = shownLabel(input.data, field.name)
  const places = values.map((cell) => (cell === null ? null : readPoint(String(cell))))
  if (places.every((place) => place === null))
    return unsuitablePlot(
      input,
      `${label} holds no points as GeoJSON. Choose the columns with longitude and latitude, or draw areas as a map.`,
    )
  return {
    longitudes: places.map((place) => place?.[0] ?? null),
    latitudes: places.map((place) => place?.[1] ?? null),
    labels: { longitude: 'Longitude', latitude: 'Latitude' },
    by: label,
    conditionsOf: (row) => [cellsCondition(field.name, [values[row] ?? null])],
    columns: null,
  }
}

interface Columns extends RowPlaces {
  /** The ends of the finest grid. */
  readonly across: Span
  readonly down: Span
}

function readPoints({ longitudes, latitudes }: RowPlaces, { data, bins, visual }: PlotInput) {
  const [columns = [], rows = [], , counts = []] = bins === undefined ? [] : countedColumns(data, 4)
  const sizes = visual.size === null ? null : getColumn(data, visual.size)
  const points: Point[] = []
  let outsideCount = bins?.outside ?? 0
  let blankCount = (bins?.dropped ?? 0) - outsideCount
  const across = { low: Infinity, high: -Infinity }
  const down = { low: Infinity, high: -Infinity }
  for (let index = 0; index < data.rowCount; index++) {
    const [longitude = null, latitude = null] = [longitudes[index], latitudes[index]]
    const n = counts[index] ?? 1
    if (longitude === null || latitude === null) blankCount += n
    else if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90) outsideCount += n
    else {
      widen(across, longitude)
      widen(down, latitude)
      points.push({
        index,
        longitude,
        latitude,
        n,
        size: sizes === null ? null : cellNumber(sizes.values[index] ?? null),
        cell: bins === undefined ? null : { column: columns[index] ?? 0, row: rows[index] ?? 0 },
      })
    }
  }
  return { points, blankCount, outsideCount, across: bins?.x ?? across, down: bins?.y ?? down }
}

function widen(span: { low: number; high: number }, value: number): void {
  if (value < span.low) span.low = value
  if (value > span.high) span.high = value
}

/** Returns the land to draw under points: that of the USA if all of them lie in it. */
function baseOf(points: readonly Point[], chosen: PlotInput['visual']['regions']): AreaSet {
  if (chosen !== 'auto') return chosen === 'us-states' ? usStates() : countries()
  return points.every(({ longitude, latitude }) => isInUs(longitude, latitude)) ? usStates() : countries()
}

/** Returns the land with its borders, and the view in which all points are seen. */
function landOf(
  set: AreaSet,
  points: readonly Point[],
  box: ViewBox,
): { readonly view: MapView; readonly land: Shape } {
  const view =
    set.id === 'us-states'
      ? set.viewOf(new Set(), box)
      : viewOfBounds(boundsOf([], points), box, { insetPx: radiiPx[1], cutAt: -180 })
  return {
    view,
    land: {
      part: 'land',
      form: {
        kind: 'path',
        d: areaPaths(set.id, set.areas, view)
          .map(({ d }) => d)
          .join(''),
      },
      fill: landFill,
      stroke: 'var(--color-surface)',
      strokePx: 0.5,
      mark: null,
    },
  }
}

interface Group extends LegendEntry {
  readonly conditions: readonly ResultFilter[]
  readonly points: readonly Point[]
}

function groupPoints(points: readonly Point[], { visual, data, hidden }: PlotInput): readonly Group[] {
  const color = visual.color === null ? null : getColumn(data, visual.color)
  const isHidden = (id: string) => hidden?.has(id) === true
  if (color === null)
    return [{ id: 'rows', label: 'Rows', color: singleColor, conditions: [], points, hidden: isHidden('rows') }]
  const byKey = new Map<string | null, Point[]>()
  for (const point of points) {
    const cell = color.values[point.index] ?? null
    const key = cell === null ? null : String(cell)
    const known = byKey.get(key)
    if (known === undefined) byKey.set(key, [point])
    else known.push(point)
  }
  const empty = byKey.get(null)
  const named = [...byKey].flatMap(([key, own]) => (key === null ? [] : [{ key, own }]))
  const sorted = named.toSorted((a, b) => b.own.length - a.own.length)
  const [kept, rest] = [sorted.slice(0, hueCount), sorted.slice(hueCount)]
  const { name } = color.field
  const colors = categoryColors(
    kept.map(({ key }) => key),
    name,
    data.hues,
  )
  const groupOf = (id: string, rest: Omit<Group, 'id' | 'hidden'>): Group => ({ id, hidden: isHidden(id), ...rest })
  const cellOf = ([first]: readonly Point[]) => (first === undefined ? null : (color.values[first.index] ?? null))
  return [
    ...kept.map(({ key, own }) =>
      groupOf(key, {
        label: categoryLabel(cellOf(own), color),
        color: colors.get(key) ?? otherColor,
        conditions: [cellsCondition(name, [cellOf(own)])],
        points: own,
      }),
    ),
    ...(rest.length === 0
      ? []
      : [
          groupOf('\u0000other', {
            label: `Other (${rest.length})`,
            color: otherColor,
            conditions: otherConditions(
              name,
              kept.map(({ own }) => cellOf(own)),
            ),
            points: rest.flatMap(({ own }) => own),
          }),
        ]),
    ...(empty === undefined
      ? []
      : [
          groupOf('\u0000null', {
            label: categoryLabel(null, color),
            color: 'var(--series-empty)',
            conditions: [cellsCondition(name, [null])],
            points: empty,
          }),
        ]),
  ]
}

function plotDots(
  input: PlotInput,
  { labels, by, conditionsOf }: Columns,
  points: readonly Point[],
  set: AreaSet,
  given: readonly string[],
): ShapesPlot {
  const { visual, data, locale } = input
  const groups = groupPoints(points, input)
  const visible = groups.filter(({ hidden }) => !hidden)
  const sizes = visual.size === null ? null : getColumn(data, visual.size)
  const drawn = visible.flatMap((group) => group.points.map((point) => ({ point, group })))
  const most = drawn.reduce((max, { point }) => Math.max(max, point.size ?? 0), 0)
  const sizeless = sizes === null ? 0 : drawn.filter(({ point: { size } }) => size === null || size < 0).length
  const notes = [
    ...given,
    ...(sizeless === 0
      ? []
      : [
          `${plural(locale, sizeless, 'point')} whose ${shownLabel(data, sizes?.field.name ?? '')} is missing or negative ${sizeless === 1 ? 'is' : 'are'} drawn smallest.`,
        ]),
  ]
  const frame = frameOf(input, groups, notes, '')
  // No key stands above the map.
  const { view, land } = landOf(set, points, mapBox(frame, 1))
  const radiusOf = (size: number | null) =>
    sizes === null ? usualPx : radiiPx[0] + (radiiPx[1] - radiiPx[0]) * Math.sqrt(Math.max(0, size ?? 0) / (most || 1))
  const placed = drawn.flatMap(({ point, group }) => {
    const at = view.place(point.longitude, point.latitude)
    return at === null
      ? []
      : [{ point, group, px: roundPx(at[0]), py: roundPx(at[1]), radius: roundPx(radiusOf(point.size)) }]
  })
  // Large ones are drawn first, so that small ones stay on top; they are read from left to right, or from the largest.
  placed.sort((a, b) => (sizes === null ? a.px - b.px || a.py - b.py : (b.point.size ?? 0) - (a.point.size ?? 0)))
  const degrees = degreeFormatter(locale)
  const sizeFormat = columnNumberFormat(visual.format, data, sizes?.field.name)
  const writeSize = fullFormatter({ locale, format: sizeFormat })
  const sizeKey =
    sizes === null || most === 0
      ? noKey
      : sizeKeyOf(
          [roundBelow(most), roundBelow(most) / 5],
          radiusOf,
          labelFormatter(locale, sizeFormat, [most], { hasUnit: true }),
          frame,
        )
  return {
    ...frame,
    kind: 'shapes',
    axes: null,
    shapes: [
      land,
      ...placed.map(({ group, px, py, radius }, mark): Shape => ({
        part: 'point',
        form: { kind: 'circle', cx: px, cy: py, r: radius },
        fill: group.color,
        opacity: pointOpacity,
        stroke: 'var(--color-surface)',
        strokePx: 0.75,
        mark,
      })),
      ...sizeKey.shapes,
    ],
    marks: placed.map(({ point, group, px, py, radius }): ShapeMark => ({
      x: px,
      y: roundPx(py - radius),
      label: groups.length > 1 ? group.label : '',
      values: [
        ...(sizes === null
          ? []
          : [
              {
                label: shownLabel(data, sizes.field.name),
                text: point.size === null ? 'No number' : writeSize(point.size),
              },
            ]),
        { label: labels.latitude, text: degrees(point.latitude) },
        { label: labels.longitude, text: degrees(point.longitude) },
      ],
      note: '',
      conditions: [...conditionsOf(point.index), ...group.conditions],
    })),
    labels: sizeKey.labels,
    summary: `Map of ${plural(locale, placed.length, 'point')} by ${by}${visible.length > 1 ? `: ${visible.map(({ label, points: own }) => `${label} ${wholeNumber(locale, own.length)}`).join(', ')}` : ''}.${sizes === null || placed[0] === undefined ? '' : ` Largest: ${writeSize(most)}.`}`,
  }
}

/** Returns the largest of 1, 2, 5, 10, 20 … that a number reaches. */
function roundBelow(number: number): number {
  const power = 10 ** Math.floor(Math.log10(number))
  return ([5, 2].find((times) => times * power <= number) ?? 1) * power
}

const noKey = { shapes: [], labels: [] } as const
const keyTextPx = 11

/** The key of sizes at the lower left of the map: circles with the values that they stand for. */
function sizeKeyOf(
  sizes: readonly number[],
  radiusOf: (size: number) => number,
  write: (size: number) => string,
  { heightPx }: { readonly heightPx: number },
): { readonly shapes: readonly Shape[]; readonly labels: readonly MarkLabel[] } {
  const circles: Shape[] = []
  const labels: MarkLabel[] = []
  let x = 4
  const y = heightPx - radiiPx[1] - 2
  for (const size of sizes) {
    const radius = roundPx(radiusOf(size))
    const text = write(size)
    circles.push({
      part: 'key',
      form: { kind: 'circle', cx: roundPx(x + radius), cy: y, r: radius },
      fill: 'none',
      stroke: 'var(--color-muted)',
      strokePx: 1,
      mark: null,
    })
    x += 2 * radius + 4
    labels.push({ x: roundPx(x), y, text, anchor: 'start', sizePx: keyTextPx, color: 'var(--color-text)' })
    x += textWidth(text, keyTextPx) + 10
  }
  // Points may lie below it.
  const ground: Shape = {
    part: 'key',
    form: { kind: 'rect', x: 0, y: y - radiiPx[1] - 2, width: roundPx(x - 4), height: 2 * radiiPx[1] + 4, radius: 4 },
    fill: 'var(--color-surface)',
    opacity: 0.85,
    mark: null,
  }
  return { shapes: [ground, ...circles], labels }
}

function plotCells(
  input: PlotInput,
  { labels, by, columns, across, down }: Columns,
  points: readonly Point[],
  set: AreaSet,
  given: readonly string[],
): ShapesPlot {
  const { visual, locale } = input
  const dropsChoices = visual.size !== null || visual.color !== null
  const total = points.reduce((sum, { n }) => sum + n, 0)
  const frame = frameOf({ ...input, hasNotes: true }, [], [], '')
  const { view, land } = landOf(set, points, mapBox(frame))
  const finest = finestGrid(false)
  const merged = mergeCells(
    [
      points.map(({ longitude, latitude, n, cell }) => ({
        x: longitude,
        y: latitude,
        n,
        column: cell?.column ?? cellAt(longitude, across, finest.columns),
        row: cell?.row ?? cellAt(latitude, down, finest.rows),
      })),
    ],
    finest,
    spanPx(view, across, down, frame),
  )
  const cells = (merged.groups[0] ?? []).toSorted((a, b) => b.n - a.n)
  const steps = densitySteps(cells[0]?.n ?? 1)
  const opacityOf = (n: number) => steps.find(({ to }) => n <= to)?.opacity ?? 1
  const degrees = degreeFormatter(locale)
  const drawn = cells.flatMap((cell) => {
    const d = cellPath(cell, merged, across, down, view)
    const at = view.place(cell.x, cell.y)
    return d === '' || at === null ? [] : [{ cell, d, px: roundPx(at[0]), py: roundPx(at[1]) }]
  })
  return {
    ...frame,
    notes: [
      ...given,
      `${plural(locale, total, 'row')} counted in ${plural(locale, drawn.length, 'cell')} of equal degrees: the stronger the colour, the more rows.${dropsChoices ? ' Sizes and colours are for up to 2,000 points.' : ''}`,
    ],
    kind: 'shapes',
    axes: null,
    shapes: [
      land,
      ...drawn.map(({ cell, d }, mark): Shape => ({
        part: 'cell',
        form: { kind: 'path', d },
        fill: cellColor,
        opacity: opacityOf(cell.n),
        mark,
      })),
    ],
    marks: drawn.map(({ cell, px, py }): ShapeMark => ({
      x: px,
      y: py,
      label: '',
      values: [
        { label: 'Rows', text: wholeNumber(locale, cell.n) },
        { label: `${labels.latitude}, on average`, text: degrees(cell.y) },
        { label: `${labels.longitude}, on average`, text: degrees(cell.x) },
      ],
      note: '',
      conditions: columns === null ? null : cellConditions(columns, cell),
    })),
    labels: [],
    colorKey: keyOf(),
    summary: `Map of ${plural(locale, total, 'row')} by ${by}, in ${plural(locale, drawn.length, 'cell')}. Most in one: ${wholeNumber(locale, cells[0]?.n ?? 0)}.`,
  }

  function cellConditions({ longitude, latitude }: NonNullable<RowPlaces['columns']>, { column, row }: Cell) {
    const within = (name: string, span: Span, index: number, count: number) =>
      rangeConditions(name, edgeAt(span, index, count), edgeAt(span, index + 1, count), index + 1 === count)
    return [...within(longitude, across, column, merged.columns), ...within(latitude, down, row, merged.rows)]
  }

  function keyOf(): ColorKey {
    const lowest = wholeNumber(locale, 1)
    const highest = plural(locale, steps.at(-1)?.to ?? 1, 'row')
    const textsPx = textWidth(lowest, densityKeyPx.text) + textWidth(highest, densityKeyPx.text)
    const widthPx = textsPx + 2 * densityKeyPx.gap + steps.length * densityKeyPx.swatch
    return {
      swatches: steps.map(({ opacity }) => ({ color: cellColor, opacity })),
      lowest,
      highest,
      px: roundPx(Math.max(0, frame.widthPx - notesPx - widthPx)),
    }
  }
}

const cellColor = 'var(--series-1)'

/** Returns about how large the part of the map with points is, in px, by the scale in its middle. */
function spanPx(
  view: MapView,
  across: Span,
  down: Span,
  frame: { readonly widthPx: number; readonly heightPx: number },
): { readonly width: number; readonly height: number } {
  const [x, y] = [(across.low + across.high) / 2, (down.low + down.high) / 2]
  const lengthOf = ({ low, high }: Span, most: number, at: (step: number) => readonly [number, number] | null) => {
    const step = Math.min(0.5, (high - low) / 4)
    const [a, b] = [at(-step), at(step)]
    if (a === null || b === null || step === 0) return most
    return Math.min(most, (Math.hypot(a[0] - b[0], a[1] - b[1]) / (2 * step)) * (high - low))
  }
  return {
    width: lengthOf(across, frame.widthPx, (step) => view.place(x + step, y)),
    height: lengthOf(down, frame.heightPx, (step) => view.place(x, y + step)),
  }
}

/** Returns the outline of a cell, whose sides are curved where the map is. */
function cellPath(cell: Cell, grid: CellGrid, across: Span, down: Span, view: MapView): string {
  const corner = (column: number, row: number) => {
    const [longitude, latitude] = [edgeAt(across, column, grid.columns), edgeAt(down, row, grid.rows)]
    return view.place(Math.max(-180, Math.min(180, longitude)), Math.max(-90, Math.min(90, latitude)))
  }
  const { column, row } = cell
  const corners = [corner(column, row), corner(column + 1, row), corner(column + 1, row + 1), corner(column, row + 1)]
  const known = corners.flatMap((at) => (at === null ? [] : [at]))
  const xs = known.map(([px]) => px)
  const ys = known.map(([, py]) => py)
  const [width, height] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)]
  const average = view.place(cell.x, cell.y)
  // All rows at one longitude or latitude, or a cell that the edge of the map cuts in two: a square where its rows are.
  if (known.length < 4 || width < leastCellPx || height < leastCellPx || width > mostCellPx) {
    if (average === null) return ''
    const [px, py] = average
    const half = leastCellPx
    return ringPath([
      [px - half, py - half],
      [px + half, py - half],
      [px + half, py + half],
      [px - half, py + half],
    ])
  }
  return ringPath(known)
}

const leastCellPx = 2.5
const mostCellPx = 200

/** Returns the start of the `index`th of `count` cells, or the end of the last one. */
function edgeAt({ low, high }: Span, index: number, count: number): number {
  return index === count ? high : low + ((high - low) * index) / count
}

function degreeFormatter(locale: string): (degrees: number) => string {
  const write = fullFormatter({ locale, format: autoFormat, maxDecimals: 4 })
  return (degrees) => `${write(degrees)}°`
}
