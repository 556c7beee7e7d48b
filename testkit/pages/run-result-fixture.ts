import type { RunResult } from '@tidemark/shared/query/run-query'

/** Returns a result without rows, except for the given fields. */
export function runResult(given: Partial<RunResult> = {}): RunResult {
  return {
    status: 'success',
    fields: [],
    columns: [],
    rowCount: 0,
    truncated: null,
    asOf: '2026-01-01T00:00:00.000Z',
    cache: { state: 'miss', ageMs: 0, key: 'k' },
    appliedFilters: [],
    ignoredFilters: [],
    timing: { queueMs: 0, planMs: 0, executeMs: 0, fetchMs: 0, encodeMs: 0 },
    ...given,
  }
}
