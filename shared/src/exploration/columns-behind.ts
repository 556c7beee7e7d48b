import { columnOfComputed } from '../builder/question-expressions'
import { emptyQuestion, type BuilderQuery, type Question, type QuestionColumn } from '../builder/question'
import { isOfStage, lastStage, stagesOf, untilStage, withLastStage } from '../builder/stages/question-stages'
import { columnOf } from '../builder/suggest-join'
import { unitedColumns } from '../builder/unions/united-columns'
import type { AskItems, ItemAnswer, RunProblem } from '../query/run-query'

/** A column that the rows behind a question have. table: of which; empty for computed columns, and for those of a step before. */
export interface ColumnBehind {
  readonly column: QuestionColumn
  readonly table: string
}

/** columns: of the rows that the last step reads. sourceColumns: of the source of the first step. */
interface ColumnsBehind {
  readonly columns: readonly ColumnBehind[]
  readonly sourceColumns: readonly QuestionColumn[]
}

/** Reads which columns the rows behind a question have, those of its joins too, in one request. */
export async function columnsBehind(
  query: BuilderQuery,
  ask: AskItems,
): Promise<ColumnsBehind | { readonly problem: RunProblem }> {
  const { joins, expressions = [] } = lastStage(query.question)
  const stages = stagesOf(query.question)
  const before = stages.at(-2)
  const read = (table: Question['source']): Question => ({ ...emptyQuestion, source: table, limit: 1 })
  const questions = [
    read(query.question.source),
    ...joins.map(({ table }) => read(table)),
    ...(before === undefined ? [] : [withLastStage(untilStage(query.question, before.id), { limit: 1 })]),
  ]
  const [own, ...others] = await ask(questions.map((question) => ({ query: { ...query, question }, maxRows: 1 })))
  const joined = others.slice(0, joins.length)
  const last = others[joins.length]
  if (own === undefined || 'problem' in own) return own ?? { problem: { message: readingWords.failed } }
  if (last !== undefined && 'problem' in last) return last
  const columnsOf = (answer: ItemAnswer, join: string | null, table: string): readonly ColumnBehind[] =>
    // Columns of a joined table that may not be read as a whole are left out.
    'problem' in answer
      ? []
      : answer.result.fields.map(({ name, type, databaseType }) => ({
          column: { join, name, type, databaseType },
          table,
        }))
  const ofSource = columnsOfUnited(query.question) ?? columnsOf(own, null, query.question.source?.name ?? '')
  const partOf = (name: string) => stages.at(-1)?.reads.find((column) => column.name === name)?.part
  const ofStep =
    last &&
    columnsOf(last, null, '').map(({ column, table }): ColumnBehind => {
      const part = partOf(column.name)
      return { column: part === undefined ? column : { ...column, part }, table }
    })
  return {
    sourceColumns: ofSource.map(({ column }) => column),
    columns: [
      ...((before && columnsOfUnited(lastStage(query.question))) ?? ofStep ?? ofSource),
      ...joins.flatMap(({ id, table }, index) => {
        const answer = joined[index]
        return answer === undefined ? [] : columnsOf(answer, id, table.name)
      }),
      ...expressions.map((computed) => ({ column: columnOfComputed(computed), table: '' })),
    ],
  }
}

/** The words for columns that cannot be read where the server says nothing. */
export const readingWords = { failed: 'The columns could not be read.', stopped: 'Reading the columns was stopped.' }

/** The columns of rows that are put together, which the question says itself; undefined of others. */
function columnsOfUnited(question: Question): readonly ColumnBehind[] | undefined {
  const { source } = question
  const table = source === null || isOfStage(source) ? '' : source.name
  return unitedColumns(question)?.map((column) => ({ column: columnOf(null, column), table }))
}

/** The name of a column among others: with its table where two have it. */
export function columnBehindName({ column, table }: ColumnBehind, all: readonly ColumnBehind[]): string {
  const isTwice = all.filter((other) => other.column.name === column.name).length > 1
  return isTwice && table !== '' ? `${column.name} (${table})` : column.name
}
