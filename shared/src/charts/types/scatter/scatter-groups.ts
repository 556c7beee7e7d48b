import { placeText, type Bins, type Span } from '../../../query/binned-result'
import type { CellValue } from '../../../query/field'
import type { ResultFilter } from '../../../query/result-filter'
import type { Cell } from '../../plot/cells'
import { categoryColors } from '../../plot/colors/assign-colors'
import { otherColor, singleColor } from '../../plot/colors/palette'
import { cellsCondition, otherConditions } from '../../plot/mark-conditions'
import type { LegendEntry } from '../../plot/plot'
import {
  categoryLabel,
  cellNumber,
  chosenFor,
  countedColumns,
  type Column,
  type PlotInput,
} from '../../plot/read-columns'
import type { Slots } from '../../plot/slots-of'

const hueGroups = 7

/**
 * index: in the result. n: the number of the query's rows that it stands for. cell: in the finest grid, if the engine
 * has counted.
 */
export interface Row {
  readonly index: number
  readonly x: number
  readonly y: number
  readonly n: number
  readonly size: number | null
  readonly group: string | null
  readonly isRest: boolean
  readonly cell: Pick<Cell, 'column' | 'row'> | null
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
  /** The value of each row without a place that cannot be drawn; null if one is missing. */
  readonly dropped: readonly CellValue[]
  readonly xSpan: Span
  readonly ySpan: Span
}

export function readRows({ x, y, size, color, times }: ScatterColumns, { data, bins, isDrawn }: PlotInput): ReadRows {
  const rows: Row[] = []
  const dropped: CellValue[] = []
  const [columns = [], cellRows = [], isRest = [], counts = []] = bins === undefined ? [] : countedColumns(data, 4)
  const xSpan = { low: Infinity, high: -Infinity }
  const ySpan = { low: Infinity, high: -Infinity }
  for (let row = 0; row < data.rowCount; row++) {
    const at = times === null ? cellNumber(x.values[row] ?? null) : (times.slots[times.rowSlots[row] ?? -1]?.at ?? null)
    const value = cellNumber(y.values[row] ?? null)
    if (at === null || value === null) {
      const [own = null, other = null] = [x.values[row], y.values[row]]
      const isGiven = own !== null && other !== null && times === null
      if (isDrawn?.[row] !== false) dropped.push(!isGiven ? null : at === null ? own : other)
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

export function widen(span: { low: number; high: number }, value: number): void {
  if (value < span.low) span.low = value
  if (value > span.high) span.high = value
}

/** Appends the ends of the axis to a column of times, because averages lie between them. */
export function withEnds({ field, values }: Column, bins: Bins | undefined): Column {
  if (bins === undefined) return { field, values }
  return { field, values: [...values, placeText(bins.x.low, field.type), placeText(bins.x.high, field.type)] }
}

/** styleKey: as in a series. values: how many rows each of its dots stands for. */
export interface Group extends LegendEntry {
  readonly styleKey: string | null
  readonly values: readonly number[]
  readonly conditions: readonly ResultFilter[]
  readonly rows: readonly Row[]
}

export function groupRows(rows: readonly Row[], color: Column | null, input: PlotInput): Group[] {
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
    styleKey: string | null,
    label: string,
    fill: string,
    own: readonly Row[],
    conditions: readonly ResultFilter[],
  ): Group => ({
    id,
    styleKey,
    label,
    color: fill,
    conditions,
    rows: own,
    values: own.map(({ n }) => n),
    hidden: input.hidden?.has(id) === true,
  })
  const [measure = ''] = input.visual.y
  if (color === null)
    return [entry('rows', measure, 'Rows', input.chosenColors?.measures.get(measure) ?? singleColor, rows, [])]
  const sorted = [...byKey].filter(([key]) => key !== null).toSorted((a, b) => sizeOf(b[1]) - sizeOf(a[1]))
  const kept = sorted.slice(0, hueGroups)
  const colors = categoryColors(
    kept.map(([key]) => key),
    color.field.name,
    input.data.hues,
    chosenFor(input, color.field.name),
  )
  const name = color.field.name
  const groups = kept.map(([key, own]) =>
    entry(key ?? '', key ?? '', categoryLabel(key, color), colors.get(key) ?? otherColor, own, [
      cellsCondition(name, [key]),
    ]),
  )
  const rest = sorted.slice(hueGroups)
  const restCount = rest.length + (addedUp.length === 0 ? 0 : (input.bins?.restCount ?? 0))
  if (restCount > 0)
    groups.push(
      entry(
        '\u0000other',
        null,
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
      entry('\u0000null', '', categoryLabel(null, color), 'var(--series-empty)', empty, [cellsCondition(name, [null])]),
    )
  return groups
}
