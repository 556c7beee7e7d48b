'use client'

import { emptyQuestion, type BuilderQuery, type QuestionTable } from '@tidemark/shared/builder/question'
import type { Query } from '@tidemark/shared/query/run-query'
import { useShownResult } from '@/client/workspace/use-shown-result'
import { ResultGrid, type ResultGridProps } from './result-grid'

interface ShownGridProps extends ResultGridProps {
  /** The query that the rows answer. */
  readonly query: Query
  /** True for the rows behind a mark of its answer. */
  readonly isRows?: boolean
}

/** The rows of an answer, with its columns as people want them shown. */
export function ShownGrid({ query, data, isRows = false, ...props }: ShownGridProps) {
  return <ResultGrid data={useShownResult(query, data, { isRows })} {...props} />
}

/** The question for a table's rows as they are. */
export function rowsQuery(connectionId: string, table: QuestionTable): BuilderQuery {
  return { kind: 'builder', connectionId, question: { ...emptyQuestion, source: table } }
}
