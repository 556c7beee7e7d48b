import { atStage, type QuestionProblem, type QuestionStepName } from './stages/question-problem'
import { conditionsIn, leavesIn, type Question, type QuestionColumn, type QuestionTable } from './question'
import { stagesOf } from './stages/question-stages'
import { isSameTable } from './same-table'
import { findColumn, type BuilderTable } from './suggest-join'

/**
 * Lists the names of a question that the schema no longer has, at the step that names them. tables: all that can be read; a table that
 * is gone is said once, not with each of its columns. What is wrong with models `resolveModels` says.
 */
export function missingNames(question: Question, tables: readonly BuilderTable[]): readonly QuestionProblem[] {
  const { source } = question
  const find = (wanted: QuestionTable | null) =>
    tables.find(({ table }) => wanted !== null && isSameTable(table, wanted))
  const gone = (table: QuestionTable, partId: string | null): QuestionProblem[] =>
    table.model === undefined && find(table) === undefined
      ? [{ step: 'joins', partId, message: `“${table.name}” no longer exists.` }]
      : []
  const unread = (source?.columns ?? [])
    .filter((name) => find(source)?.columns.some((known) => known.name === name) === false)
    .map((name): QuestionProblem => {
      const message = `“${name}” can no longer be read. Choose the table again.`
      return { step: 'joins', partId: null, message }
    })
  return [
    ...(source === null ? [] : gone(source, null)),
    ...unread.slice(0, 1),
    ...stagesOf(question).flatMap((stage) => [
      ...atStage(
        stage,
        [...(stage.question.unions ?? []), ...stage.question.joins].flatMap(({ table, id }) => gone(table, id)),
      ),
      // Those of the steps before it are found as those of models are.
      ...atStage(stage, missingColumns(stage.question, find)),
    ]),
  ]
}

/** Lists the columns of one step that their tables no longer have. find: undefined for a table of which nothing is known. */
export function missingColumns(
  { source, unions = [], joins, expressions = [], filter, groups, measures, columns, sort }: Question,
  find: (wanted: QuestionTable | null) => Pick<BuilderTable, 'title' | 'columns'> | undefined,
): readonly QuestionProblem[] {
  const tablesByJoin = new Map([
    // Which columns rows have that are put together, the question says itself.
    [null, unions.length === 0 ? find(source) : undefined],
    ...[...unions, ...joins].map(({ id, table }) => [id, find(table)] as const),
  ])
  const columnGone = (
    step: QuestionStepName,
    partId: string | null,
    column: QuestionColumn | null,
    table = column === null ? undefined : tablesByJoin.get(column.join),
  ): QuestionProblem[] => {
    if (column === null || table === undefined || findColumn(table.columns, column) !== undefined) return []
    return [{ step, partId, message: `“${column.name}” is not in ${table.title} any more.` }]
  }
  return [
    ...unions.flatMap(({ id, columns: pairs }, index) =>
      pairs.flatMap(({ left, right }) => [
        ...(index === 0 ? columnGone('joins', id, left, find(source)) : []),
        ...columnGone('joins', id, right),
      ]),
    ),
    ...joins.flatMap(({ id, on }) =>
      on.flatMap(({ left, right }) => [left, right].flatMap((column) => columnGone('joins', id, column))),
    ),
    ...expressions.flatMap(({ id, expression }) =>
      expression.columns.flatMap(({ column }) => columnGone('expressions', id, column)),
    ),
    ...leavesIn(filter).flatMap((leaf) =>
      conditionsIn({ items: [leaf] }).flatMap(({ column }) => columnGone('filter', leaf.id, column)),
    ),
    ...measures.flatMap(({ id, column, expression, filters = [] }) => [
      ...columnGone('measures', id, column),
      ...(expression?.columns ?? []).flatMap((named) => columnGone('measures', id, named.column)),
      ...filters.flatMap(conditionsIn).flatMap((one) => columnGone('measures', id, one.column)),
    ]),
    ...groups.flatMap(({ id, column }) => columnGone('groups', id, column)),
    ...columns.flatMap((column) => columnGone('columns', null, column)),
    ...sort.flatMap(({ id, by }) => (by.kind === 'column' ? columnGone('sort', id, by.column) : [])),
  ]
}
