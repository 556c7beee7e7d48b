import {
  comboLines,
  targetColumn,
  type ChartType,
  type ChartVisual,
  type SeriesStyle,
} from '@tidemark/shared/charts/chart-visual'
import { suggestAxes } from '@tidemark/shared/charts/suggest-axes'
import { suggestColumns } from '@tidemark/shared/charts/suggest-columns'
import { rolesOf } from '@tidemark/shared/charts/suggest-visual'
import { chartTypes } from '@tidemark/shared/charts/chart-types'
import { placesAmong } from '@tidemark/shared/charts/types/map/place-columns'
import { isNumericType, isTemporalType, type Field } from '@tidemark/shared/query/field'
import type { ResultData } from '@tidemark/shared/query/run-query'

/**
 * Returns the changes for drawing as another type. In a combo, measures that one axis would not show get a second one,
 * unless somebody chose the axes. groupedBy: columns of the result that are no measures unless chosen.
 */
export function changeType(
  visual: ChartVisual,
  type: ChartType,
  data: ResultData,
  groupedBy: readonly string[] = [],
): Partial<ChartVisual> {
  const change = { ...changeColumns(visual, type, data, groupedBy), ...shapesFor(visual, type, data, groupedBy) }
  // Lines and axes can only be chosen in combos.
  const wasCombo = visual.type === 'combo' || visual.secondAxis.length > 0 || visual.lines.length > 0
  const isDecided = type !== 'combo' || wasCombo
  return isDecided ? change : { ...change, ...suggestAxes({ ...visual, ...change }, data) }
}

/**
 * Returns a type with its columns. If none are chosen, it uses those that fit.
 * A big number may have only a measure, which the next type keeps, except a scatter plot, which has no categories
 * either. A big number is compared over time, never over a measure.
 * A histogram counts rows by a number: by the measure if x is none. What it counted becomes the measure of the next
 * type.
 * A pie's slices are categories, preferably the series of a line. Its line goes over time again, as does anything that
 * had series before the pie.
 * A map keeps its places, a map of points nothing: what is measured at a longitude is no height.
 * A scatter plot without two numbers goes over time. The automatic columns of a scatter plot mean little to other types, so these choose their own; a histogram counts its
 * x.
 */
function changeColumns(
  visual: ChartVisual,
  type: ChartType,
  data: ResultData,
  groupedBy: readonly string[],
): Partial<ChartVisual> {
  const isNumber = (name: string) => data.fields.some((field) => field.name === name && isNumericType(field.type))
  const isScale = (name: string) =>
    isNumber(name) || data.fields.some((field) => field.name === name && isTemporalType(field.type))
  const suggested = suggestColumns(type, data, groupedBy)
  const { x, y } = visual
  if (type === 'pivot') {
    const hasSides = visual.pivotRows.length + visual.pivotColumns.length > 0
    return hasSides ? { type } : { type, ...suggested, ...(y.length > 0 ? { y } : {}) }
  }
  if (x === null && y.length === 0) return { type, ...suggested }
  if (type === 'heatmap' && visual.color === null)
    return { type, ...(x === null ? suggested : suggested.color === x ? {} : { color: suggested.color ?? null }) }
  if (type === 'map') return { type, ...placesFor(x, suggested.x ?? null, data, groupedBy) }
  if (type === 'point-map' || visual.type === 'point-map') return { type, ...suggested }
  const wasScatter = visual.type === 'scatter'
  if (type === 'histogram') {
    if (wasScatter && x !== null && isNumber(x)) return { type, y: [] }
    if (x !== null && isNumber(x) && !y.includes(x)) return { type }
    return { type, x: y.find(isNumber) ?? suggested.x ?? x, y: [] }
  }
  const lineX = suggestColumns('line', data, groupedBy).x ?? null
  if (type === 'pie' && visual.type !== 'histogram' && x === lineX) {
    const series = data.fields.find(({ name }) => name === visual.color)
    return { type, x: series?.name ?? suggested.x ?? x }
  }
  if (wasScatter && isSameColumns(visual, suggestColumns('scatter', data, groupedBy))) return { type, ...suggested }
  if (type === 'number' && x !== null && x !== lineX && isNumber(x) && y.length > 0)
    return { type, x: lineX !== null && isScale(lineX) ? lineX : null }
  if (type === 'scatter' && x !== null && !isScale(x)) return { type, ...suggested }
  // Slices that were series before. A table in between keeps them although it draws no series.
  const areSeries = x !== null && x === visual.color && !chartTypes[visual.type].controls.includes('color')
  const goesOverTime = areSeries
    ? type !== 'pie' && chartTypes[type].controls.includes('x')
    : visual.type === 'pie' && (type === 'line' || type === 'area')
  if (goesOverTime) return { type, x: lineX ?? x }
  if (x === null) return type === 'scatter' ? { type, ...suggested } : { type, x: suggested.x ?? null }
  if (visual.type !== 'histogram' || y.length > 0) return { type }
  // With one number alone its dots lie over time.
  if (type === 'scatter' && suggested.y === undefined && lineX !== null && lineX !== x && isScale(lineX))
    return { type, x: lineX, y: [x] }
  return { type, ...suggested, ...(suggested.y === undefined || type === 'scatter' ? {} : { y: [x] }) }
}

function isMap(type: ChartType): boolean {
  return type === 'map' || type === 'point-map'
}

/** Returns the column of shapes for a map, which to any other type is no part of its parts. */
function shapesFor(
  visual: ChartVisual,
  type: ChartType,
  data: ResultData,
  groupedBy: readonly string[],
): Partial<Pick<ChartVisual, 'detail'>> {
  if (visual.type === type || !(isMap(visual.type) || isMap(type))) return {}
  const detail = suggestColumns(type, data, groupedBy).detail ?? null
  return detail === visual.detail || (!isMap(type) && visual.detail === null) ? {} : { detail }
}

/** Returns the places of a map: the column that is drawn already if it can have names, unless another is said to have them. */
function placesFor(
  x: string | null,
  suggested: string | null,
  data: ResultData,
  groupedBy: readonly string[],
): Partial<Pick<ChartVisual, 'x'>> {
  const { places, columns } = rolesOf(data, groupedBy)
  const drawn = columns.filter(({ field }) => field.name === x && field.type === 'text')
  const isKept = drawn.length > 0 && (places === undefined || places === drawn[0] || placesAmong(drawn) !== undefined)
  return isKept || suggested === null ? {} : { x: suggested }
}

function isSameColumns({ x, y }: ChartVisual, other: Partial<Pick<ChartVisual, 'x' | 'y'>>): boolean {
  return x === other.x && y.length === other.y?.length && y.every((name, index) => name === other.y?.[index])
}

/** Moves a measure one place up or down, with its axis and mark. */
export function moveMeasure(visual: ChartVisual, index: number, by: -1 | 1): Partial<ChartVisual> {
  const y = [...visual.y]
  const [moved] = y.splice(index, 1)
  if (moved === undefined || index + by < 0 || index + by > y.length) return {}
  y.splice(index + by, 0, moved)
  return visual.type === 'combo' ? { y, lines: [...comboLines(visual)] } : { y }
}

/** Replaces a measure by another column, or removes it; settings specific to the old one are dropped. */
export function replaceMeasure(visual: ChartVisual, index: number, column: string | null): Partial<ChartVisual> {
  const old = visual.y[index]
  const y = visual.y.flatMap((name, at) => (at === index ? (column === null ? [] : [column]) : [name]))
  const rename = (names: readonly string[]) =>
    names.flatMap((name) => (name === old ? (column === null ? [] : [column]) : [name]))
  return {
    y,
    lines: rename(visual.lines),
    areas: rename(visual.areas),
    secondAxis: rename(visual.secondAxis),
    ...(visual.color === null ? { seriesStyles: renamedStyles(visual, old, column) } : {}),
  }
}

function renamedStyles({ seriesStyles }: ChartVisual, old: string | undefined, column: string | null): SeriesStyle[] {
  return seriesStyles.flatMap((style) =>
    style.series !== old ? [style] : column === null ? [] : [{ ...style, series: column }],
  )
}

function toggleName(names: readonly string[], name: string): string[] {
  return names.includes(name) ? names.filter((other) => other !== name) : [...names, name]
}

/** Moves a measure of a combo to the other axis. The lines stay as shown, now recorded as chosen. */
export function toggleAxis(visual: ChartVisual, name: string): Partial<ChartVisual> {
  return { secondAxis: toggleName(visual.secondAxis, name), lines: [...comboLines(visual)] }
}

/** Returns how a combo draws a measure. */
export function markOfMeasure(visual: ChartVisual, name: string): ComboMark {
  if (!comboLines(visual).includes(name)) return 'bar'
  return visual.areas.includes(name) ? 'area' : 'line'
}

export type ComboMark = 'bar' | 'line' | 'area'

/**
 * Draws a measure of a combo in another way; null if of several measures none would be more than bars. An area is a
 * line that is filled, so it stands among the lines, too.
 */
export function drawMeasureAs(visual: ChartVisual, name: string, mark: ComboMark): Partial<ChartVisual> | null {
  const without = (names: readonly string[]) => names.filter((other) => other !== name)
  const lines = mark === 'bar' ? without(comboLines(visual)) : [...without(comboLines(visual)), name]
  if (lines.length === 0 && visual.y.length > 1) return null
  return { lines, areas: mark === 'area' ? [...without(visual.areas), name] : without(visual.areas) }
}

/** Returns columns that can be added as measures: numbers that are not measures yet. */
export function freeMeasures(fields: readonly Field[], visual: ChartVisual): Field[] {
  return fields.filter((field) => isNumericType(field.type) && !visual.y.includes(field.name))
}

/** Returns columns that the chart's type uses but the result lacks. */
export function missingResultColumns(fields: readonly Field[], visual: ChartVisual): string[] {
  const controls = chartTypes[visual.type].controls
  const used = [
    ...(controls.includes('x') && visual.x !== null ? [visual.x] : []),
    ...(controls.includes('measures') ? visual.y : controls.includes('measure') ? visual.y.slice(0, 1) : []),
    ...(controls.includes('color') && visual.color !== null ? [visual.color] : []),
    ...(controls.includes('detail') && visual.detail !== null ? [visual.detail] : []),
    ...(controls.includes('pivotSides') ? [...visual.pivotRows, ...visual.pivotColumns] : []),
    ...(controls.includes('panel') && visual.panel !== null ? [visual.panel] : []),
    ...(controls.includes('size') && visual.size !== null ? [visual.size] : []),
    ...(controls.includes('target') ? [targetColumn(visual)].filter((name) => name !== null) : []),
  ]
  return [...new Set(used)].filter((name) => !fields.some((field) => field.name === name))
}

const mostCounted = 10_000

/** Returns a word about a column for the end of its field: `5 values`, `time`, `number`. */
export function columnNote(data: ResultData, name: string): string {
  const index = data.fields.findIndex((field) => field.name === name)
  const field = data.fields[index]
  if (field === undefined) return 'missing'
  if (isTemporalType(field.type)) return field.type === 'date' ? 'date' : 'time'
  if (isNumericType(field.type)) return 'number'
  const values = new Set(data.columns[index]?.slice(0, mostCounted))
  return `${values.size} ${values.size === 1 ? 'value' : 'values'}`
}
