import { comboLines, type ChartType, type ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { suggestAxes } from '@tidemark/shared/charts/suggest-axes'
import { suggestColumns } from '@tidemark/shared/charts/suggest-columns'
import { chartTypes } from '@tidemark/shared/charts/chart-types'
import { isNumericType, isTemporalType, type Field } from '@tidemark/shared/query/field'
import type { ResultData } from '@tidemark/shared/query/run-query'

/**
 * The changes for drawing as another type. As a combo, measures that one axis would not show get a second one where nobody has
 * chosen it. groupedBy: columns of the result that are no measures unless chosen.
 */
export function changeType(
  visual: ChartVisual,
  type: ChartType,
  data: ResultData,
  groupedBy: readonly string[] = [],
): Partial<ChartVisual> {
  const change = changeColumns(visual, type, data, groupedBy)
  // Lines are only chosen in combos, as are axes.
  const wasCombo = visual.type === 'combo' || visual.secondAxis.length > 0 || visual.lines.length > 0
  const isDecided = type !== 'combo' || wasCombo
  return isDecided ? change : { ...change, ...suggestAxes({ ...visual, ...change }, data) }
}

/**
 * The type with its columns. Where no column is chosen yet, it is drawn from those that fit it. A
 * number, which may have a measure alone, keeps it but in a scatter plot, which has no categories either. A histogram counts
 * the rows by a number: by the measure, where x is none. What it counted is the measure of what it becomes. A pie's slices are
 * categories, the series of a line before others, and its line goes over time again, as does all that had series before the pie.
 * What a scatter plot took by itself means little to other types, so they take their own; a histogram counts its x. A big number
 * is compared over time, never over a measure.
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
  if (x === null && y.length === 0) return { type, ...suggested }
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
  // Slices that series became; a table between keeps them and draws no series either.
  const areSeries = x !== null && x === visual.color && !chartTypes[visual.type].controls.includes('color')
  const goesOverTime = areSeries
    ? type !== 'pie' && chartTypes[type].controls.includes('x')
    : visual.type === 'pie' && (type === 'line' || type === 'area')
  if (goesOverTime) return { type, x: lineX ?? x }
  if (x === null) return type === 'scatter' ? { type, ...suggested } : { type, x: suggested.x ?? null }
  if (visual.type !== 'histogram' || y.length > 0) return { type }
  return { type, ...suggested, ...(suggested.y === undefined || type === 'scatter' ? {} : { y: [x] }) }
}

function isSameColumns({ x, y }: ChartVisual, other: Partial<Pick<ChartVisual, 'x' | 'y'>>): boolean {
  return x === other.x && y.length === other.y?.length && y.every((name, index) => name === other.y?.[index])
}

/** Moves a measure one place up or down; its axis and mark go with it. */
export function moveMeasure(visual: ChartVisual, index: number, by: -1 | 1): Partial<ChartVisual> {
  const y = [...visual.y]
  const [moved] = y.splice(index, 1)
  if (moved === undefined || index + by < 0 || index + by > y.length) return {}
  y.splice(index + by, 0, moved)
  return visual.type === 'combo' ? { y, lines: [...comboLines(visual)] } : { y }
}

/** Takes another column for a measure, or none; what said something about the old one is dropped. */
export function replaceMeasure(visual: ChartVisual, index: number, column: string | null): Partial<ChartVisual> {
  const old = visual.y[index]
  const y = visual.y.flatMap((name, at) => (at === index ? (column === null ? [] : [column]) : [name]))
  const rename = (names: readonly string[]) =>
    names.flatMap((name) => (name === old ? (column === null ? [] : [column]) : [name]))
  return { y, lines: rename(visual.lines), secondAxis: rename(visual.secondAxis) }
}

function toggleName(names: readonly string[], name: string): string[] {
  return names.includes(name) ? names.filter((other) => other !== name) : [...names, name]
}

/** Puts a measure of a combo on the other axis; the lines stay as they are shown, which tells that somebody chose. */
export function toggleAxis(visual: ChartVisual, name: string): Partial<ChartVisual> {
  return { secondAxis: toggleName(visual.secondAxis, name), lines: [...comboLines(visual)] }
}

/** The lines of a combo with one more or less; null where the last of several measures has to stay one. */
export function toggleLine(visual: ChartVisual, name: string): string[] | null {
  const lines = toggleName(comboLines(visual), name)
  return lines.length === 0 && visual.y.length > 1 ? null : lines
}

/** Columns that can be added as a measure: numbers that are not one yet. */
export function freeMeasures(fields: readonly Field[], visual: ChartVisual): Field[] {
  return fields.filter((field) => isNumericType(field.type) && !visual.y.includes(field.name))
}

/** Columns that the chart's type uses and the result does not have. */
export function missingResultColumns(fields: readonly Field[], visual: ChartVisual): string[] {
  const controls = chartTypes[visual.type].controls
  const used = [
    ...(controls.includes('x') && visual.x !== null ? [visual.x] : []),
    ...(controls.includes('measures') ? visual.y : controls.includes('measure') ? visual.y.slice(0, 1) : []),
    ...(controls.includes('color') && visual.color !== null ? [visual.color] : []),
    ...(controls.includes('size') && visual.size !== null ? [visual.size] : []),
  ]
  return [...new Set(used)].filter((name) => !fields.some((field) => field.name === name))
}

const mostCounted = 10_000

/** A word about a column for the end of its field: `5 values`, `time`, `number`. */
export function columnNote(data: ResultData, name: string): string {
  const index = data.fields.findIndex((field) => field.name === name)
  const field = data.fields[index]
  if (field === undefined) return 'missing'
  if (isTemporalType(field.type)) return field.type === 'date' ? 'date' : 'time'
  if (isNumericType(field.type)) return 'number'
  const values = new Set(data.columns[index]?.slice(0, mostCounted))
  return `${values.size} ${values.size === 1 ? 'value' : 'values'}`
}
