import { cutText } from '@tidemark/shared/base/plain-text'
import { groupNames, outputNames } from '@tidemark/shared/builder/part-labels'
import type { BuilderQuery, QuestionMeasure } from '@tidemark/shared/builder/question'
import { countsSomeRows } from '@tidemark/shared/builder/question-expressions'
import { lastStage } from '@tidemark/shared/builder/stages/question-stages'
import { filterWords } from '@tidemark/shared/builder/test-words'
import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { columnLabel, type CellValue, type Field } from '@tidemark/shared/query/field'
import { exactCell } from '@tidemark/shared/query/exact-number'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import type { Query, ResultData } from '@tidemark/shared/query/run-query'
import type { GridCell } from '@/features/result-grid/result-grid'
import type { TableCell } from '@/features/result-grid/table-grid'
import type { MenuPoint } from '@/ui/popups/point-menu'

/** A mark of a chart whose rows somebody wants: what they meet in the result, or the one row that it is. */
export interface MarkRows {
  /** In words, such as `March 2026 · South`. */
  readonly label: string
  readonly conditions: readonly ResultFilter[]
  readonly row: number | null
  /** The column of the result that its value is of, where it is known to be of one. */
  readonly measure?: string | undefined
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

/** Returns what a cell of a table stands for: its value and the row that it is of, or a group of rows. */
export function markAtCell(
  { row, column, conditions }: TableCell,
  { fields, columns }: ResultData,
): Pick<ChosenMark, 'conditions' | 'row' | 'values' | 'measure'> {
  const name = fields[column]?.name ?? ''
  if (conditions !== undefined) return { conditions, row: null, measure: name, values: valuesNamed(conditions) }
  return { conditions: [], row, measure: name, values: [{ column: name, value: columns[column]?.[row] ?? null }] }
}

/** A cell of a table as a mark: it stands for its row, or for the group of rows that it is a total of. */
export function markOfCell(
  { row, column, text, point, element, isByKeyboard, isMain, group }: GridCell,
  data: ResultData,
): ChosenMark {
  const own = markAtCell({ row, column, ...(group === undefined ? {} : { conditions: group.conditions }) }, data)
  const label = group?.label ?? columnLabel(own.measure ?? '')
  return { ...own, label, text, data, point, element, isByKeyboard, isMain }
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

/** The measures of a question that a mark is a value of: its own, else all that the chart draws. */
export function measuresOfMark(
  { question }: Pick<BuilderQuery, 'question'>,
  { y, size }: Pick<ChartVisual, 'y' | 'size'>,
  { measure }: Pick<MarkRows, 'measure'>,
): readonly { readonly name: string; readonly measure: QuestionMeasure }[] {
  const shown = lastStage(question)
  const names = outputNames(shown).slice(shown.groups.length)
  const all = shown.measures.map((one, index) => ({ name: names[index] ?? '', measure: one }))
  const own = all.filter(({ name }) => name === measure)
  const drawn = own.length > 0 ? own : all.filter(({ name }) => y.includes(name) || name === size)
  return drawn.length > 0 ? drawn : all
}

/** Says which rows a question keeps and its measures count: the filters in force, apart from those of a dashboard. */
export function filtersInForce(
  { question }: Pick<BuilderQuery, 'question'>,
  measures: ReturnType<typeof measuresOfMark>,
): string {
  const kept = filterWords(lastStage(question).filter)
  const isOfSome = measures.length > 0 && measures.every(({ measure }) => countsSomeRows(measure))
  const counted = measures.flatMap(({ name, measure }) => {
    const { filters = [], expression } = measure
    const words = filters.map(filterWords).filter((one) => one !== '')
    if (!isOfSome) return []
    if (words.length > 0) return [`“${name}” counts those where ${words.join(' and ')}.`]
    return [`“${name}” counts those of ${expression?.text.trim().replace(/\s+/g, ' ') ?? ''}.`]
  })
  return [...(kept === '' ? [] : [`The question keeps rows where ${kept}.`]), ...counted]
    .map((sentence) => cutText(sentence, longestWords))
    .join(' ')
}

const longestWords = 240

/** As many as a request takes. */
const mostConditions = 50

interface RowCell {
  readonly field: Field
  readonly cell: CellValue
}

function asCondition({ field, cell }: RowCell): ResultFilter {
  return { column: field.name, op: '=', value: exactCell(cell) }
}
