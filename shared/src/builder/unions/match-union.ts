import type { QuestionUnion } from '../question'
import { distinctLabels } from '../part-labels'
import { columnOf, type BuilderColumn, type BuilderTable } from '../suggest-join'
import { typeOfBoth } from './united-columns'

type Pair = QuestionUnion['columns'][number]
type Sides = { readonly before: readonly BuilderColumn[]; readonly added: readonly BuilderColumn[] }

/** As many as a union may have. */
const mostPairs = 200

/** A union with a table: columns of one name are one, all others have nothing on the other side. before: the columns so far. */
export function matchedUnion(
  id: string,
  { table, columns }: BuilderTable,
  before: readonly BuilderColumn[],
): QuestionUnion {
  const fitting = (left: BuilderColumn) =>
    columns.find(
      ({ name, type }) => name.toLowerCase() === left.name.toLowerCase() && typeOfBoth(left.type, type) !== null,
    )
  const pairs = before.filter(isUnitable).map((left): Pair => {
    const right = fitting(left)
    return { name: left.name, left: columnOf(null, left), right: right === undefined ? null : columnOf(id, right) }
  })
  const taken = new Set(pairs.flatMap(({ right }) => right?.name ?? []))
  const alone = columns
    .filter((column) => !taken.has(column.name) && isUnitable(column))
    .map((column) => aloneOnRight(id, column))
  return { id, table, columns: named([...pairs, ...alone]).slice(0, mostPairs) }
}

/** The union with another column on the right of a pair, null for nothing. What was there stays, with nothing on the left. */
export function rematched(union: QuestionUnion, at: number, right: BuilderColumn | null): QuestionUnion {
  const pair = union.columns[at]
  if (pair === undefined) return union
  const before =
    pair.right === null || pair.right.name === right?.name ? [] : [{ ...pair, name: pair.right.name, left: null }]
  const others = union.columns.flatMap((one, index): readonly Pair[] => {
    if (index === at) return [{ ...pair, right: right && columnOf(union.id, right) }]
    const isMoved = right !== null && one.right?.name === right.name
    if (!isMoved) return [one]
    return one.left === null ? [] : [{ ...one, right: null }]
  })
  return { ...union, columns: named([...others, ...before]) }
}

/** The columns of either side that a union leaves out, as pairs that would bring them back. */
export function leftOut({ id, columns }: QuestionUnion, { before, added }: Sides): readonly Pair[] {
  const isIn = (side: 'left' | 'right', { name }: BuilderColumn) => columns.some((pair) => pair[side]?.name === name)
  return [
    ...before
      .filter((column) => isUnitable(column) && !isIn('left', column))
      .map((column) => ({ name: column.name, left: columnOf(null, column), right: null })),
    ...added.filter((column) => isUnitable(column) && !isIn('right', column)).map((column) => aloneOnRight(id, column)),
  ]
}

export function withColumn(union: QuestionUnion, pair: Pair): QuestionUnion {
  return { ...union, columns: named([...union.columns, pair]) }
}

function aloneOnRight(id: string, column: BuilderColumn): Pair {
  return { name: column.name, left: null, right: columnOf(id, column) }
}

function isUnitable({ type }: BuilderColumn): boolean {
  return typeOfBoth(type, type) !== null
}

/** Names that come later give way: others may name the columns by those that were there. */
function named(pairs: readonly Pair[]): Pair[] {
  const names = distinctLabels(pairs.map(({ name }) => name))
  return pairs.map((pair, index) => ({ ...pair, name: names[index] ?? pair.name }))
}
