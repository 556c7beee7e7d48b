import { nextLevels, type NextLevel } from '@tidemark/shared/exploration/next-levels'
import { measuredMark } from '@tidemark/shared/exploration/question-of-mark'
import type { Query } from '@tidemark/shared/query/run-query'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'
import { hierarchiesOf, sourcesOver } from '@tidemark/shared/tables/table-queries'
import { useView } from '@/client/workspace/use-view'

/** Returns the next levels of the hierarchies that a mark is in; none for SQL. */
export function useNextLevels(query: Query, mark: readonly ResultFilter[] | null): readonly NextLevel[] {
  return useView(
    (view) => {
      const measured = query.kind === 'sql' || mark === null ? null : measuredMark(query.question, mark)
      if (measured === null || !measured.ok) return []
      const sourceOf = sourcesOver(view, query.connectionId)
      return [
        ...nextLevels(measured.value, (table) => {
          const source = sourceOf(table)
          return source === undefined ? [] : hierarchiesOf(view, source)
        }),
      ]
    },
    [query, JSON.stringify(mark)],
  )
}
