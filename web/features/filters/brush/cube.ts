import { groupNames } from '@tidemark/shared/builder/part-labels'
import type { BuilderQuery, Question, QuestionGroup, QuestionMeasure } from '@tidemark/shared/builder/question'
import { isLarger } from '@tidemark/shared/query/exact-number'
import { isNumericType, type CellValue, type FieldType } from '@tidemark/shared/query/field'
import type { ResultData } from '@tidemark/shared/query/run-query'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { isAmong, type Selection } from '@/features/charts/selections/selection'
import { selectionOfMark } from '@/features/charts/selections/selection-of-mark'

/** The group by which a brushed chart places its marks. */
export type Dimension = Pick<QuestionGroup, 'column' | 'grain' | 'bin'>

/** Returns a measure of an answer from those that add up, at these places among them. */
type Combination =
  | { readonly fn: 'sum' | 'min' | 'max'; readonly at: number; readonly isCount: boolean }
  | { readonly fn: 'average'; readonly sum: number; readonly count: number }

/** A question whose answers add up. measures: what is added, of which an average needs two. */
export interface Additive {
  readonly query: BuilderQuery
  readonly measures: readonly QuestionMeasure[]
  readonly combinations: readonly Combination[]
}

/** Returns a question as one whose answers add up; null if they do not. */
export function additiveOf(query: BuilderQuery): Additive | null {
  const { question } = query
  const isPlain =
    question.limit === null &&
    question.steps === undefined &&
    (question.measureFilters ?? []).length === 0 &&
    // Which values are the largest depends on the range.
    question.groups.every(({ top }) => top === undefined)
  if (!isPlain || question.measures.length === 0) return null
  const measures: QuestionMeasure[] = []
  const combinations: Combination[] = []
  for (const measure of question.measures) {
    const { fn, show, metric } = measure
    const at = measures.length
    if (show !== 'value' || metric !== undefined) return null
    if (fn === 'count' || fn === 'sum') combinations.push({ fn: 'sum', at, isCount: fn === 'count' })
    else if (fn === 'min' || fn === 'max') combinations.push({ fn, at, isCount: false })
    else if (fn === 'average') combinations.push({ fn, sum: at, count: at + 1 })
    else return null
    measures.push(...(fn === 'average' ? (['sum', 'count'] as const) : [fn]).map((one) => ({ ...measure, fn: one })))
  }
  return { query, measures, combinations }
}

/**
 * A question that groups by a dimension, and by the groups of some questions over the same rows, so that their answers under
 * any range of it are sums of its rows. places: of each question, where its groups and measures are in the answer.
 */
export interface Cube {
  readonly query: BuilderQuery
  readonly dimensionAt: number
  readonly places: readonly { readonly groups: readonly number[]; readonly measures: readonly number[] }[]
}

/** Returns the cube of questions that differ in their groups and measures alone. */
export function cubeOf(questions: readonly [Additive, ...Additive[]], dimension: Dimension): Cube {
  const groups = new Map<string, QuestionGroup>()
  const measures = new Map<string, QuestionMeasure>()
  const placeOf = <Part extends QuestionGroup | QuestionMeasure>(known: Map<string, Part>, part: Part) => {
    const key = keyOfPart(part)
    if (!known.has(key)) known.set(key, { ...part, id: `cube-${known.size}`, label: '' })
    return [...known.keys()].indexOf(key)
  }
  const dimensionAt = placeOf(groups, { ...dimension, id: '', label: '' })
  const places = questions.map((one) => ({
    groups: one.query.question.groups.map((group) => placeOf(groups, group)),
    measures: one.measures.map((measure) => placeOf(measures, measure)),
  }))
  const [{ query }] = questions
  const asked: Question = {
    ...query.question,
    groups: [...groups.values()],
    measures: [...measures.values()].map((measure, at) => ({ ...measure, id: `cube-measure-${at}` })),
    sort: [],
  }
  return {
    query: { ...query, question: asked },
    dimensionAt,
    places: places.map((one) => ({ ...one, measures: one.measures.map((at) => groups.size + at) })),
  }
}

/** Returns a text that is the same for parts that ask the same. */
export function keyOfPart({ id: _, label: __, ...part }: QuestionGroup | QuestionMeasure): string {
  return JSON.stringify(part)
}

/** The values of a dimension, the lowest first, each as a selection of it alone. at: of each row of a cube's answer. */
export interface Slots {
  readonly selections: readonly Selection[]
  readonly at: Int32Array
}

export function slotsOf({ query, dimensionAt }: Cube, data: ResultData): Slots {
  const column = data.columns[dimensionAt] ?? []
  const values = [...new Set(column)].toSorted(byValue)
  const places = new Map(values.map((value, at) => [value, at]))
  const name = groupNames(query.question)[dimensionAt] ?? ''
  const source = { query, visual: defaultVisual, data }
  return {
    selections: values.map((value) =>
      selectionOfMark({ conditions: [{ column: name, op: '=', value }], row: null, values: [] }, source),
    ),
    at: Int32Array.from({ length: data.rowCount }, (_, row) => places.get(column[row] ?? null) ?? 0),
  }
}

function byValue(a: CellValue, b: CellValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : 1
}

/** The slots from one to before another. */
type Span = readonly [first: number, end: number]

/** Returns the slots that a selection has, as few spans. */
export function spansOf({ selections }: Slots, selection: Selection): readonly Span[] {
  const spans: Span[] = []
  let first = -1
  for (let slot = 0; slot <= selections.length; slot += 1) {
    const own = selections[slot]
    const isIn = own !== undefined && isAmong(own, selection)
    if (isIn && first < 0) first = slot
    if (isIn || first < 0) continue
    spans.push([first, slot])
    first = -1
  }
  return spans
}

/**
 * The cells of a question's groups and a cube's slots, ready to be added up: those of a group lie together, by slot. starts:
 * of each group its first cell, and the end of all. slotOf: of each cell.
 */
export interface PreparedCube {
  readonly combinations: readonly Combination[]
  readonly groups: readonly (readonly CellValue[])[]
  readonly starts: Int32Array
  readonly slotOf: Int32Array
  readonly measures: readonly PreparedMeasure[]
}

/**
 * A measure of each cell. sums, counts: of the values and of how many there are before each cell of its group, whose cells
 * have one more place. values: for what is lowest or highest, which a range has no quicker way to.
 */
interface PreparedMeasure {
  readonly type: FieldType
  readonly sums: Float64Array
  readonly counts: Int32Array
  readonly values: readonly CellValue[]
}

/** order: an answer of the question, in whose order groups come; others follow. at: the question's place in the cube. */
export function prepareCube(
  { combinations }: Additive,
  { places }: Cube,
  at: number,
  data: ResultData,
  slots: Slots,
  order: Pick<ResultData, 'columns' | 'rowCount'>,
): PreparedCube {
  const own = places[at] ?? { groups: [], measures: [] }
  const groups: (readonly CellValue[])[] = []
  const indexes = new Map<string, number>()
  const groupAt = (columns: readonly (readonly CellValue[] | undefined)[], row: number) => {
    const cells = columns.map((column) => column?.[row] ?? null)
    const key = JSON.stringify(cells)
    const known = indexes.get(key)
    if (known !== undefined) return known
    indexes.set(key, groups.length)
    return groups.push(cells) - 1
  }
  const ordered = order.columns.slice(0, own.groups.length)
  for (let row = 0; row < order.rowCount; row += 1) groupAt(ordered, row)
  const grouped = own.groups.map((place) => data.columns[place])
  const groupOf = Array.from({ length: data.rowCount }, (_, row) => groupAt(grouped, row))
  // A question without groups has one, of nothing too.
  if (own.groups.length === 0 && groups.length === 0) groups.push([])
  const slotCount = slots.selections.length
  const cellOf = (row: number) => (groupOf[row] ?? 0) * slotCount + (slots.at[row] ?? 0)
  const rows = Array.from(groupOf.keys()).toSorted((a, b) => cellOf(a) - cellOf(b))
  const isFirst = rows.map((row, index) => index === 0 || cellOf(row) !== cellOf(rows[index - 1] ?? 0))
  const firsts = rows.filter((_, index) => isFirst[index])
  const starts = new Int32Array(groups.length + 1)
  for (const row of firsts) {
    const next = (groupOf[row] ?? 0) + 1
    starts[next] = (starts[next] ?? 0) + 1
  }
  for (let group = 0; group < groups.length; group += 1)
    starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0)
  const fnOf = (measure: number) =>
    combinations.find((one) => one.fn !== 'average' && one.at === measure)?.fn === 'max' ? 'max' : 'min'
  return {
    combinations,
    groups,
    starts,
    slotOf: Int32Array.from(firsts, (row) => slots.at[row] ?? 0),
    measures: own.measures.map((place, measure) => {
      const column = data.columns[place] ?? []
      const type = data.fields[place]?.type ?? 'text'
      const sums = new Float64Array(firsts.length + groups.length)
      const counts = new Int32Array(firsts.length + groups.length)
      const values: CellValue[] = []
      rows.forEach((row, index) => {
        const value = column[row] ?? null
        const group = groupOf[row] ?? 0
        if (isFirst[index] === true) {
          values.push(value)
          const after = values.length + group
          sums[after] = sums[after - 1] ?? 0
          counts[after] = counts[after - 1] ?? 0
        } else values.push(furthest(fnOf(measure), type, values.pop() ?? null, value))
        if (value === null) return
        const after = values.length + group
        sums[after] = (sums[after] ?? 0) + Number(value)
        counts[after] = (counts[after] ?? 0) + 1
      })
      return { type, sums, counts, values }
    }),
  }
}

/** Returns the columns of the question's answer under a selection of the dimension. spans: the slots that it has. */
export function answerOfCube(prepared: PreparedCube, spans: readonly Span[]): Pick<ResultData, 'columns' | 'rowCount'> {
  const { groups, combinations } = prepared
  const cells = groups.map((_, group) => cellsOfGroup(prepared, group, spans))
  const groupCount = groups[0]?.length ?? 0
  // A question without groups has one row even of nothing.
  const shown = groups.flatMap((_, group) => (groupCount === 0 || cells[group]?.length !== 0 ? [group] : []))
  return {
    columns: [
      ...Array.from({ length: groupCount }, (_, at) => shown.map((group) => groups[group]?.[at] ?? null)),
      ...combinations.map((combination) =>
        shown.map((group) => combined(combination, prepared, group, cells[group] ?? [])),
      ),
    ],
    rowCount: shown.length,
  }
}

/** Returns the cells of a group that lie in the spans, as spans of cells. */
function cellsOfGroup({ starts, slotOf }: PreparedCube, group: number, spans: readonly Span[]): readonly Span[] {
  const [start = 0, end = 0] = [starts[group], starts[group + 1]]
  return spans.flatMap(([first, last]): readonly Span[] => {
    const low = firstCellFrom(slotOf, start, end, first)
    const high = firstCellFrom(slotOf, low, end, last)
    return low < high ? [[low, high]] : []
  })
}

/** Returns the first of some cells whose slot is not below another; their end if there is none. */
function firstCellFrom(slotOf: Int32Array, start: number, end: number, slot: number): number {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((slotOf[middle] ?? 0) < slot) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Returns a measure of a group over some of its cells. Numbers with more digits than a double has are rounded: it is for a
 * drawing, and the database's own answer follows.
 */
function combined(
  combination: Combination,
  { measures }: PreparedCube,
  group: number,
  cells: readonly Span[],
): CellValue {
  const totalOf = (at: number) => {
    const { sums, counts } = measures[at] ?? { sums: [], counts: [] }
    const within = (running: Float64Array | Int32Array | readonly number[]) =>
      cells.reduce((all, [low, high]) => all + (running[high + group] ?? 0) - (running[low + group] ?? 0), 0)
    return within(counts) === 0 ? null : within(sums)
  }
  if (combination.fn === 'average') {
    const [sum, count] = [totalOf(combination.sum), totalOf(combination.count)]
    return sum === null || count === null || count === 0 ? null : sum / count
  }
  const { fn, at } = combination
  if (fn === 'sum') return totalOf(at) ?? (combination.isCount ? 0 : null)
  const { values, type } = measures[at] ?? { values: [], type: 'text' as const }
  let found: CellValue = null
  for (const [low, high] of cells)
    for (let cell = low; cell < high; cell += 1) found = furthest(fn, type, found, values[cell] ?? null)
  return found
}

/** Returns the lower or higher one of two values; null is neither. */
function furthest(fn: 'min' | 'max', type: FieldType, first: CellValue, second: CellValue): CellValue {
  if (first === null || second === null) return first ?? second
  const isSecondLarger = isNumericType(type)
    ? isLarger(numberOf(second), numberOf(first))
    : String(second) > String(first)
  return isSecondLarger === (fn === 'max') ? second : first
}

function numberOf(cell: CellValue): number | string {
  return typeof cell === 'number' ? cell : String(cell)
}
