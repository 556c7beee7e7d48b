import { newId } from '@tidemark/shared/base/ids'
import type { Actor } from '@tidemark/shared/access/actor'
import type { RunResult } from '@tidemark/shared/query/run-query'
import { withAnySignal } from '@/server/base/abort-signals'
import { decodeLine, isResult } from '@/server/query/run/encoded-result'
import { getRequestContext } from '@/server/http/request-context'
import type { ActorNow } from '@/server/base/admitted-actor'
import type { Services } from '@/server/services'
import type { PageRun } from '@/features/dashboards/dashboard-runs'

/** The results that a page is rendered with, by `PageRun.key`: ready, or still to come in the same response. */
export type PageResults = Readonly<Record<string, RunResult | Promise<RunResult>>>

/** How long a page waits for its charts; the others are streamed after the first HTML. */
const budgetMs = 300

/**
 * Runs the charts of a page; slow ones are stopped if the actor loses the right to see them (`actorNow`). Resolves when
 * all are ready or the time budget is spent. A result with `maxBytes` that is larger or late is left out; its run
 * continues, and serves whoever asks for the same.
 */
export async function runForPage(
  services: Pick<Services, 'queries'>,
  { actor, actorNow }: { readonly actor: Actor; readonly actorNow: ActorNow },
  wanted: readonly PageRun[],
): Promise<PageResults> {
  const runs = [...new Map(wanted.map((run) => [run.key, run])).values()]
  if (runs.length === 0) return {}
  const pending = new Map(runs.map(({ key }) => [key, deferred<RunResult>()]))
  const ready: Record<string, RunResult> = {}
  const finished = collect(services, actor, actorNow, runs, (key, result) => {
    ready[key] = result
    pending.get(key)?.resolve(result)
  })
  finished.catch((thrown: unknown) => {
    for (const { reject } of pending.values()) reject(thrown)
  })
  await Promise.race([finished, new Promise((resolve) => setTimeout(resolve, budgetMs))])
  return Object.fromEntries(
    runs.flatMap(({ key, maxBytes }) => {
      const result = ready[key] ?? (maxBytes === undefined ? pending.get(key)?.promise : undefined)
      return result === undefined ? [] : [[key, result]]
    }),
  )
}

async function collect(
  { queries }: Pick<Services, 'queries'>,
  actor: Actor,
  actorNow: ActorNow,
  runs: readonly PageRun[],
  onResult: (key: string, result: RunResult) => void,
): Promise<void> {
  const items = runs.map(({ item }) => item)
  await withAnySignal([AbortSignal.timeout(maxRunMs), leftSignal()], async (signal) => {
    const request = { runId: newId(), items }
    for await (const line of queries.runEncoded(actor, request, signal, actorNow)) {
      if (!isResult(line)) continue
      const run = runs[line.item]
      if (run === undefined || line.members.byteLength > (run.maxBytes ?? Infinity)) continue
      const { item: _, ...result } = decodeLine(line)
      // Not to be cached is no answer: shown as one, it would keep another page from asking.
      if (result.error?.code === 'result-not-cached') continue
      onResult(run.key, result)
    }
  })
}

/** After this time a page fetches a missing chart itself. */
const maxRunMs = 30_000

/** Returns a signal that aborts when the client has left and nobody needs the charts. */
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
  // If the client has left, nobody awaits the promise; the run reports its failure itself.
  promise.catch(() => undefined)
  return { promise, resolve, reject }
}
