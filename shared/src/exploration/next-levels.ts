import { groupNames } from '../builder/part-labels'
import type { QuestionColumn, QuestionTable } from '../builder/question'
import { lastStage } from '../builder/stages/question-stages'
import type { ResultFilter } from '../query/result-filter'
import { isLevel, type Hierarchy } from '../tables/hierarchy'
import type { MeasuredMark } from './question-of-mark'

/** The column that comes next in a hierarchy, by the hierarchy's name. */
export interface NextLevel {
  readonly hierarchy: string
  readonly column: QuestionColumn
}

/** Returns the levels that follow on the values of a mark, in the hierarchies of their tables. */
export function nextLevels(
  { question, mark }: MeasuredMark,
  hierarchiesOf: (table: QuestionTable) => readonly Hierarchy[],
): readonly NextLevel[] {
  const { source, joins, groups, measures } = lastStage(question)
  const names = groupNames({ groups, measures })
  const found = groups.flatMap(({ column, grain, bin }, index): readonly NextLevel[] => {
    const { join } = column
    const table = join === null ? source : joins.find(({ id }) => id === join)?.table
    if (grain !== null || bin !== undefined || !table || !isOneValue(mark, names[index])) return []
    return hierarchiesOf(table).flatMap(({ name, columns }) => {
      const at = columns.findIndex((level) => isLevel(level, column))
      const next = at < 0 ? undefined : columns[at + 1]
      const isGrouped =
        next === undefined || groups.some((one) => one.column.join === join && isLevel(next, one.column))
      return isGrouped ? [] : [{ hierarchy: name, column: { join, ...next } }]
    })
  })
  const keyOf = ({ column }: NextLevel) => `${column.join ?? ''} ${column.name}`
  return [...new Map(found.toReversed().map((level) => [keyOf(level), level])).values()].toReversed()
}

function isOneValue(mark: readonly ResultFilter[], name: string | undefined): boolean {
  return mark.some(({ column, op, value }) => column === name && op === '=' && value !== null)
}
