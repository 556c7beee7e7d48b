import type { CellValue } from '../../../query/field'
import type { ResultFilter } from '../../../query/result-filter'
import type { ResultData } from '../../../query/run-query'
import { cellsCondition } from '../../plot/mark-conditions'

/**
 * A header of a pivot: the rows (or columns) with its values, from the outermost on; the root has none and stands for
 * all. children: in the order of their totals.
 */
export interface PivotNode {
  readonly id: number
  /** The same whenever the headers are. */
  readonly key: string
  readonly path: readonly CellValue[]
  readonly label: string
  readonly depth: number
  /** Null for the root. */
  readonly parent: PivotNode | null
  readonly children: readonly PivotNode[]
}

/** A pivot's headers and cells. */
export interface PivotTable {
  readonly rows: PivotNode
  readonly columns: PivotNode
  /** How many nodes each side has, its root included. */
  readonly rowCount: number
  readonly columnCount: number
  /** The row of the result with the cell's values; undefined if no row of the data is in both. */
  readonly rowOf: (row: PivotNode, column: PivotNode) => number | undefined
}

interface MutableNode extends PivotNode {
  readonly children: MutableNode[]
}

/**
 * Arranges an answer with totals as a table. Headers stand in the order of the answer. write: the words of a value of
 * the column with that index.
 */
export function pivotTable(
  data: ResultData & { readonly totals: NonNullable<ResultData['totals']> },
  write: (column: number, value: CellValue) => string,
): PivotTable {
  const { of, column } = data.totals
  const indexOf = (name: string) => data.fields.findIndex((field) => field.name === name)
  const levels = data.columns[indexOf(column)] ?? []
  const downs = of.rows.map(indexOf)
  const acrosses = of.columns.map(indexOf)
  const rows = createSide(downs, data, write)
  const columns = createSide(acrosses, data, write)
  const places: (readonly [row: number, column: number])[] = []
  for (let row = 0; row < data.rowCount; row++) {
    const level = Number(levels[row] ?? 0)
    const across = level & (2 ** acrosses.length - 1)
    const down = level >> acrosses.length
    places.push([
      rows.find(row, downs.length - bitCount(down)).id,
      columns.find(row, acrosses.length - bitCount(across)).id,
    ])
  }
  const rowsByPlace = new Map(places.map(([row, across], index) => [row * columns.count() + across, index]))
  return {
    rows: rows.root,
    columns: columns.root,
    rowCount: rows.count(),
    columnCount: columns.count(),
    rowOf: (row, across) => rowsByPlace.get(row.id * columns.count() + across.id),
  }
}

/** Totals are over the innermost columns of a side, so that their number says which. */
function bitCount(bits: number): number {
  return bits === 0 ? 0 : (bits & 1) + bitCount(bits >> 1)
}

function createSide(indexes: readonly number[], data: ResultData, write: (column: number, value: CellValue) => string) {
  const root: MutableNode = { id: 0, key: '[]', path: [], label: 'Total', depth: 0, parent: null, children: [] }
  const nodes = new Map<string, MutableNode>()
  const find = (row: number, depth: number): MutableNode => {
    if (depth <= 0) return root
    const path = indexes.slice(0, depth).map((index) => data.columns[index]?.[row] ?? null)
    const key = JSON.stringify(path)
    const known = nodes.get(key)
    if (known !== undefined) return known
    const parent = find(row, depth - 1)
    const node: MutableNode = {
      id: nodes.size + 1,
      key,
      path,
      label: write(indexes[depth - 1] ?? 0, path.at(-1) ?? null),
      depth,
      parent,
      children: [],
    }
    nodes.set(key, node)
    parent.children.push(node)
    return node
  }
  return { root, find, count: () => nodes.size + 1 }
}

/** Returns the conditions of the rows that a cell stands for. */
export function cellConditions(
  { rows, columns }: NonNullable<ResultData['totals']>['of'],
  row: PivotNode,
  column: PivotNode,
): readonly ResultFilter[] {
  const conditions = (names: readonly string[], { path }: PivotNode) =>
    path.map((value, index) => cellsCondition(names[index] ?? '', [value]))
  return [...conditions(rows, row), ...conditions(columns, column)]
}
