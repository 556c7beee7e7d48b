import { parseTime } from '../charts/plot/time/parse-time'
import { grainFromTimes, type Grain } from '../charts/plot/time/time-grain'
import { wallOf } from '../charts/plot/time/zoned-time'
import { cellNumber } from '../charts/plot/read-columns'
import type { ChartVisual } from '../charts/chart-visual'
import { err, ok, type Result } from '../base/result'
import { isNumericType, isTemporalType, type CellValue, type Field } from '../query/field'
import type { RunResult } from '../query/run-query'
import { valueText } from '../query/value-words'
import { maxAlertGroups } from './alert'

/** The columns of a result that an alert reads. time: null if the values have none. groups: what tells series apart. */
interface AlertColumns {
  readonly value: Field
  readonly time: Field | null
  readonly groups: readonly Field[]
}

/** A value at a time. at: a wall time (see `zoned-time.ts`), null if the result has no times. */
export interface AlertPoint {
  readonly at: number | null
  readonly value: number | null
}

/** The values of one group, oldest first. */
export interface AlertSeries {
  readonly group: string
  readonly points: readonly AlertPoint[]
}

/** The values of a result. grain: of its times, if known. leftOut: the number of groups beyond the most. */
export interface AlertValues {
  readonly column: string
  readonly series: readonly AlertSeries[]
  readonly grain: Grain | null
  readonly leftOut: number
}

type ReadData = Pick<RunResult, 'fields' | 'columns' | 'rowCount' | 'grains'>

/**
 * Reads the values that an alert watches from the result of a chart; each value of its other columns that are no measures
 * has its own series. Fails with a sentence if there are no numbers.
 */
export function readAlertValues(
  data: ReadData,
  visual: Pick<ChartVisual, 'type' | 'x' | 'y' | 'color' | 'detail' | 'panel' | 'pivotRows' | 'pivotColumns'>,
  { column, timeZone }: { readonly column: string | null; readonly timeZone: string },
): Result<AlertValues, string> {
  const columns = columnsOf(data, visual, column)
  if (!columns.ok) return columns
  const { value, time, groups } = columns.value
  const cellsOf = (field: Field) => data.columns[data.fields.indexOf(field)] ?? []
  const values = cellsOf(value)
  const times = time === null ? [] : cellsOf(time).map((cell) => wallOfCell(cell, timeZone))
  const groupCells = groups.map((field) => ({ field, cells: cellsOf(field) }))
  const pointsByGroup = new Map<string, AlertPoint[]>()
  for (let row = 0; row < data.rowCount; row += 1) {
    const at = time === null ? null : (times[row] ?? null)
    // A row without its time is of no period.
    if (time !== null && at === null) continue
    const group = groupCells.map(({ field, cells }) => valueText(cells[row] ?? null, String, field.type)).join(' · ')
    const points = pointsByGroup.get(group) ?? []
    pointsByGroup.set(group, points)
    points.push({ at, value: cellNumber(values[row] ?? null) })
  }
  const series = [...pointsByGroup].map(([group, points]) => ({
    group,
    points: points.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0)),
  }))
  const shown = series.slice(0, maxAlertGroups)
  return ok({
    column: value.name,
    series: shown,
    grain: time === null ? null : grainOf(data, time, shown),
    leftOut: series.length - shown.length,
  })
}

function columnsOf(
  data: ReadData,
  { type, x, y, color, detail, panel, pivotRows, pivotColumns }: Parameters<typeof readAlertValues>[1],
  column: string | null,
): Result<AlertColumns, string> {
  const named = (name: string | null) => data.fields.find((field) => field.name === name) ?? null
  const numbers = data.fields.filter((field) => isNumericType(field.type))
  const value = column === null ? (named(y[0] ?? null) ?? numbers.find(({ name }) => name !== x)) : named(column)
  if (column !== null && value === null) return err(`The column “${column}” is no longer there.`)
  if (value === undefined || value === null || !isNumericType(value.type))
    return err('It has no column of numbers to watch.')
  const onAxis = type === 'pie' ? null : named(x)
  const time =
    onAxis !== null && isTime(data, onAxis) ? onAxis : (data.fields.find(({ type }) => isTemporalType(type)) ?? null)
  const dividing = new Set([x, color, detail, panel, ...pivotRows, ...pivotColumns])
  const groups = data.fields.filter(
    (field) => field !== value && field !== time && (dividing.has(field.name) || !isNumericType(field.type)),
  )
  return ok({ value, time, groups })
}

/** Some databases have no type for times and return texts. */
function isTime({ fields, columns }: ReadData, field: Field): boolean {
  if (isTemporalType(field.type)) return true
  const cells = (columns[fields.indexOf(field)] ?? []).filter((cell) => cell !== null)
  return (
    field.type === 'text' &&
    cells.length > 0 &&
    cells.every((cell) => typeof cell === 'string' && parseTime(cell) !== null)
  )
}

function wallOfCell(cell: CellValue, timeZone: string): number | null {
  const time = typeof cell === 'string' ? parseTime(cell) : null
  if (time === null) return null
  return time.hasOffset ? wallOf(time.ms, timeZone) : time.ms
}

function grainOf({ grains = {} }: ReadData, { name }: Field, series: readonly AlertSeries[]): Grain | null {
  const known = Object.hasOwn(grains, name) ? grains[name] : undefined
  if (known !== undefined) return known
  const walls = new Set(series.flatMap(({ points }) => points.flatMap(({ at }) => (at === null ? [] : [at]))))
  return grainFromTimes([...walls].toSorted((a, b) => a - b))?.grain ?? null
}
