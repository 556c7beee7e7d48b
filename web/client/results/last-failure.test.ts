import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Query } from '@tidemark/shared/query/run-query'
import { runResult } from '@testkit/pages/run-result-fixture'
import { expect, test } from 'vitest'
import { keepOutcome, readLastFailure, resultKeyOf } from './last-failure'
import type { StoredResult } from './result-cache'

function cacheInMemory() {
  const rows = new Map<string, StoredResult>()
  return {
    get: async (key: string) => rows.get(key) ?? null,
    put: async (key: string, row: StoredResult) => void rows.set(key, row),
    remove: async (key: string) => void rows.delete(key),
  }
}

const chartOf = (sql: string) => {
  const query: Query = { kind: 'sql', connectionId: 'local', sql }
  return { id: chartIdSchema.parse('sales'), query }
}

test('the last failure of a chart is known until its question succeeds or is another', async () => {
  const cache = cacheInMemory()
  const chart = chartOf('select 1')
  const error = new TidemarkError('query-failed', { detail: 'No.' }).toBody()
  expect(await readLastFailure(cache, chart)).toBeNull()
  await keepOutcome(cache, resultKeyOf(chart), runResult({ status: 'failed', error }))
  expect(await readLastFailure(cache, chart)).toMatchObject({ error: { code: 'query-failed', detail: 'No.' } })
  expect(await readLastFailure(cache, chartOf('select 2'))).toBeNull()
  expect(await cache.get(resultKeyOf(chart))).toBeNull()
  await keepOutcome(cache, resultKeyOf(chart), runResult({ status: 'cancelled' }))
  expect(await readLastFailure(cache, chart)).not.toBeNull()
  await keepOutcome(cache, resultKeyOf(chart), runResult({}))
  expect(await readLastFailure(cache, chart)).toBeNull()
})
