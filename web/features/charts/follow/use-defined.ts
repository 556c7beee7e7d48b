'use client'

import { useMemo } from 'react'
import type { BuilderQuery } from '@tidemark/shared/builder/question'
import { questionInView } from '@tidemark/shared/metrics/metrics-in-question'
import type { Query } from '@tidemark/shared/query/run-query'
import { useView } from '@/client/workspace/use-view'

/** Returns the question of a query with its metrics as they are defined; null for SQL and for questions with broken metrics. */
export function useDefined(query: Query): BuilderQuery | null {
  const question = useView(
    (view) => {
      const found = query.kind === 'sql' ? null : questionInView(view, query)
      return found?.ok ? found.value : null
    },
    [query],
  )
  return useMemo(() => (query.kind === 'sql' || question === null ? null : { ...query, question }), [query, question])
}
