import type { QuestionSource } from '@tidemark/shared/builder/question'
import type { Chart } from '@tidemark/shared/charts/chart'
import type { FolderId } from '@tidemark/shared/folders/folder'
import { localConnectionId } from '@tidemark/shared/query/run-query'
import { firstSql } from './first-sql'
import type { QuestionTarget } from './question-draft'

/** A table with two initial questions: its rows in the builder, and in SQL. */
export interface AskedTable {
  readonly connectionId: string
  readonly source: QuestionSource
  readonly sql: string
}

export function datasetToAsk(tableName: string): AskedTable {
  return {
    connectionId: localConnectionId,
    source: { schema: null, name: tableName },
    sql: firstSql(tableName),
  }
}

/** How a question starts: with the rows of a table (by default the one added last), or with a chart's query. */
export interface QuestionStart {
  readonly table?: AskedTable
  readonly chart?: Pick<Chart, 'name' | 'query' | 'visual'>
  /** The folder suggested for saving it. */
  readonly folderId?: FolderId | null
  /** The tab for which it is asked. */
  readonly target?: QuestionTarget
}
