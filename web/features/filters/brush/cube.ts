import { groupNames } from '@tidemark/shared/builder/part-labels'
import type { Question, QuestionColumn, QuestionGroup, QuestionMeasure } from '@tidemark/shared/builder/question'
import { isLarger } from '@tidemark/shared/query/exact-number'
import { isNumericType, isTemporalType, type CellValue } from '@tidemark/shared/query/field'
import type { BuilderQuery } from '@tidemark/shared/builder/question'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { isAmong, type Selection } from '@/features/charts/selections/selection'
import { selectionOfMark } from '@/features/charts/selections/selection-of-mark'

/** The group by which a brushed chart places its marks. */
export interface Dimension {
  readonly column: QuestionColumn
  readonly grain: QuestionGroup['grain']
}

/** Returns a measure of an answer from those of a cube's, at these places in its answer. */
type Combination =
  | { readonly fn: 'sum' | 'min' | 'max'; readonly at: number; readonly isCount: boolean }
  | { readonly fn: 'average'; readonly sum: number; readonly count: number }

/**
 * A question that groups by a dimension too, so that the answers of the original under any range of it are sums of its
 * rows. The groups of the original come first, then the dimension, then measures.
 */
export interface Cube {
  readonly query: BuilderQuery
  readonly groupCount: number
  readonly combinations: readonly Combination[]
}

const dimensionId = 'brushed'

/** Returns the cube of a question; null if its answers cannot be added up. */
export function cubeOf(query: BuilderQuery, { column, grain }: Dimension): Cube | null {
  const { question } = query
  const isPlain =
    question.limit === null && question.steps === undefined && (question.measureFilters ?? []).length === 0
  if (!isPlain || question.measures.length === 0) return null
  const groups = [...question.groups, { id: dimensionId, column, grain, label: '' }]
  const measures: QuestionMeasure[] = []
  const combinations: Combination[] = []
  for (const measure of question.measures) {
    const { fn, show, metric } = measure
    if (show !== 'value' || metric !== undefined) return null
    const at = groups.length + measures.length
    if (fn === 'count' || fn === 'sum') combinations.push({ fn: 'sum', at, isCount: fn === 'count' })
    else if (fn === 'min' || fn === 'max') combinations.push({ fn, at, isCount: false })
    else if (fn === 'average') combinations.push({ fn, sum: at, count: at + 1 })
    else return null
    const own = { ...measure, id: `${dimensionId}-${at}` }
    if (fn !== 'average') measures.push(own)
    else measures.push({ ...own, fn: 'sum', label: '' }, { ...own, id: `${own.id}n`, fn: 'count', label: '' })
  }
  const asked: Question = { ...question, groups, measures, sort: [] }
  return { query: { ...query, question: asked }, groupCount: question.groups.length, combinations }
}

/** The rows of a cube, ready to be added up. groupOf, slotOf: of each row, the index of its groups and of its dimension. */
export interface PreparedCube {
  readonly cube: Cube
  readonly data: ResultData
  readonly groups: readonly (readonly CellValue[])[]
  readonly groupOf: Int32Array
  readonly slotOf: Int32Array
  /** The selection of each value of the dimension alone. */
  readonly slots: readonly Selection[]
}

/** order: an answer of the original, in whose order groups come; others follow. */
export function prepareCube(
  cube: Cube,
  data: ResultData,
  order: Pick<ResultData, 'columns' | 'rowCount'>,
): PreparedCube {
  const { groupCount } = cube
  const groups: (readonly CellValue[])[] = []
  const indexes = new Map<string, number>()
  const groupAt = (columns: ResultData['columns'], row: number) => {
    const cells = columns.slice(0, groupCount).map((column) => column[row] ?? null)
    const key = JSON.stringify(cells)
    const known = indexes.get(key)
    if (known !== undefined) return known
    indexes.set(key, groups.length)
    return groups.push(cells) - 1
  }
  for (let row = 0; row < order.rowCount; row += 1) groupAt(order.columns, row)
  const groupOf = new Int32Array(data.rowCount)
  const slotOf = new Int32Array(data.rowCount)
  const slotIndexes = new Map<CellValue, number>()
  const dimension = groupNames(cube.query.question)[groupCount] ?? ''
  const source = { query: cube.query, visual: defaultVisual, data }
  const slots: Selection[] = []
  for (let row = 0; row < data.rowCount; row += 1) {
    groupOf[row] = groupAt(data.columns, row)
    const value = data.columns[groupCount]?.[row] ?? null
    if (!slotIndexes.has(value)) {
      slotIndexes.set(value, slots.length)
      slots.push(
        selectionOfMark({ conditions: [{ column: dimension, op: '=', value }], row: null, values: [] }, source),
      )
    }
    slotOf[row] = slotIndexes.get(value) ?? 0
  }
  return { cube, data, groups, groupOf, slotOf, slots }
}

/** Returns the columns of the original's answer under a selection of the dimension. */
export function answerOfCube(prepared: PreparedCube, selection: Selection): Pick<ResultData, 'columns' | 'rowCount'> {
  const { cube, data, groups, groupOf, slotOf, slots } = prepared
  const isIn = slots.map((slot) => isAmong(slot, selection))
  const rows: number[] = []
  for (let row = 0; row < data.rowCount; row += 1) if (isIn[slotOf[row] ?? 0] === true) rows.push(row)
  const hasRows = new Uint8Array(groups.length)
  for (const row of rows) hasRows[groupOf[row] ?? 0] = 1
  // A question without groups has one row even of nothing.
  const shown = cube.groupCount === 0 ? [0] : groups.flatMap((_, group) => (hasRows[group] === 1 ? [group] : []))
  const measured = cube.combinations.map((combination) => combined(combination, prepared, rows))
  return {
    columns: [
      ...Array.from({ length: cube.groupCount }, (_, at) => shown.map((group) => groups[group]?.[at] ?? null)),
      ...measured.map((values) => shown.map((group) => values[group] ?? null)),
    ],
    rowCount: shown.length,
  }
}

/**
 * Adds up one measure by group. Numbers with more digits than a double has are rounded: it is for a drawing, and the
 * database's own answer follows.
 */
function combined(
  combination: Combination,
  { data, groups, groupOf }: PreparedCube,
  rows: readonly number[],
): readonly CellValue[] {
  const length = Math.max(1, groups.length)
  if (combination.fn === 'average') {
    const sums = sumsOf(data.columns[combination.sum], groupOf, rows, length)
    const counts = sumsOf(data.columns[combination.count], groupOf, rows, length)
    return sums.map((sum, group) => (sum === null || !counts[group] ? null : sum / counts[group]))
  }
  const column = data.columns[combination.at]
  if (combination.fn === 'sum') {
    const sums = sumsOf(column, groupOf, rows, length)
    return combination.isCount ? sums.map((sum) => sum ?? 0) : sums
  }
  const type = data.fields[combination.at]?.type ?? 'text'
  const isAfter = (first: CellValue, second: CellValue) =>
    isNumericType(type) ? isLarger(numberOf(first), numberOf(second)) : String(first) > String(second)
  const found = Array.from({ length }, (): CellValue => null)
  if (!isNumericType(type) && !isTemporalType(type) && type !== 'text') return found
  for (const row of rows) {
    const cell = column?.[row] ?? null
    const group = groupOf[row] ?? 0
    const known = found[group] ?? null
    if (cell === null) continue
    if (known === null || (combination.fn === 'max' ? isAfter(cell, known) : isAfter(known, cell))) found[group] = cell
  }
  return found
}

function numberOf(cell: CellValue): number | string {
  return typeof cell === 'number' ? cell : String(cell)
}

function sumsOf(
  column: readonly CellValue[] | undefined,
  groupOf: Int32Array,
  rows: readonly number[],
  length: number,
): readonly (number | null)[] {
  const sums = Array.from({ length }, (): number | null => null)
  for (const row of rows) {
    const cell = column?.[row] ?? null
    const group = groupOf[row] ?? 0
    if (cell !== null) sums[group] = (sums[group] ?? 0) + Number(cell)
  }
  return sums
}
