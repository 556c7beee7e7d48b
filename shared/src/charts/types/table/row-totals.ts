import { listOf } from '../../../base/list-of'
import type { CellValue, Field } from '../../../query/field'
import { shownLabel, shownOf, type ResultData } from '../../../query/run-query'
import type { ChartVisual } from '../../chart-visual'
import { styleOf, type ColumnStyle } from '../../column-style'
import { columnNumberFormat } from '../../plot/numbers/signed-format'
import type { WrittenColumns } from '../../plot/plot'
import { chosenFormat, isGrouped, type Column } from '../../plot/read-columns'
import { canAddUp, sumOf } from '../../plot/sums'
import { withoutTotals } from '../../plot/without-totals'
import { tableColumns } from './table-columns'

/** A column with the sum of each row. sum: of a row's cells, by the places of the columns. like: whose format it has. */
export interface RowTotals {
  readonly field: Field
  readonly style: ColumnStyle
  readonly like: string
  readonly description: string
  readonly sum: (cellAt: (place: number) => CellValue) => CellValue
}

/** Returns what sums up the numbers of each row of a table with an answer; null if nothing can be added up. */
export function rowTotalsIn(visual: ChartVisual, answer: ResultData): RowTotals | null {
  const data = withoutTotals(answer)
  const { grouped, indexes } = tableColumns(
    visual,
    data.fields.map(({ name }) => name),
  )
  const columns = indexes.slice(grouped.length).flatMap((index): Column[] => {
    const field = data.fields[index]
    return field === undefined ? [] : [{ field, values: data.columns[index] ?? [] }]
  })
  const styles = columns.map(({ field }) => styleOf(visual.columnStyles, field.name))
  return rowTotalsOf(data, columns, styles, visual)
}

/**
 * Returns what sums up the numbers of each row: those of one kind and unit, as the first column that can be added up (counts are
 * another kind than sums);
 * null if there is none. Every digit of decimals is kept.
 */
export function rowTotalsOf(
  data: ResultData,
  columns: readonly Column[],
  styles: readonly ColumnStyle[],
  written: WrittenColumns,
): RowTotals | null {
  const kinds = columns.map((column, place) => kindOf(data, column, styles[place], written))
  const kind = kinds.find((one) => one !== null)
  if (kind === undefined) return null
  const places = kinds.flatMap((one, place) => (one === kind ? [place] : []))
  const summed = places.flatMap((place) => columns[place]?.field ?? [])
  const [first] = places
  const taken = new Set(data.fields.map(({ name }) => name))
  let name = 'Total'
  for (let count = 2; taken.has(name); count++) name = `Total ${count}`
  // The digits of doubles are not all meant.
  const isExact = summed.every(({ type }) => type !== 'number') && summed.some(({ type }) => type !== 'integer')
  const field: Field = { name, type: isExact ? 'decimal' : 'number', databaseType: 'sum', nullable: true }
  const { kind: shownAs, format } = styles[first ?? 0] ?? {}
  return {
    field,
    style: {
      column: name,
      ...(shownAs === undefined ? {} : { kind: shownAs }),
      ...(format === undefined ? {} : { format }),
    },
    like: summed[0]?.name ?? '',
    description: `Adds up ${listOf(summed.map((one) => shownLabel(data, one.name)))} of each row.`,
    sum: (cellAt) => sumOf({ field, values: places.map(cellAt) }),
  }
}

/** The kind and unit of a column's numbers; null for what is not added up. */
function kindOf(
  data: ResultData,
  column: Column,
  { kind = 'auto', format }: Partial<ColumnStyle> = {},
  written: WrittenColumns,
): string | null {
  const { adds = 'sums' } = shownOf(data, column.field.name)
  if (adds === 'nothing') return null
  const isNumber = kind === 'auto' || kind === 'number'
  if (!isNumber && kind !== 'duration' && kind !== 'bytes') return null
  if (!canAddUp(column.field, data) || !isGrouped(column)) return null
  const { style, currency, unit } = columnNumberFormat(format ?? chosenFormat(written, column), data, column.field.name)
  if (style === 'percent') return null
  return JSON.stringify([adds, ...(isNumber ? [style === 'currency' ? currency : null, unit] : [kind])])
}
