import type { CellValue } from '../../../query/field'
import { shownLabel } from '../../../query/run-query'
import { colorKeyOf, colorScale, keyText } from '../../plot/colors/color-scale'
import { emptyPlot, frameOf, unmeasurablePlot, unsuitablePlot } from '../../plot/frame'
import { notesPx } from '../../plot/legend'
import { undrawableNotes } from '../../plot/numbers/undrawable-notes'
import { cellsCondition } from '../../plot/mark-conditions'
import { fullFormatter, plural, wholeNumber } from '../../plot/numbers/format-number'
import { labelFormatter, unitTitle } from '../../plot/numbers/number-labels'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import { roundPx } from '../../plot/numbers/value-scale'
import type { EmptyPlot, MarkLabel, Shape, ShapeMark, ShapesPlot, UnsuitablePlot } from '../../plot/plot'
import { categoryLabel, cellNumber, getColumn, type Column, type PlotInput } from '../../plot/read-columns'
import { addedUpNotes } from '../../plot/series-of'
import { textWidth } from '../../plot/text/text-width'
import { addsUp } from './adds-up'
import { areaPaths } from './area-paths'
import type { AreaSet } from './area-set'
import { countries } from './countries'
import { landFill, mapBox, mapTopPx } from './map-frame'
import { mostShapePoints, readShapes, shapeSet } from './shape-column'
import { usStates } from './us-states'

/** An area smaller than this is a dot, which can be seen and pointed at. */
const leastAreaPx = 4
const dotPx = 3.5
const strongFrom = 0.5
/** Among more areas, dots would lie over each other, and edges be darker than the faint colours that they are around. */
const mostEdged = 300
/** Among so many, the size of what has no outline. */
const denseDotPx = 1
const mostNamed = 40

/**
 * Plots a measure by place: the stronger an area's colour, the larger its value. Areas without rows are grey. Places are
 * names or codes, or shapes in a column of the result.
 */
export function mapPlot(input: PlotInput): ShapesPlot | EmptyPlot | UnsuitablePlot {
  const { visual, data } = input
  const measure = visual.y[0] === undefined ? null : getColumn(data, visual.y[0])
  const unmeasurable = unmeasurablePlot(input, measure)
  if (unmeasurable !== null) return unmeasurable
  const shapes = visual.detail === null ? null : getColumn(data, visual.detail)
  const places = visual.x === null ? null : getColumn(data, visual.x)
  const placed =
    shapes !== null ? placesOfShapes(input, shapes, places) : places !== null ? placesOfNames(input, places) : null
  if (placed === null)
    return unsuitablePlot(
      input,
      'Choose the column with the places: names or codes of countries or US states. For other areas, join a table with their shapes, such as an uploaded GeoJSON file, and choose its geometry.',
    )
  return 'kind' in placed ? placed : plotPlaces(input, placed, measure)
}

/** The area of each row. keys: the column whose values select the rows of an area, if any does. notes: on rows without one. */
interface Places {
  readonly set: AreaSet
  readonly idsByRow: readonly (string | null)[]
  readonly keys: Column | null
  readonly notes: readonly string[]
}

function placesOfNames(input: PlotInput, places: Column): Places | UnsuitablePlot {
  const { visual, data, locale } = input
  const set = areaSetOf(places, visual.regions)
  const ids = new Map<CellValue, string | null>()
  let blankCount = 0
  const idsByRow = places.values.map((cell) => {
    if (cell === null || cell === '') {
      blankCount++
      return null
    }
    const id = ids.has(cell) ? (ids.get(cell) ?? null) : set.idOf(cell)
    ids.set(cell, id)
    return id
  })
  const missing = [...ids].filter(([, id]) => id === null).map(([cell]) => categoryLabel(cell, places))
  const isUsa = set.id === 'us-states'
  if (missing.length === ids.size) {
    const [example] = missing
    const sought = visual.regions === 'auto' ? 'country or US state' : `${set.one}${isUsa ? ' of the USA' : ''}`
    const said = example === undefined ? '' : `, such as “${example}”,`
    return unsuitablePlot(
      input,
      `No value of ${shownLabel(data, places.field.name)}${said} is the name or code of a ${sought}. Choose another column for the places, or join a table with their shapes, such as an uploaded GeoJSON file.`,
    )
  }
  return {
    set,
    idsByRow,
    keys: places,
    notes: [
      ...(missing.length === 0
        ? []
        : [
            `${wholeNumber(locale, missing.length)} of ${plural(locale, ids.size, 'name')} not found among the ${set.many}${isUsa ? ' of the USA' : ''}: ${listed(missing)}.`,
          ]),
      ...(blankCount === 0 ? [] : [`${plural(locale, blankCount, 'row')} without a place left out.`]),
    ],
  }
}

function placesOfShapes(input: PlotInput, shapes: Column, names: Column | null): Places | UnsuitablePlot {
  const { data, locale } = input
  const read = readShapes(shapes.values)
  const label = shownLabel(data, shapes.field.name)
  const refuse = (reason: string) => unsuitablePlot(input, reason)
  const kinds = [...read.otherKinds].toSorted()
  // As a join leaves the shapes of what it does not find.
  const shapeless =
    names === null ? [] : namesWhere(names, (row) => read.idsByRow[row] === null && isBlank(shapes, row))
  if (read.blankCount === shapes.values.length)
    return refuse(
      `${label} is empty in every row.${shapeless.length === 0 ? '' : ` If a join brings the shapes, it found none for names such as “${shapeless[0]}”: check by which columns it compares.`}`,
    )
  if (read.areas.length === 0)
    return refuse(
      kinds.length === 0
        ? `${label} holds no shapes. They are GeoJSON, as in a file that you upload: polygons by longitude and latitude.`
        : `${label} holds ${kinds.slice(0, 3).join(', ')}, and a map fills areas: Polygon or MultiPolygon. For points, choose Points and the columns with longitude and latitude.`,
    )
  if (!read.isInDegrees)
    return refuse(
      `The shapes of ${label} are not in degrees of longitude and latitude. Convert them to WGS 84 (EPSG:4326).`,
    )
  if (read.pointCount > mostShapePoints)
    return refuse(
      `The shapes of ${label} have ${wholeNumber(locale, read.pointCount)} points, and a map draws up to ${wholeNumber(locale, mostShapePoints)}. Simplify them before the upload.`,
    )
  const namesById = new Map<string, string>()
  read.idsByRow.forEach((id, row) => {
    if (id !== null && !namesById.has(id))
      namesById.set(id, names === null ? `Area ${Number(id) + 1}` : categoryLabel(names.values[row] ?? null, names))
  })
  const unread = kinds.length === 0 ? 'no shape that can be read' : `no area that can be read, but ${kinds.join(', ')}`
  const unreadNames =
    names === null ? [] : namesWhere(names, (row) => read.idsByRow[row] === null && !isBlank(shapes, row))
  const ofNames = names === null ? '' : ` of ${plural(locale, namesWhere(names, () => true).length, 'name')}`
  return {
    set: shapeSet(read, namesById),
    idsByRow: read.idsByRow,
    // Nobody filters by whole shapes.
    keys: names,
    notes: [
      ...(shapeless.length > 0
        ? [`${wholeNumber(locale, shapeless.length)}${ofNames} without a shape: ${listed(shapeless)}.`]
        : read.blankCount > 0
          ? [`${plural(locale, read.blankCount, 'row')} without a shape left out.`]
          : []),
      ...(unreadNames.length > 0
        ? [`${wholeNumber(locale, unreadNames.length)}${ofNames} with ${unread}: ${listed(unreadNames)}.`]
        : read.unreadCount > 0
          ? [`${plural(locale, read.unreadCount, 'row')} left out: ${unread}.`]
          : []),
    ],
  }
}

function isBlank({ values }: Column, row: number): boolean {
  const cell = values[row] ?? null
  return cell === null || cell === ''
}

/** Returns the names of some rows, each once. */
function namesWhere(names: Column, isMeant: (row: number) => boolean): readonly string[] {
  return [...new Set(names.values.filter((_, row) => isMeant(row)))].map((cell) => categoryLabel(cell, names))
}

function plotPlaces(input: PlotInput, places: Places, measure: Column | null): ShapesPlot | EmptyPlot {
  const { visual, data, locale } = input
  const { set } = places
  const regions = readRegions(places, measure)
  const format = columnNumberFormat(visual.format, data, measure?.field.name ?? null)
  const isSummed = measure === null || addsUp(measure.field.name, format)
  const several = regions.filter(({ n }) => n > 1)
  const notes = [
    ...places.notes,
    ...undrawableNotes(measure?.values ?? [], locale),
    ...(measure === null || several.length === 0
      ? []
      : isSummed
        ? addedUpNotes(
            locale,
            several.reduce((sum, { n }) => sum + n - 1, 0),
            'place',
          )
        : [
            `${listed(several.map(({ id }) => set.nameOf(id)))} ${several.length === 1 ? 'has' : 'have'} several rows, and values of ${shownLabel(data, measure.field.name)} do not add up: group by one row for each ${set.one}.`,
          ]),
  ]
  const valued = regions.map((region) => (isSummed || region.n === 1 ? region : { ...region, value: null }))
  if (valued.every(({ value }) => value === null))
    return emptyPlot(input, ['Every value is missing.', ...notes].join(' '))
  return layOut(input, places, valued, measure, notes)
}

/** The rows of one area. cells: what they have in the column of its places. */
interface Region {
  readonly id: string
  readonly value: number | null
  readonly n: number
  readonly cells: readonly CellValue[]
}

function readRegions({ idsByRow, keys }: Places, measure: Column | null): readonly Region[] {
  const found = new Map<string, { id: string; value: number | null; n: number; cells: Set<CellValue> }>()
  idsByRow.forEach((id, row) => {
    if (id === null) return
    const cell = keys?.values[row] ?? null
    const value = measure === null ? 1 : cellNumber(measure.values[row] ?? null)
    const region = found.get(id)
    if (region === undefined) {
      found.set(id, { id, value, n: 1, cells: new Set([cell]) })
      return
    }
    region.n++
    region.cells.add(cell)
    if (value !== null) region.value = (region.value ?? 0) + value
  })
  return [...found.values()]
    .map((region): Region => ({ ...region, cells: [...region.cells] }))
    .toSorted((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity))
}

/** Returns the chosen areas, or those that more of a column's values name. */
function areaSetOf({ values }: Column, chosen: PlotInput['visual']['regions']): AreaSet {
  if (chosen === 'countries') return countries()
  if (chosen === 'us-states') return usStates()
  const cells = [...new Set(values)]
  const countOf = ({ idOf }: AreaSet) => cells.filter((cell) => cell !== null && idOf(cell) !== null).length
  return countOf(usStates()) > countOf(countries()) ? usStates() : countries()
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed)
  return names.length > mostNamed ? `${shown.join(', ')} and ${names.length - mostNamed} more` : shown.join(', ')
}

function layOut(
  input: PlotInput,
  { set, keys }: Places,
  regions: readonly Region[],
  measure: Column | null,
  notes: readonly string[],
): ShapesPlot {
  const { visual, data, locale } = input
  const frame = frameOf(input, [], notes, '')
  const view = set.viewOf(new Set(regions.map(({ id }) => id)), mapBox(frame))
  const paths = areaPaths(set.id, set.areas, view)
  const pathsById = new Map(paths.map((path) => [path.area.id, path]))
  const values = regions.flatMap(({ value }) => (value === null ? [] : [value]))
  const scale = colorScale(values, 1)
  const format = columnNumberFormat(visual.format, data, measure?.field.name ?? null)
  const write = fullFormatter({ locale, format })
  const short = labelFormatter(locale, format, values)
  const label = measure === null ? 'Rows' : shownLabel(data, measure.field.name)
  const column = keys?.field.name ?? null

  const marks: ShapeMark[] = []
  const outlines: Shape[] = []
  const dots: Shape[] = []
  const asideLabels: MarkLabel[] = []
  const isDense = regions.length > mostEdged
  for (const { id, value, n, cells } of regions) {
    const path = pathsById.get(id)
    const spot = set.spots.get(id)
    const aside = view.aside?.get(id)
    const at =
      aside !== undefined
        ? ([aside.x, aside.y] as const)
        : path === undefined
          ? spot === undefined
            ? null
            : view.place(spot.longitude, spot.latitude)
          : path.isShown
            ? ([path.x, path.y] as const)
            : null
    if (at === null) continue
    const [x, y] = at.map(roundPx) as [number, number]
    const mark = marks.length
    const [cell = null] = cells
    marks.push({
      x,
      y,
      label: set.nameOf(id),
      values: [{ label, text: value === null ? 'No number' : write(value) }],
      note: n > 1 ? plural(locale, n, 'row') : '',
      // A dashboard filters by one value, and an area may have several spellings.
      ...(cells.length === 1 && cell !== null && column === visual.x ? { category: String(cell) } : {}),
      conditions: column === null ? null : [cellsCondition(column, cells)],
    })
    if (aside !== undefined)
      asideLabels.push({
        x: x + dotPx + 4,
        y,
        text: aside.label,
        anchor: 'start',
        sizePx: 10,
        color: 'var(--color-muted)',
      })
    const isDot = path === undefined || (isDense ? path.d === '' : Math.max(path.widthPx, path.heightPx) < leastAreaPx)
    const form = isDot
      ? ({ kind: 'circle', cx: x, cy: y, r: isDense ? denseDotPx : dotPx } as const)
      : ({ kind: 'path', d: path.d } as const)
    const { color, opacity } = value === null ? { color: 'none', opacity: 1 } : scale.colorOf(value)
    // An edge in its own colour tells the faintest value from no value; one in the ground's parts strong neighbours.
    const stroke = opacity > strongFrom ? 'var(--color-surface)' : color
    const edge = isDense ? {} : { stroke, strokePx: 0.75 }
    const shape: Shape =
      value === null
        ? { part: 'area', form, fill: 'none', stroke: 'var(--color-line-strong)', strokePx: 0.75, dash: '2 2', mark }
        : { part: 'area', form, fill: color, opacity, ...edge, mark }
    ;(isDot ? dots : outlines).push(shape)
  }
  const drawnIds = new Set(regions.map(({ id }) => id))
  const land = paths.filter(({ area }) => !drawnIds.has(area.id)).map(({ d }) => d)
  const hasLand = land.some((d) => d !== '')
  const signPx = notes.length > 0 ? notesPx : 0
  const colorKey = colorKeyOf(
    scale,
    (value) => keyText(short(value), unitTitle(locale, format)),
    frame.widthPx - signPx,
  )
  const landKey = hasLand && colorKey.px > landKeyPx ? landKeyOf() : null
  return {
    ...frame,
    kind: 'shapes',
    axes: null,
    shapes: [
      ...(hasLand
        ? [
            {
              part: 'land',
              form: { kind: 'path', d: land.join('') },
              fill: landFill,
              stroke: 'var(--color-surface)',
              strokePx: 0.5,
              mark: null,
            } as const,
          ]
        : []),
      ...outlines,
      ...dots,
      ...(landKey === null ? [] : [landKey.shape]),
    ],
    marks,
    labels: landKey === null ? asideLabels : [...asideLabels, landKey.label],
    colorKey,
    summary: summaryOf(),
  }

  function summaryOf(): string {
    const known = regions.filter(({ value }) => value !== null)
    const say = ({ id, value }: Region) => `${set.nameOf(id)} ${write(value ?? 0)}`
    const [highest, lowest] = [known[0], known.at(-1)]
    const ends =
      highest === undefined || lowest === undefined
        ? ''
        : known.length === 1
          ? `${say(highest)}.`
          : `Highest: ${say(highest)}. Lowest: ${say(lowest)}.`
    return `Map of ${label}${column === null ? '' : ` by ${shownLabel(data, column)}`}; ${plural(locale, regions.length, set.one, set.many)}. ${ends}`
  }
}

const keyTextPx = 11
const noData = 'No rows'
const landKeyPx = 16 + textWidth(noData, keyTextPx) + 8

/** The key of the colour of areas without rows, at the left of the first line. */
function landKeyOf(): { readonly shape: Shape; readonly label: MarkLabel } {
  return {
    shape: {
      part: 'key',
      form: { kind: 'rect', x: 0, y: 2, width: 10, height: 10, radius: 2 },
      fill: landFill,
      stroke: 'var(--color-line-strong)',
      strokePx: 0.5,
      mark: null,
    },
    label: {
      x: 16,
      y: mapTopPx / 2 - 3,
      text: noData,
      anchor: 'start',
      sizePx: keyTextPx,
      color: 'var(--color-muted)',
    },
  }
}
