import { newId } from '@tidemark/shared/base/ids'
import type { Actor } from '@tidemark/shared/access/actor'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { getRequestContext } from '@/server/request-context'
import type { Services } from '@/server/services'

/** The results a page is drawn with, by chart: there already, or on their way in the same response. */
export type PageResults = Readonly<Record<string, RunResult | Promise<RunResult>>>

/** How long a page waits for its charts; the others stream in after the first HTML. */
const budgetMs = 300

/** Runs the charts of a page. Resolves when all are there or the budget is spent, whichever comes first. */
export async function runForPage(services: Services, actor: Actor, chartIds: readonly string[]): Promise<PageResults> {
  const ids = [...new Set(chartIds)]
  if (ids.length === 0) return {}
  const pending = new Map(ids.map((id) => [id, deferred<RunResult>()]))
  const ready: Record<string, RunResult> = {}
  const finished = collect(services, actor, ids, (id, result) => {
    ready[id] = result
    pending.get(id)?.resolve(result)
  })
  finished.catch((thrown: unknown) => {
    for (const { reject } of pending.values()) reject(thrown)
  })
  await Promise.race([finished, new Promise((resolve) => setTimeout(resolve, budgetMs))])
  return Object.fromEntries(
    ids.flatMap((id) => {
      const promise = pending.get(id)?.promise
      const result = ready[id] ?? promise
      return result === undefined ? [] : [[id, result]]
    }),
  )
}

async function collect(
  services: Services,
  actor: Actor,
  ids: readonly string[],
  onResult: (id: string, result: RunResult) => void,
): Promise<void> {
  const items = ids.map((chartId) => ({ chartId }))
  for await (const { item, ...result } of services.queries.run(
    actor,
    { runId: newId(), items },
    AbortSignal.any([AbortSignal.timeout(maxRunMs), leftSignal()]),
  )) {
    const id = ids[item]
    if (id !== undefined) onResult(id, result)
  }
}

/** A page that waits longer for a chart than this fetches it once more by itself. */
const maxRunMs = 30_000

/** Aborts when the page's reader left: nobody waits for its charts any more. */
function leftSignal(): AbortSignal {
  return getRequestContext()?.signal ?? new AbortController().signal
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined
  let reject: (reason: unknown) => void = () => undefined
  const promise = new Promise<T>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise
    reject = rejectPromise
  })
  // A page that was left has nobody waiting; its failure is the run's, which says so itself.
  promise.catch(() => undefined)
  return { promise, resolve, reject }
}
