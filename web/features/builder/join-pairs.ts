import { canBeJoined } from '@tidemark/shared/query/field'
import type { QuestionJoin } from '@tidemark/shared/builder/question'
import { columnOf, type BuilderTable, type ReadTable } from '@tidemark/shared/builder/suggest-join'

/** A column that is read already, and the one of the joined table that it must equal. */
export type JoinPair = QuestionJoin['on'][number]

/** A join is along as many pairs at most. */
export const mostPairs = 8

/** One more pair for a join: columns of the same name that are not joined on yet. */
export function nextPair(
  read: readonly ReadTable[],
  joined: BuilderTable,
  { id, on }: Pick<QuestionJoin, 'id' | 'on'>,
): JoinPair | null {
  const rights = joined.columns.filter(({ name }) => on.every(({ right }) => right.name !== name))
  for (const { join, table } of read)
    for (const left of table.columns) {
      if (on.some((pair) => pair.left.join === join && pair.left.name === left.name)) continue
      const right = rights.find(
        ({ name, type }) => name.toLowerCase() === left.name.toLowerCase() && canBeJoined(left.type, type),
      )
      if (right !== undefined) return { left: columnOf(join, left), right: columnOf(id, right) }
    }
  return null
}
