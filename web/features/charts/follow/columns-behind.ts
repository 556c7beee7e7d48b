import { columnOfComputed } from '@tidemark/shared/builder/question-expressions'
import { emptyQuestion, type BuilderQuery, type Question, type QuestionColumn } from '@tidemark/shared/builder/question'
import { runItem } from '@/client/results/run-query-client'
import { answerOrProblem, type RunProblem } from '../run-failure'

/** A column that the rows behind a question have. table: of which; empty for computed columns. */
export interface ColumnBehind {
  readonly column: QuestionColumn
  readonly table: string
}

/** sourceColumns: those of the source itself among them. */
interface ColumnsBehind {
  readonly columns: readonly ColumnBehind[]
  readonly sourceColumns: readonly QuestionColumn[]
}

/** Reads which columns the rows behind a question have, those of its joins too, in one request. */
export async function columnsBehind(
  query: BuilderQuery,
  signal: AbortSignal,
): Promise<ColumnsBehind | { readonly problem: RunProblem }> {
  const { source, joins, expressions = [] } = query.question
  const read = (table: Question['source']) =>
    runItem({ query: { ...query, question: { ...emptyQuestion, source: table, limit: 1 } }, maxRows: 1 }, signal).then(
      (outcome) => answerOrProblem(outcome, ownWords),
    )
  const [own, ...joined] = await Promise.all([read(source), ...joins.map(({ table }) => read(table))])
  if ('problem' in own) return own
  const columnsOf = (
    answer: ReturnType<typeof answerOrProblem>,
    join: string | null,
    table: string,
  ): readonly ColumnBehind[] =>
    // Columns of a joined table that may not be read as a whole are left out.
    'problem' in answer
      ? []
      : answer.result.fields.map(({ name, type, databaseType }) => ({
          column: { join, name, type, databaseType },
          table,
        }))
  const ofSource = columnsOf(own, null, source?.name ?? '')
  return {
    sourceColumns: ofSource.map(({ column }) => column),
    columns: [
      ...ofSource,
      ...joins.flatMap(({ id, table }, index) => {
        const answer = joined[index]
        return answer === undefined ? [] : columnsOf(answer, id, table.name)
      }),
      ...expressions.map((computed) => ({ column: columnOfComputed(computed), table: '' })),
    ],
  }
}

const ownWords = { failed: 'The columns could not be read.', stopped: 'Reading the columns was stopped.' }

/** The name of a column among others: with its table where two have it. */
export function columnBehindName({ column, table }: ColumnBehind, all: readonly ColumnBehind[]): string {
  const isTwice = all.filter((other) => other.column.name === column.name).length > 1
  return isTwice && table !== '' ? `${column.name} (${table})` : column.name
}
