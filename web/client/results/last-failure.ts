import type { Chart } from '@tidemark/shared/charts/chart'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type { RunResult } from '@tidemark/shared/query/run-query'
import type { ResultCache } from './result-cache'

/** The last run of a chart's question, if it failed. at: Unix milliseconds of this machine's clock. */
export interface LastFailure {
  readonly error: ErrorBody
  readonly at: number
}

/** Returns the key under which the last result of a chart's question is cached. */
export function resultKeyOf({ id, query }: Pick<Chart, 'id' | 'query'>): string {
  return `chart/${id}#${JSON.stringify(query)}`
}

/**
 * Keeps in this browser that the question of a result failed, until it succeeds. resultKey: see `resultKeyOf`. stamp: of
 * the data, with which it is dropped once that is lost to the person.
 */
export async function keepOutcome(
  cache: Pick<ResultCache, 'put' | 'remove'>,
  resultKey: string,
  result: RunResult,
  stamp?: string,
): Promise<void> {
  const key = failureKeyOf(resultKey)
  if (result.status === 'success') await cache.remove(key)
  else if (result.error !== undefined) await cache.put(key, { result, receivedAt: Date.now(), stamp })
}

/** Returns the last failure of a chart's question as it is now; null if it succeeded, or was never asked here. */
export async function readLastFailure(
  cache: Pick<ResultCache, 'get'>,
  chart: Pick<Chart, 'id' | 'query'>,
): Promise<LastFailure | null> {
  const stored = await cache.get(failureKeyOf(resultKeyOf(chart)))
  const error = stored?.result.error
  return stored === null || error === undefined ? null : { error, at: stored.receivedAt }
}

/** The prefix stays, by which what a person may no longer ask for is dropped. */
function failureKeyOf(resultKey: string): string {
  return resultKey.replace('#', '/failed#')
}
