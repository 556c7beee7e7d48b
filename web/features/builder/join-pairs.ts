import { canBeJoined } from '@tidemark/shared/query/field'
import type { QuestionJoin } from '@tidemark/shared/builder/question'
import { columnOf, type BuilderTable, type ReadTable } from '@tidemark/shared/builder/suggest-join'

/** A column that is read already, and the one of the joined table that it must equal. */
export type JoinPair = QuestionJoin['on'][number]

/** A join is along as many pairs at most. */
export const mostPairs = 8

/** Returns the fallback pair when nothing suggests itself: the first columns that can be equal, else the first ones. */
export function firstPair(read: readonly ReadTable[], joined: BuilderTable, id: string): JoinPair | null {
  const fitting = nextPair(read, joined, { id, on: [] })
  if (fitting !== null) return fitting
  const [left] = read[0]?.table.columns ?? []
  const [right] = joined.columns
  return left === undefined || right === undefined ? null : { left: columnOf(null, left), right: columnOf(id, right) }
}

/** One more pair for a join: columns of the same name that are not joined on yet, else the first that could be. */
export function nextPair(
  read: readonly ReadTable[],
  joined: BuilderTable,
  { id, on }: Pick<QuestionJoin, 'id' | 'on'>,
): JoinPair | null {
  const rights = joined.columns.filter(({ name }) => on.every(({ right }) => right.name !== name))
  const pairs = read.flatMap(({ join, table }) =>
    table.columns
      .filter(({ name }) => on.every(({ left }) => left.join !== join || left.name !== name))
      .flatMap((left) =>
        rights
          .filter(({ type }) => canBeJoined(left.type, type))
          .map((right) => ({ left: columnOf(join, left), right: columnOf(id, right) })),
      ),
  )
  const isSameName = ({ left, right }: JoinPair) => left.name.toLowerCase() === right.name.toLowerCase()
  return pairs.find(isSameName) ?? pairs[0] ?? null
}
