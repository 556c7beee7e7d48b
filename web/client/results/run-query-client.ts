import type { RunOutcome } from './run-outcome'
import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError, type ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type { CellValue } from '@tidemark/shared/query/field'
import { queuedLineSchema, runResultLineSchema, type RunItem } from '@tidemark/shared/query/run-query'
import * as z from 'zod/mini'
import { apiFetch, errorOf, goneStatuses } from '../page/http'
import { runEnded, watchRun } from './long-runs'

interface QueuedItem {
  readonly item: RunItem
  readonly settle: (outcome: RunOutcome) => void
  readonly signal: AbortSignal
  readonly onPlace: (place: number) => void
}

const maxItemsPerRequest = 64

/** The server's lines, with unchecked cells: checking each cell of a large result would delay its chart. */
const lineSchema = z.discriminatedUnion('status', [
  queuedLineSchema,
  z.extend(runResultLineSchema, { columns: z.array(z.custom<CellValue[]>(Array.isArray)) }),
])

let queue: QueuedItem[] = []

/**
 * Runs one item. Items requested in the same task share one request, and each settles as its line arrives. onPlace:
 * called with the place in the queue, from 1, while the item waits. Aborting the signal also stops the item at the
 * server; a request without wanted items is closed.
 */
export function runItem(
  item: RunItem,
  signal: AbortSignal,
  onPlace: (place: number) => void = () => undefined,
): Promise<RunOutcome> {
  return new Promise((settle) => {
    if (queue.length === 0) queueMicrotask(() => void sendQueue())
    queue.push({ item, settle, signal, onPlace })
  })
}

async function sendQueue(): Promise<void> {
  const items = queue
  queue = []
  for (let start = 0; start < items.length; start += maxItemsPerRequest)
    void sendBatch(items.slice(start, start + maxItemsPerRequest))
}

async function sendBatch(batch: readonly QueuedItem[]): Promise<void> {
  const request = new AbortController()
  const runId = newId()
  const open = new Set(batch)
  const leaving = new Set<number>()
  const outcomes: RunOutcome[] = []
  const watched = watchRun()
  const settle = (queued: QueuedItem | undefined, outcome: RunOutcome) => {
    if (queued === undefined || !open.delete(queued)) return
    outcomes.push(outcome)
    queued.settle(outcome)
    if (open.size === 0) request.abort()
  }
  const leave = (queued: QueuedItem, item: number) => {
    if (!open.has(queued)) return
    settle(queued, { kind: 'cancelled' })
    leaving.add(item)
    // If all items are aborted in one task, closing the request is enough.
    if (leaving.size === 1) setTimeout(() => open.size > 0 && stopItems(runId, leaving), 0)
  }
  batch.forEach((queued, item) => {
    if (queued.signal.aborted) settle(queued, { kind: 'cancelled' })
    queued.signal.addEventListener('abort', () => leave(queued, item), { once: true })
  })
  if (open.size === 0) return
  let ending: RunOutcome = { kind: 'unreachable' }
  try {
    const response = await askQueries(runQueryPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/x-ndjson' },
      body: JSON.stringify({ runId, items: batch.map(({ item }) => item), progress: true }),
      signal: request.signal,
    })
    if (!response.ok || response.body === null) ending = endingOf(response.status, await errorOf(response))
    else {
      for await (const line of linesOf(response.body)) {
        const result = lineSchema.parse(JSON.parse(line))
        if (result.status === 'queued') batch[result.item]?.onPlace(result.place)
        else settle(batch[result.item], { kind: 'result', result })
      }
    }
  } catch (thrown) {
    if (!isCutOff(thrown))
      ending = { kind: 'refused', error: new TidemarkError('internal', { detail: String(thrown) }).toBody() }
  }
  for (const queued of batch) settle(queued, ending)
  runEnded(watched, outcomes)
}

/**
 * Returns true for a network failure, our own abort, or a line that is no JSON because the answer was cut off. None of
 * them has a result.
 */
export function isCutOff(thrown: unknown): boolean {
  return (
    thrown instanceof TypeError ||
    thrown instanceof SyntaxError ||
    (thrown instanceof DOMException && thrown.name === 'AbortError')
  )
}

/**
 * Returns the outcome of a request as a whole. A status without an error body comes from a proxy whose server cannot be
 * reached.
 */
export function endingOf(status: number, error: ErrorBody): RunOutcome {
  const isGone = goneStatuses.has(status) && error.code === 'internal'
  return isGone ? { kind: 'unreachable' } : { kind: 'refused', error }
}

/** Asks the server to stop items whose answers nobody wants. A lost request only costs the server's work. */
function stopItems(runId: string, items: Set<number>): void {
  const path = `${runQueryPath}/${runId}?items=${[...items].join(',')}`
  items.clear()
  askQueries(path, { method: 'DELETE', keepalive: true }).catch((error: unknown) =>
    console.info('a query that is no longer wanted could not be stopped', error),
  )
}

const runQueryPath = '/api/chart/run-query'
let chartHost: string | null = null

/** Sets the origin for queries of this page from now on; null: our own server. */
export function setChartHost(origin: string | null): void {
  chartHost = origin
}

/** Sends a request to where queries run. */
export async function askQueries(path: string, init: RequestInit): Promise<Response> {
  if (chartHost === null) return await apiFetch(path, init)
  // Loaded on demand, since few installations have a chart host.
  const { chartFetch } = await import('./chart-fetch')
  return await chartFetch(chartHost, path, init)
}

/** Reads the lines of an answer as they arrive. */
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') yield line
  }
  if (rest !== '') yield rest
}
