import type { Actor } from '@tidemark/shared/access/actor'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { DashboardPresence } from '@tidemark/shared/presence/presence'
import type { Poke } from '@tidemark/shared/sync/protocol'
import type { PokeHub, Services } from '../services'
import { watchReader } from './watch-reader'

const retryMs = 2000
const heartbeatMs = 15_000
/** Browsers share one stream among their tabs, so one person needs a few. */
const maxStreamsPerPerson = 50

interface PokeStreamOptions {
  readonly actor: Actor
  readonly services: Pick<Services, 'log' | 'pokes' | 'presence' | 'sync'>
  /** Aborted when the reader is gone. */
  readonly signal: AbortSignal
  /** Whether the reader may still listen; without it, for as long as they like. */
  readonly mayListen?: (() => Promise<boolean>) | undefined
}

/**
 * A stream of server-sent events for one person: a poke on opening and after every change, who looks at which dashboard,
 * and heartbeats. The
 * heartbeat is a named event, because a browser's EventSource does not show comments to the page.
 * A reader that does not keep up gets the newest state of each workspace, not every step. Ends when the hub closes, and
 * soon after the reader has lost their session or their place in the workspace: leaving it changes its version.
 *
 * Fails with `too-many-requests` when the person has too many streams open.
 */
export async function openPokeStream({
  actor,
  services: { log, pokes, presence, sync },
  signal,
  mayListen,
}: PokeStreamOptions): Promise<Response> {
  const release = countStream(pokes, actor.userId)
  const waiting = new Map<string, Poke>()
  const waitingPresence = new Map<string, DashboardPresence>()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let isHeartbeatDue = false

  const send = () => {
    if (controller === undefined || (controller.desiredSize ?? 0) <= 0) return
    const events = [...waiting.values()].map((poke) => `id: ${poke.version}\ndata: ${JSON.stringify(poke)}\n\n`)
    if (isHeartbeatDue) events.push('event: heartbeat\ndata: {}\n\n')
    for (const here of waitingPresence.values()) events.push(`event: presence\ndata: ${JSON.stringify(here)}\n\n`)
    waiting.clear()
    waitingPresence.clear()
    isHeartbeatDue = false
    if (events.length > 0) controller.enqueue(encoder.encode(events.join('')))
  }
  const onPoke = (poke: Poke) => {
    waiting.set(poke.org, poke)
    send()
    watch.soon()
  }
  const onPresence = (here: DashboardPresence) => {
    waitingPresence.set(here.dashboardId, here)
    send()
  }
  const heartbeat = setInterval(() => {
    isHeartbeatDue = true
    send()
  }, heartbeatMs)
  heartbeat.unref()

  let isStopped = false
  const stop = () => {
    if (isStopped) return
    isStopped = true
    clearInterval(heartbeat)
    watch.stop()
    unsubscribe()
    unfollow()
    signal.removeEventListener('abort', end)
    release()
  }
  const end = () => {
    if (isStopped) return
    stop()
    controller?.close()
  }
  const watch = watchReader({ mayListen: mayListen ?? null, onLost: end, log })
  // Before the version is read: a change in between is then told twice rather than not at all.
  let unsubscribe: () => void = () => undefined
  let unfollow: () => void = () => undefined
  unsubscribe = pokes.subscribe([actor.orgId], onPoke, end)
  signal.addEventListener('abort', end)
  try {
    const { snapshot } = await sync.readView(actor, [])
    if (!waiting.has(actor.orgId)) waiting.set(actor.orgId, { org: actor.orgId, version: snapshot.cookie.v })
  } catch (thrown) {
    stop()
    throw thrown
  }
  // Who is here is a hint like the rest: without it the stream goes on.
  if (!isStopped) unfollow = presence.follow(actor, onPresence, (err) => log.debug({ err }, 'Presence was not told.'))
  if (signal.aborted) end()

  const stream = new ReadableStream<Uint8Array>({
    start: (started) => {
      controller = started
      if (isStopped) return started.close()
      started.enqueue(encoder.encode(`retry: ${retryMs}\n\n`))
    },
    pull: send,
    cancel: stop,
  })
  return new Response(stream, { headers: pokeStreamHeaders })
}

export const pokeStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const

const encoder = new TextEncoder()
const streamCounts = new WeakMap<PokeHub, Map<string, number>>()

function countStream(pokes: PokeHub, userId: string): () => void {
  const countsByUser = streamCounts.get(pokes) ?? new Map<string, number>()
  streamCounts.set(pokes, countsByUser)
  const count = countsByUser.get(userId) ?? 0
  if (count >= maxStreamsPerPerson) {
    throw new TidemarkError('too-many-requests', { detail: `${maxStreamsPerPerson} streams of this person are open.` })
  }
  countsByUser.set(userId, count + 1)
  return () => {
    const open = countsByUser.get(userId) ?? 1
    if (open <= 1) countsByUser.delete(userId)
    else countsByUser.set(userId, open - 1)
  }
}
