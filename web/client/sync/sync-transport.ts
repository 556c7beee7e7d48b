import { catalogue } from '@tidemark/shared/errors/catalogue'
import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import {
  maxPushMutations,
  type ClientAction,
  type Cookie,
  type PageSnapshot,
  type PullResponse,
} from '@tidemark/shared/sync/protocol'
import type {
  PendingMutation,
  PullerResult,
  Puller,
  Pusher,
  PusherResult,
  PullRequestV1,
  PushRequestV1,
  PatchOperation,
} from 'replicache'
import { batchesOf } from '@tidemark/shared/sync/push-batches'
import { errorOf, goneStatuses } from '../page/http'
import { PullPrefetch } from './pull-prefetch'

/**
 * Why the server cannot be used. failing: it answers, but cannot do what is asked now. disk-full: as failing, because
 * its disk is full.
 */
export type OfflineReason = 'unreachable' | 'silent' | 'failing' | 'disk-full'

/**
 * How long a change waits for others to be sent with. Changes during a push are collected anyway, so there is nothing
 * to wait for.
 */
export const pushDelayMs = 0

/** The callbacks by which the transport informs the sync client. */
export interface TransportEvents {
  /** Called with the cookie of the local data from which a pull starts; null in a new browser. */
  readonly onPullStart: (cookie: Cookie | null) => void
  /**
   * Called when a pull's answer was received and is about to be applied. from: an answer from the page does not know
   * which mutations of this browser the server has.
   */
  readonly onPulled: (from: 'page' | 'server') => void
  /** unreachable: there is no way to the server. silent: it accepted the request but did not answer. */
  readonly onOffline: (reason: OfflineReason) => void
  /** Called when a push succeeded: whatever stopped earlier ones is over. */
  readonly onPushed: () => void
  /** Called when a push failed; it is sent again later. */
  readonly onPushFailed: (reason: OfflineReason) => void
  /** Called when the session has ended: nothing is accepted until somebody signs in again. */
  readonly onSignedOut: () => void
  /** Called when the server refuses what this client sends; sending it again is pointless. */
  readonly onRefused: (error: ErrorBody) => void
}

/** The browser's `fetch`, or the network of a simulation. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

/**
 * How long an answer may be silent before the request is aborted: until its headers arrive, and then between two
 * chunks. A large request gets the time that a slow line needs to carry it.
 */
interface Patience {
  readonly silenceMs: number
  readonly slowestBytesPerMs: number
}

const usualPatience: Patience = { silenceMs: 30_000, slowestBytesPerMs: 8 }

interface TransportOptions {
  readonly send?: Send
  readonly patience?: Patience
  /** Returns true once the client sends no more requests, for whatever reason. */
  readonly isOver?: () => boolean
}

interface PusherOptions extends TransportOptions {
  /** Called before mutations are sent (true), and if the network failed and they did not get through (false). */
  readonly onSend?: (mutations: readonly PendingMutation[], isSent: boolean) => void
  /**
   * Called when the server no longer knows the senders or their version. Replicache then silently drops the changes of
   * clients of other builds; if this resolves to false, it tries again.
   */
  readonly onUnknown?: (mutations: readonly PendingMutation[], clientGroupID: string) => Promise<boolean>
}

/** Statuses that no retry will change: Replicache on its own would send the same request forever. */
const finalStatuses: ReadonlySet<number> = new Set([400, 403, 413])

/**
 * Creates a pusher that sends pending mutations in small requests, however many wait (Replicache would send all in
 * one). After a final refusal it stops until the page is reloaded; pending changes stay in the local database.
 */
export function createPusher(
  { cookie: { e: epoch } }: PageSnapshot,
  events: TransportEvents,
  {
    send = fetch,
    patience = usualPatience,
    isOver = () => false,
    onSend = () => undefined,
    onUnknown = async () => true,
  }: PusherOptions = {},
): Pusher {
  let isStopped = false
  return async (request) => {
    if (isStopped || isOver()) return succeeded
    // Replicache 15 sends push version 1 for clients of a group; only releases before 13 sent version 0.
    const { mutations, ...envelope } = request as PushRequestV1
    let sentCount = 0
    for (const batch of batchesOf(mutations, maxPushMutations)) {
      const body = { ...envelope, epoch, mutations: batch }
      onSend(batch, true)
      const outcome = await postJson<ClientAction | Record<string, never>>(send, '/api/replicache/push', body, patience)
      if (outcome.kind === 'answered') {
        if ('error' in outcome.body) {
          if (!(await onUnknown(mutations.slice(sentCount), envelope.clientGroupID))) return notKept
          return { response: outcome.body as PusherResult['response'], httpRequestInfo: okInfo }
        }
        sentCount += batch.length
        continue
      }
      const failure = tellFailure(outcome, events)
      if (failure === 'unreachable') onSend(batch, false)
      if (failure === 'final') isStopped = true
      else if (failure !== 'signed-out') events.onPushFailed(failure)
      return { httpRequestInfo: failureInfo(outcome) }
    }
    events.onPushed()
    return succeeded
  }
}

/**
 * Creates a puller. A new browser's first pull is answered from the page if that holds the whole view, and others from
 * the prefetched answer. After a final refusal it stops until the page is reloaded.
 */
export function createPuller(
  page: PageSnapshot,
  events: TransportEvents,
  {
    send = fetch,
    patience = usualPatience,
    isOver = () => false,
    prefetch = new PullPrefetch(),
  }: TransportOptions & { readonly prefetch?: PullPrefetch } = {},
): Puller {
  let isStopped = false
  return async (request): Promise<PullerResult> => {
    if (isStopped || isOver()) return succeeded
    // As in createPusher, the request is always of version 1. Its cookie was set by our server.
    const { clientGroupID, cookie } = request as PullRequestV1 & { readonly cookie: Cookie | null }
    events.onPullStart(cookie)
    if (cookie === null && page.complete) {
      events.onPulled('page')
      return { response: answerFromPage(page), httpRequestInfo: okInfo }
    }
    const prefetched = prefetch.take({ clientGroupID, cookie })
    if (prefetched !== null) {
      events.onPulled('server')
      return pulled(prefetched)
    }
    const outcome = await postJson<PullResponse | ClientAction>(send, '/api/replicache/pull', request, patience)
    if (outcome.kind === 'answered') {
      events.onPulled('server')
      return pulled(outcome.body)
    }
    isStopped = tellFailure(outcome, events) === 'final'
    return { httpRequestInfo: failureInfo(outcome) }
  }
}

function pulled(answer: PullResponse | ClientAction): PullerResult {
  // The server's answer is Replicache's PullResponse; only `readonly` differs.
  return { response: answer as PullerResult['response'] & object, httpRequestInfo: okInfo } as PullerResult
}

type Outcome<T> =
  | { readonly kind: 'answered'; readonly body: T }
  | { readonly kind: 'refused'; readonly status: number; readonly error: ErrorBody }
  | { readonly kind: 'unreachable' | 'silent'; readonly message: string }
type Failure = Exclude<Outcome<never>, { kind: 'answered' }>

/** Reports a failure and classifies it; unless it is `final`, the same request may succeed later. */
function tellFailure(outcome: Failure, events: TransportEvents): OfflineReason | 'signed-out' | 'final' {
  if (outcome.kind !== 'refused' || goneStatuses.has(outcome.status)) {
    const reason = outcome.kind === 'silent' ? 'silent' : 'unreachable'
    events.onOffline(reason)
    return reason
  }
  if (outcome.status === 401) {
    events.onSignedOut()
    return 'signed-out'
  }
  if (!finalStatuses.has(outcome.status)) return outcome.error.code === 'disk-full' ? 'disk-full' : 'failing'
  events.onRefused(outcome.error)
  return 'final'
}

async function postJson<T>(
  send: Send,
  url: string,
  body: unknown,
  { silenceMs, slowestBytesPerMs }: Patience,
): Promise<Outcome<T>> {
  const text = JSON.stringify(body)
  const silence = new AbortController()
  const giveUpAfter = (ms: number) => setTimeout(() => silence.abort(), ms)
  let timer = giveUpAfter(silenceMs + text.length / slowestBytesPerMs)
  const isAlive = () => {
    clearTimeout(timer)
    timer = giveUpAfter(silenceMs)
  }
  try {
    const headers = { 'content-type': 'application/json' }
    const response = await send(url, { method: 'POST', headers, body: text, signal: silence.signal })
    isAlive()
    if (!response.ok) return { kind: 'refused', status: response.status, error: await errorOf(response) }
    // Our own server's answer, typed by the protocol; anything else (a captive portal's page) fails to parse.
    return { kind: 'answered', body: JSON.parse(await textOf(response, isAlive)) as T }
  } catch (thrown) {
    return { kind: silence.signal.aborted ? 'silent' : 'unreachable', message: String(thrown) }
  } finally {
    clearTimeout(timer)
  }
}

/** Reads an answer chunk by chunk, so that a slow one can be told from one that has stopped. */
async function textOf(response: Response, onPiece: () => void): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const decoder = new TextDecoder()
  const pieces: string[] = []
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    onPiece()
    pieces.push(decoder.decode(read.value, { stream: true }))
  }
  return pieces.join('') + decoder.decode()
}

/**
 * Answers a pull from the page. The cookie's order is below all that the server gives: the page knows nothing of the
 * mutations of the browser's other tabs, whose answers must win in the shared database.
 */
function answerFromPage(page: PageSnapshot) {
  const puts = page.entries.map(([key, value]): PatchOperation => ({ op: 'put', key, value: value as never }))
  return {
    cookie: { ...page.cookie, order: page.cookie.v, c: 0 },
    lastMutationIDChanges: {},
    patch: [{ op: 'clear' } as const, ...puts],
  }
}

const okInfo = { httpStatusCode: 200, errorMessage: '' }
const succeeded = { httpRequestInfo: okInfo }
const notKept = { httpRequestInfo: { httpStatusCode: 503, errorMessage: 'not kept' } }

function failureInfo(outcome: Failure) {
  return outcome.kind === 'refused'
    ? { httpStatusCode: outcome.status, errorMessage: outcome.error.message }
    : { httpStatusCode: 0, errorMessage: outcome.message || catalogue.internal.message }
}
