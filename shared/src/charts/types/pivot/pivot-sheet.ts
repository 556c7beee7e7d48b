import type { CellValue, Field } from '../../../query/field'
import type { DrawnPivot } from '../../../query/points'
import type { ResultData } from '../../../query/run-query'
import { canAddUp } from '../../plot/sums'
import { addTotals } from './add-totals'
import { flattenPivot, pathHeaders } from './flatten-pivot'
import { headerWords } from './header-words'
import { pivotTable, type PivotNode } from './pivot-table'

/** A pivot as the cells of a sheet. headers: the lines above the columns. */
export interface PivotSheet {
  readonly fields: readonly Field[]
  readonly columns: readonly (readonly CellValue[])[]
  readonly rowCount: number
  readonly headers: readonly (readonly string[])[]
  /** The measure of each column; null of headers. */
  readonly measureOf: readonly (string | null)[]
}

/**
 * Arranges an answer as a pivot for a spreadsheet: every header repeated, so that rows and columns can be filtered
 * there, and each total below what it totals.
 */
export function pivotSheet(data: ResultData, of: DrawnPivot, chosen: readonly string[]): PivotSheet {
  const indexOf = (name: string) => data.fields.findIndex((field) => field.name === name)
  const isMeasure = (name: string) => ![...of.rows, ...of.columns, data.totals?.column].includes(name)
  const named = chosen.filter((name) => isMeasure(name) && indexOf(name) >= 0)
  const measured = named.length > 0 ? named : data.fields.map(({ name }) => name).filter(isMeasure)
  const own =
    data.totals === undefined ? addTotals(data, of, measured.map(indexOf), (field) => canAddUp(field, data)) : data
  const answer = { ...own, totals: own.totals ?? { of, column: '' } }
  const measures = measured.map((name) => answer.fields.findIndex((field) => field.name === name))
  const table = pivotTable(answer, headerWords(answer, 'en'))
  const flat = flattenPivot(answer, table, measures)
  const { fields, columns } = flat.data
  const order = inSheetOrder(flat.lines.map(({ node }) => node))
  const textField = { type: 'text', databaseType: 'VARCHAR', nullable: true } as const
  const depth = of.columns.length
  const rowNames = of.rows.length > 0 ? of.rows : ['']
  const measureNames = flat.columns.map(({ measure }) => answer.fields[measure]?.name ?? '')
  const levels = Array.from({ length: depth }, (_, level) => flat.columns.map(({ node }) => headerAt(node, level)))
  const above = measures.length > 1 || depth === 0 ? [...levels, measureNames] : levels
  return {
    fields: [...rowNames.map((name) => ({ ...textField, name })), ...fields.slice(1)],
    columns: [
      ...rowNames.map((_, level) => order.map((line) => headerAt(flat.lines[line]?.node ?? table.rows, level))),
      ...columns.slice(1).map((values) => order.map((line) => values[line] ?? null)),
    ],
    rowCount: order.length,
    measureOf: [...rowNames.map(() => null), ...measureNames],
    headers: above.map((line, index) => [...rowNames.map((name) => (index === above.length - 1 ? name : '')), ...line]),
  }
}

/** The header of a row or column at a level; of a total its name there. */
function headerAt(node: PivotNode, level: number): string {
  const headers = pathHeaders(node)
  return headers[level]?.label ?? (level === node.depth ? 'Total' : '')
}

/** The places of lines so that totals come after what they total. */
function inSheetOrder(nodes: readonly PivotNode[]): readonly number[] {
  const places = new Map(nodes.map((node, index) => [node, index]))
  const visit = (node: PivotNode): readonly number[] => [...node.children.flatMap(visit), places.get(node) ?? 0]
  const root = nodes.at(-1)
  return root === undefined ? [] : visit(root)
}
