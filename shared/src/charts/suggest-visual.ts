import { isTemporalType, type Field } from '../query/field'
import { shownOf, type ResultData } from '../query/run-query'
import type { ColumnRoles } from './chart-type-definition'
import { defaultVisual, type ChartVisual } from './chart-visual'
import { isIdentifierName } from './identifier-name'
import { canMeasure, distinctCount, isYearColumn } from './plot/read-columns'
import { coordinatesAmong, placesAmong, pointsAmong, shapesAmong } from './types/map/place-columns'

const mostBars = 12
const mostBins = 200
const longLabel = 14
const mostSeries = 12
/** There are fewer countries. */
const mostPlaces = 300

/**
 * Suggests the first drawing of a new result: a table if nothing fits better. groupedBy: the columns that identify its
 * rows, if known; numbers among them are no measures.
 */
export function suggestVisual(data: ResultData, groupedBy: readonly string[] = []): ChartVisual {
  const { columns, time, measures, categories, places } = rolesOf(data, groupedBy)
  const y = measures.map(({ field }) => field.name)
  const table = { ...defaultVisual, type: 'table' } as const
  if (data.rowCount === 0 || measures.length === 0) return table

  if (data.rowCount === 1)
    return measures.length === 1 || (time === undefined && categories.length === 0)
      ? { ...table, type: 'number', y: y.slice(0, 2) }
      : table

  const coordinates = coordinatesAmong(columns)
  if (coordinates !== null) {
    const { longitude, latitude } = coordinates
    return { ...table, type: 'point-map', x: longitude.field.name, y: [latitude.field.name] }
  }
  const points = pointsAmong(columns)
  if (points !== undefined) return { ...table, type: 'point-map', detail: points.field.name }
  const shapes = shapesAmong(columns)
  if (shapes !== undefined) {
    const names = categories.find((column) => column.field !== shapes.field)
    return {
      ...table,
      type: 'map',
      x: names?.field.name ?? null,
      y: y.slice(0, 1),
      detail: shapes.field.name,
    }
  }
  const x = time ?? columns.find(isYearColumn)
  if (x !== undefined && columns.length <= 8) {
    const color = categories.find((column) => distinctCount(column) <= mostSeries && distinctCount(column) > 1)
    if (categories.length > 0 && color === undefined) return table
    return {
      ...table,
      type: 'line',
      x: x.field.name,
      y: color === undefined ? y.slice(0, 4) : y.slice(0, 1),
      color: color?.field.name ?? null,
    }
  }
  const [first, second] = categories
  if (first !== undefined && distinctCount(first) === data.rowCount) {
    // How numbers are spread is read from bars.
    if (shownOf(data, first.field.name).bin !== undefined && data.rowCount <= mostBins)
      return { ...table, type: 'bar', x: first.field.name, y: y.slice(0, 3) }
    if (data.rowCount > mostBars && isScale(first.field))
      return { ...table, type: 'line', x: first.field.name, y: y.slice(0, 4) }
    const isLong = data.rowCount > mostBars || first.values.some((value) => String(value ?? '').length > longLabel)
    if (data.rowCount > mostBars && first === places && data.rowCount <= mostPlaces)
      return { ...table, type: 'map', x: first.field.name, y: y.slice(0, 1) }
    if (data.rowCount > 100) return table
    return { ...table, type: isLong ? 'row' : 'bar', x: first.field.name, y: isLong ? y.slice(0, 1) : y.slice(0, 3) }
  }
  if (
    first !== undefined &&
    second !== undefined &&
    measures.length === 1 &&
    distinctCount(second) <= mostSeries &&
    distinctCount(first) * distinctCount(second) <= 2 * data.rowCount
  ) {
    return { ...table, type: 'bar', x: first.field.name, y, color: second.field.name, stack: 'stacked' }
  }
  if (measures.length >= 2) {
    const color = categories.find((column) => distinctCount(column) <= 7)
    return { ...table, type: 'scatter', x: y[0] ?? null, y: y.slice(1, 2), color: color?.field.name ?? null }
  }
  if (categories.length === 0 && data.rowCount >= 30) return { ...table, type: 'histogram', x: y[0] ?? null }
  return table
}

/** Sorts the columns of a result by their possible roles in a chart. groupedBy: columns that are no measures. */
export function rolesOf(data: ResultData, groupedBy: readonly string[]): ColumnRoles {
  const columns = data.fields.map((field, index) => ({ field, values: data.columns[index] ?? [] }))
  const time = columns.find(({ field }) => isTemporalType(field.type))
  const categories = columns.filter(
    (column) =>
      column.field.type === 'text' ||
      column.field.type === 'boolean' ||
      (canMeasure(column.field) && groupedBy.includes(column.field.name) && !isYearColumn(column)),
  )
  return {
    columns,
    time,
    slots: time ?? columns.find(isYearColumn) ?? categories[0],
    measures: columns.filter(
      (column) =>
        canMeasure(column.field) &&
        !isYearColumn(column) &&
        !isIdentifierName(column.field.name) &&
        !groupedBy.includes(column.field.name),
    ),
    categories,
    places: categories.find(({ field }) => shownOf(data, field.name).isPlace === true) ?? placesAmong(columns),
  }
}

/** Returns true if distances between its values mean something, as for numbers that are no ids. */
function isScale(field: Field): boolean {
  return canMeasure(field) && !isIdentifierName(field.name)
}
