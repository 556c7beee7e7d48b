import { listOf } from '@tidemark/shared/base/list-of'
import { groupLabel, measureLabel } from '@tidemark/shared/builder/part-labels'
import { conditionsIn, type Question, type QuestionStep } from '@tidemark/shared/builder/question'
import type { ReadTable } from '@tidemark/shared/builder/suggest-join'
import { testWords } from '@tidemark/shared/builder/test-words'
import { calledColumn, calledPart } from '../column-groups'

/** The parts of a step that its words are made of. */
type StageParts = Omit<QuestionStep, 'id'> & Pick<Question, 'source'>

/** A step in one line: what it reads, which of it, and what it makes of that. */
export function stageWords(stage: StageParts, read: readonly ReadTable[]): string {
  const { joins, expressions = [], filter, groups, measures, measureFilters = [], columns, sort, limit } = stage
  const titleOf = (join: string | null) => read.find((one) => one.join === join)?.table.title
  const conditions = conditionsIn(filter)
  const [only] = conditions
  const filters =
    conditions.length === 1 && only !== undefined
      ? `${calledColumn(read, only.column).name} ${testWords(only.test, only.column.type)}`
      : `${conditions.length} filters`
  const measured = measures.map((measure) => measureLabel(calledPart(read, measure)))
  const grouped = groups.map((group) => groupLabel(calledPart(read, group)))
  const words = [
    titleOf(null) ?? stage.source?.name ?? '',
    joins.length === 0 ? '' : `joined with ${listOf(joins.map(({ id, table }) => titleOf(id) ?? table.name))}`,
    expressions.length === 0 ? '' : `with ${listOf(expressions.map(({ name }) => name))}`,
    conditions.length === 0 ? '' : `where ${filters}`,
    measured.length + grouped.length === 0
      ? ''
      : [measured.length === 0 ? '' : listOf(measured), grouped.length === 0 ? '' : `by ${listOf(grouped)}`]
          .filter((text) => text !== '')
          .join(' '),
    measureFilters.length === 0 ? '' : 'then filtered',
    columns.length === 0 ? '' : columns.length === 1 ? '1 column' : `${columns.length} columns`,
    sort.length === 0 ? '' : 'sorted',
    limit === null ? '' : `at most ${limit} ${limit === 1 ? 'row' : 'rows'}`,
  ]
  return words.filter((text) => text !== '').join(' · ')
}
