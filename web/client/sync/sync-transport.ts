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

/** failing: the server answers, and cannot do what it is asked just now. disk-full: so, because its disk has no room. */
export type OfflineReason = 'unreachable' | 'silent' | 'failing' | 'disk-full'

/**
 * How long a change waits for others to be sent with. What follows while a push is on its way is collected anyway, so there is
 * nothing to wait for.
 */
export const pushDelayMs = 0

/** The callbacks by which the transport informs the sync client. */
export interface TransportEvents {
  /** The cookie of the local data a pull starts from; null in a new browser. */
  readonly onPullStart: (cookie: Cookie | null) => void
  /** A pull's answer was received and is about to be applied. from: the page does not know what the server has of this browser. */
  readonly onPulled: (from: 'page' | 'server') => void
  /** unreachable: there is no way to the server. silent: it took the request and did not answer it. */
  readonly onOffline: (reason: OfflineReason) => void
  /** A push went through: whatever kept the ones before from it is over. */
  readonly onPushed: () => void
  /** A push did not go through, and is sent again later. */
  readonly onPushFailed: (reason: OfflineReason) => void
  /** The session has ended: nothing is accepted until somebody signs in again. */
  readonly onSignedOut: () => void
  /** The server refuses what this client sends; sending the same again is pointless. */
  readonly onRefused: (error: ErrorBody) => void
}

/** The browser's `fetch`, or a network that a simulation controls. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

/**
 * How long an answer may be silent before the request is given up: until its head arrives, and then between two pieces of it.
 * A large request gets the time that a slow line needs to carry it.
 */
interface Patience {
  readonly silenceMs: number
  readonly slowestBytesPerMs: number
}

const usualPatience: Patience = { silenceMs: 30_000, slowestBytesPerMs: 8 }

interface TransportOptions {
  readonly send?: Send
  readonly patience?: Patience
  /** Returns true when the client sends no more requests, whatever ended it. */
  readonly isOver?: () => boolean
}

interface PusherOptions extends TransportOptions {
  /** true: they are sent as soon as this returns; false: the network has gone, and they did not get through. */
  readonly onSend?: (mutations: readonly PendingMutation[], isSent: boolean) => void
  /**
   * The server knows their senders no more, or not their version. Replicache gives up what it sends for the clients of other
   * builds then, without a word; what is false here it tries again.
   */
  readonly onUnknown?: (mutations: readonly PendingMutation[], clientGroupID: string) => Promise<boolean>
}

/** Answers that no retry will change: Replicache on its own would send the same request for ever. */
const finalStatuses: ReadonlySet<number> = new Set([400, 403, 413])

/**
 * Sends pending mutations in requests that stay small, however many wait (Replicache would send all in one).
 * After a final refusal it stops until the page is loaded again; what waits stays in the local database.
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
    // Replicache 15 sends push version 1 for clients of a group; version 0 is that of releases before 13.
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
 * Pulls; a new browser's first pull is answered from the page when that holds the whole view, and others with what
 * was prefetched. After a final refusal it asks no more until the page is loaded again.
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
    // See createPusher: always version 1; its cookie is the one our server gave.
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

/** Reports a failure and classifies it; the same request may succeed later unless it is `final`. */
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

/** Reads an answer piece by piece, so that a slow one differs from one that has stopped. */
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
 * The order lies below all that the server gives: the page knows nothing of the mutations of the browser's other tabs,
 * whose answers must win over it in their common database.
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
