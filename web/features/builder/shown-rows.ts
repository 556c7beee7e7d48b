import type { Question, QuestionColumn } from '@tidemark/shared/builder/question'
import { columnOfComputed } from '@tidemark/shared/builder/question-expressions'
import { columnOf, type ReadTable } from '@tidemark/shared/builder/suggest-join'

/** As many columns as a question may choose. */
const mostColumns = 200

/** The columns of a table that are not hidden. */
export function columnsOfRead({ join, table }: ReadTable): readonly QuestionColumn[] {
  return table.columns.filter(({ isHidden }) => isHidden !== true).map((column) => columnOf(join, column))
}

/**
 * Changes the columns of rows where a table is joined: as long as all are shown, its own come too. They are named,
 * since a statement that lists all of two tables would have columns of one name.
 */
export function columnsWithJoin(
  question: Question,
  read: readonly ReadTable[],
  joined: ReadTable,
): Partial<Pick<Question, 'columns'>> {
  if (!showsAll(question, read)) return {}
  const columns = [...allColumns(question, read), ...columnsOfRead(joined)]
  return columns.length > mostColumns ? {} : { columns }
}

/** The same where a join is taken out. */
export function columnsWithoutJoin(
  { columns, ...question }: Question,
  read: readonly ReadTable[],
  join: string,
): Partial<Pick<Question, 'columns'>> {
  if (columns.length === 0) return {}
  const left = columns.filter((column) => column.join !== join)
  const joins = question.joins.filter(({ id }) => id !== join)
  const isAll =
    joins.length === 0 &&
    showsAll(
      { ...question, joins, columns: left },
      read.filter((one) => one.join === null),
    )
  return { columns: isAll ? [] : left }
}

function showsAll(question: Question, read: readonly ReadTable[]): boolean {
  const { groups, measures, columns, joins } = question
  if (groups.length + measures.length > 0) return false
  if (columns.length === 0) return joins.length === 0
  const all = allColumns(question, read)
  return all.length === columns.length && all.every((column) => columns.some((one) => isSameColumn(one, column)))
}

function allColumns({ expressions = [] }: Question, read: readonly ReadTable[]): readonly QuestionColumn[] {
  return [...read.flatMap(columnsOfRead), ...expressions.map(columnOfComputed)]
}

export function isSameColumn(a: QuestionColumn, b: QuestionColumn): boolean {
  return a.join === b.join && a.name === b.name
}
