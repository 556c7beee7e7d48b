import { groupNames } from '@tidemark/shared/builder/part-labels'
import { lastStage } from '@tidemark/shared/builder/stages/question-stages'
import { columnLabel, type CellValue, type Field } from '@tidemark/shared/query/field'
import { exactCell } from '@tidemark/shared/query/exact-number'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { Query, ResultData } from '@tidemark/shared/query/run-query'
import type { GridCell } from '@/features/result-grid/result-grid'
import type { MenuPoint } from '@/ui/popups/point-menu'

/** A mark of a chart whose rows somebody wants: what they meet in the result, or the one row that it is. */
export interface MarkRows {
  /** In words, such as `March 2026 · South`. */
  readonly label: string
  readonly conditions: readonly ResultFilter[]
  readonly row: number | null
}

/** A mark, number or cell with where it was chosen. */
export interface ChosenMark extends MarkRows {
  /** Its values, as they are read and copied; empty where the label says them. */
  readonly text: string
  /** The columns of the result whose value it stands for: what a dashboard could be filtered by. */
  readonly values: readonly MarkValue[]
  /** The result that was drawn. */
  readonly data: ResultData
  readonly point: MenuPoint
  /** The element that gets the focus afterwards. */
  readonly element: HTMLElement
  readonly isByKeyboard: boolean
  /** True if it was chosen by a click or Enter, rather than by the button or key for menus. */
  readonly isMain?: boolean | undefined
  /** Chooses a range that begins here, whose end is chosen next; absent where marks have no order. */
  readonly beginRange?: (() => void) | undefined
}

/** A value of a column of the result. */
export interface MarkValue {
  readonly column: string
  readonly value: CellValue
}

/** A cell of a table as a mark: it stands for its row, or for the group of rows that it is a total of. */
export function markOfCell(
  { row, column, text, point, element, isByKeyboard, isMain, group }: GridCell,
  data: ResultData,
): ChosenMark {
  const name = data.fields[column]?.name ?? ''
  const value = data.columns[column]?.[row] ?? null
  const where = { point, element, isByKeyboard, isMain }
  if (group !== undefined) {
    const { label, conditions } = group
    return { label, text, conditions, row: null, values: valuesNamed(conditions), data, ...where }
  }
  const label = columnLabel(name)
  return { label, text, conditions: [], row, values: [{ column: name, value }], data, ...where }
}

/** The place of a mark along x, as an annotation stores it; null if it is no single place. */
export function placeOfMark(
  { conditions, row, data }: Pick<ChosenMark, 'conditions' | 'row' | 'data'>,
  x: string | null,
): string | null {
  if (row !== null) {
    const cell = data.columns[data.fields.findIndex(({ name }) => name === x)]?.[row] ?? null
    return cell === null ? null : String(cell)
  }
  const condition = conditions.find(({ column }) => column === x)
  if (condition === undefined || (condition.op !== '=' && condition.op !== 'in')) return null
  const value = Array.isArray(condition.value) ? condition.value[0] : condition.value
  return value === null || value === undefined ? '' : String(value)
}

/** The values that conditions name one by one. */
export function valuesNamed(conditions: readonly ResultFilter[]): readonly MarkValue[] {
  return conditions.flatMap(({ column, op, value }) => (op === '=' && !Array.isArray(value) ? [{ column, value }] : []))
}

/**
 * The request for the rows behind a mark; null if the query cannot be asked. Questions are asked by what they group by,
 * and the row of an answer by what it does not calculate: a sum of floats need not be the same the next time.
 */
export function rowsAsked(
  query: Query,
  { conditions, row, data }: Pick<ChosenMark, 'conditions' | 'row' | 'data'>,
): readonly ResultFilter[] | null {
  const shown = query.kind === 'builder' ? lastStage(query.question) : null
  const isGrouped = shown !== null && shown.groups.length + shown.measures.length > 0
  const grouped = isGrouped ? new Set(groupNames(shown)) : null
  if (row === null) return grouped === null || conditions.every(({ column }) => grouped.has(column)) ? conditions : null
  const cells = data.fields.flatMap((field, index): RowCell[] =>
    field.type === 'json' || field.type === 'binary' || field.type === 'interval'
      ? []
      : [{ field, cell: data.columns[index]?.[row] ?? null }],
  )
  if (grouped !== null) return cells.filter(({ field }) => grouped.has(field.name)).map(asCondition)
  const exact = cells.filter(({ field }) => field.type !== 'number')
  return (exact.length > 0 ? exact : cells).slice(0, mostConditions).map(asCondition)
}

/** As many as a request takes. */
const mostConditions = 50

interface RowCell {
  readonly field: Field
  readonly cell: CellValue
}

function asCondition({ field, cell }: RowCell): ResultFilter {
  return { column: field.name, op: '=', value: exactCell(cell) }
}
