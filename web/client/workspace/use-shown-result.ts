'use client'

import { useMemo } from 'react'
import type { Query, ResultData } from '@tidemark/shared/query/run-query'
import { shownColumnsOf } from '@tidemark/shared/tables/shown-columns'
import { useView } from './use-view'

/** Returns the answer of a query with how people want its columns shown. isRows: it is the rows behind a mark. */
export function useShownResult<Result extends ResultData | null>(
  query: Query,
  result: Result,
  { isRows = false }: { readonly isRows?: boolean } = {},
): Result {
  const origins = result?.origins
  const shown = useView((view) => shownColumnsOf(view, query, origins, { isRows }), [query, origins, isRows])
  return useMemo(() => (shown === undefined || result === null ? result : { ...result, shown }), [result, shown])
}
