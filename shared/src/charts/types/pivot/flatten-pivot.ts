import type { CellValue } from '../../../query/field'
import type { ResultFilter } from '../../../query/result-filter'
import { shownLabel, type ResultData } from '../../../query/run-query'
import { cellConditions, type PivotNode, type PivotTable } from './pivot-table'

/** The keys of folded headers, and how rows are sorted: by a column of the pivot, as `PivotColumn.key` names it. */
export interface PivotState {
  readonly collapsedRows: ReadonlySet<string>
  readonly collapsedColumns: ReadonlySet<string>
  readonly sort: { readonly column: string; readonly direction: 'ascending' | 'descending' } | null
}

export const unfolded: PivotState = { collapsedRows: new Set(), collapsedColumns: new Set(), sort: null }

/** A row of the folded or unfolded pivot. isOpen: null if it has nothing to fold. */
export interface PivotLine {
  readonly node: PivotNode
  readonly isOpen: boolean | null
}

/** A column: a header of the pivot with one of the measures. */
export interface PivotColumn {
  readonly key: string
  readonly node: PivotNode
  /** The index of the measure's column in the answer. */
  readonly measure: number
  readonly isTotal: boolean
  /** True if it is under a header of the innermost columns. */
  readonly isLeaf: boolean
}

/** A header above several columns, from `first` to `last` of them. isOpen: as for lines. */
export interface PivotBand {
  readonly node: PivotNode
  readonly label: string
  readonly first: number
  readonly last: number
  readonly isOpen: boolean | null
}

/** A pivot as it is drawn: the first field holds the rows' names, every further one a column. */
export interface FlatPivot {
  readonly data: ResultData
  readonly lines: readonly PivotLine[]
  readonly columns: readonly PivotColumn[]
  /** The headers above those of the columns, the outermost first. */
  readonly bands: readonly (readonly PivotBand[])[]
  readonly conditionsOf: (line: number, column: number) => readonly ResultFilter[]
}

/** measures: the indexes of their columns in the answer, at least one. */
export function flattenPivot(
  answer: ResultData & { readonly totals: NonNullable<ResultData['totals']> },
  table: PivotTable,
  measures: readonly number[],
  { collapsedRows, collapsedColumns, sort }: PivotState = unfolded,
): FlatPivot {
  const { of } = answer.totals
  const valueOf = (row: PivotNode, column: PivotNode, measure: number): CellValue => {
    const found = table.rowOf(row, column)
    return found === undefined ? null : (answer.columns[measure]?.[found] ?? null)
  }
  const columns = columnsOf(table.columns, of.columns.length, measures, collapsedColumns)
  const by = sort === null ? undefined : columns.find(({ key }) => key === sort.column)
  const inOrder = (nodes: readonly PivotNode[]) =>
    by === undefined || sort === null
      ? nodes
      : sorted(nodes, (node) => valueOf(node, by.node, by.measure), sort.direction)
  const lines = linesOf(table.rows, of.rows.length, collapsedRows, inOrder)
  const labelOf = (index: number) => shownLabel(answer, answer.fields[index]?.name ?? '')
  const hasMeasureRow = measures.length > 1 || of.columns.length === 0
  const depth = of.columns.length
  const headName = of.rows.map((name) => shownLabel(answer, name)).join(' / ') || 'Rows'
  const names = distinct([
    headName,
    ...columns.map(({ node, measure }) => pathLabel(node, depth, hasMeasureRow ? labelOf(measure) : null)),
  ])
  return {
    data: {
      fields: [
        { ...textField, name: names[0] ?? '' },
        ...columns.map(({ measure }, index) => ({
          ...(answer.fields[measure] ?? textField),
          name: names[index + 1] ?? '',
        })),
      ],
      columns: [
        lines.map(({ node }) => node.label),
        ...columns.map(({ node, measure }) => lines.map((line) => valueOf(line.node, node, measure))),
      ],
      rowCount: lines.length,
      shown: Object.fromEntries(
        columns.map(({ node, measure }, index) => [
          names[index + 1] ?? '',
          { label: hasMeasureRow ? labelOf(measure) : labelAt(node, depth - 1, depth) },
        ]),
      ),
    },
    lines,
    columns,
    bands: Array.from({ length: hasMeasureRow ? depth : depth - 1 }, (_, level) =>
      bandsAt(level, depth, columns, collapsedColumns),
    ),
    conditionsOf: (line, column) => {
      const [row, across] = [lines[line]?.node, columns[column]?.node ?? table.columns]
      return row === undefined ? [] : cellConditions(of, row, across)
    },
  }
}

const textField = { type: 'text', databaseType: 'VARCHAR', nullable: false } as const

/** The name of a column that stands by itself, such as `2026 · March · Revenue`. */
function pathLabel(node: PivotNode, depth: number, measure: string | null): string {
  const headers = pathHeaders(node).map(({ label }) => label)
  return [...headers, ...(node.depth < depth ? ['Total'] : []), ...(measure === null ? [] : [measure])].join(' · ')
}

/** The headers that a row or column lies under, from the outermost, its own included. */
export function pathHeaders(node: PivotNode): readonly PivotNode[] {
  return node.parent === null ? [] : [...pathHeaders(node.parent), node]
}

function distinct(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let own = name
    for (let count = 2; taken.has(own); count++) own = `${name} ${count}`
    taken.add(own)
    return own
  })
}

function columnsOf(
  root: PivotNode,
  depth: number,
  measures: readonly number[],
  collapsed: ReadonlySet<string>,
): readonly PivotColumn[] {
  const visit = (node: PivotNode): readonly PivotNode[] =>
    node.children.length === 0 || (node.depth > 0 && collapsed.has(node.key))
      ? [node]
      : [...node.children.flatMap(visit), node]
  return visit(root).flatMap((node) =>
    measures.map((measure) => ({
      key: JSON.stringify([node.path, measure]),
      node,
      measure,
      isTotal: node.depth < depth && !(node.depth > 0 && collapsed.has(node.key)),
      isLeaf: node.depth === depth,
    })),
  )
}

/** The total of each line's children stands on the line itself, that of all below. */
function linesOf(
  root: PivotNode,
  depth: number,
  collapsed: ReadonlySet<string>,
  inOrder: (nodes: readonly PivotNode[]) => readonly PivotNode[],
): readonly PivotLine[] {
  const visit = (node: PivotNode): readonly PivotLine[] => {
    const isOpen = node.depth === depth ? null : !collapsed.has(node.key)
    return [{ node, isOpen }, ...(isOpen === true ? inOrder(node.children).flatMap(visit) : [])]
  }
  return [...inOrder(root.children).flatMap(visit), { node: root, isOpen: null }]
}

function sorted(
  nodes: readonly PivotNode[],
  valueOf: (node: PivotNode) => CellValue,
  direction: 'ascending' | 'descending',
): readonly PivotNode[] {
  const sign = direction === 'ascending' ? 1 : -1
  const keyed = nodes.map((node) => ({ node, value: valueOf(node) }))
  return keyed
    .toSorted((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
      const [left, right] = [Number(a.value), Number(b.value)]
      if (Number.isNaN(left) || Number.isNaN(right))
        return sign * (String(a.value) < String(b.value) ? -1 : Number(String(a.value) > String(b.value)))
      return left === right ? 0 : sign * (left < right ? -1 : 1)
    })
    .map(({ node }) => node)
}

/** The header at a level that a column lies under; null where a total has none. */
function headerAt(node: PivotNode, level: number): PivotNode | null {
  let header: PivotNode | null = node
  while (header !== null && header.depth > level + 1) header = header.parent
  return header !== null && header.depth === level + 1 ? header : null
}

function labelAt(node: PivotNode, level: number, depth: number): string {
  return headerAt(node, level)?.label ?? (level === depth - 1 ? 'Total' : '')
}

function bandsAt(
  level: number,
  depth: number,
  columns: readonly PivotColumn[],
  collapsed: ReadonlySet<string>,
): readonly PivotBand[] {
  const bands: PivotBand[] = []
  let before: PivotNode | null = null
  columns.forEach(({ node }, index) => {
    const header = headerAt(node, level)
    // Side by side the totals of different headers have nothing above them that they share.
    const above = header ?? node
    const last = bands.at(-1)
    if (above === before && last !== undefined) {
      bands[bands.length - 1] = { ...last, last: index }
      return
    }
    before = above
    bands.push({
      node: above,
      label: labelAt(node, level, depth),
      first: index,
      last: index,
      isOpen: header === null || header.depth === depth ? null : !collapsed.has(header.key),
    })
  })
  return bands
}
