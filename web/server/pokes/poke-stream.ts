import type { Actor } from '@tidemark/shared/access/actor'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { PresenceEvent } from '@tidemark/shared/presence/presence'
import type { Poke, StreamGroup } from '@tidemark/shared/sync/protocol'
import type { PokeHub } from '../sync/poke-hub'
import { followWorkspaces, type FollowedServices } from './follow-workspaces'
import { createStreamPrefetch, type StreamPrefetchServices } from './stream-prefetch'
import type { Logger } from '../observability/log'

const retryMs = 2000
const heartbeatMs = 15_000
/** A browser's tabs share one stream, so one person needs only a few. */
const maxStreamsPerPerson = 50

interface PokeStreamOptions {
  readonly userId: string
  /** Returns the actors that the reader may listen as now, at most one per workspace; empty if none. */
  readonly listActors: () => Promise<readonly Actor[]>
  readonly services: FollowedServices & StreamPrefetchServices
  /** The client group whose next pull is answered together with pokes of its workspace. */
  readonly group?: StreamGroup | undefined
  /** Aborts when the reader disconnects. */
  readonly signal: AbortSignal
}

/**
 * Opens a stream of server-sent events for one person: for each of their workspaces a poke on opening and after every
 * change, and who views which dashboard; and heartbeats. A heartbeat is a named event, because a browser's EventSource
 * hides comments from the page. A slow reader gets the newest state of each workspace, not every step.
 *
 * When the person joins a workspace, it is followed too. When they leave one, a last poke is sent, so that its pages
 * pull and are refused. The stream ends when the hub closes, and soon after the last workspace is left.
 *
 * Fails with `too-many-requests` if the person has too many open streams.
 */
export async function openPokeStream({
  userId,
  listActors,
  services: { log, pokes, presence, sync },
  group,
  signal,
}: PokeStreamOptions): Promise<Response> {
  const release = countStream(pokes, userId)
  const waiting = new Map<string, Poke>()
  const waitingPresence = new Map<string, PresenceEvent>()
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
    workspaces.stop()
    signal.removeEventListener('abort', end)
    release()
  }
  const end = () => {
    if (isStopped) return
    stop()
    controller?.close()
  }
  const tell = (poke: Poke) => {
    waiting.set(poke.org, poke)
    send()
  }
  const onPrefetched = (text: string) => {
    // A slow reader pulls once it has caught up; prefetched answers must not delay pokes.
    if (isStopped || controller === undefined || (controller.desiredSize ?? 0) <= 0) return false
    controller.enqueue(encoder.encode(`event: pull\ndata: ${text}\n\n`))
    return true
  }
  const tellGroup = group && createStreamPrefetch({ group, listActors, sync, log, onPrefetched, onPoke: tell })
  const workspaces = followWorkspaces({
    pokes,
    presence,
    sync,
    log,
    onPoke: (poke, actor) => {
      watch.soon()
      if (poke.org === group?.org) void tellGroup?.(poke, actor)
      else tell(poke)
    },
    onPresence: (here) => {
      waitingPresence.set(`${here.org}/${here.dashboardId}`, here)
      send()
    },
    onForgotten: (last) => {
      for (const [key, { org }] of waitingPresence) if (org === last.org) waitingPresence.delete(key)
      waiting.set(last.org, last)
      send()
    },
    onClose: end,
  })
  const lookOnce = async () => {
    const actors = await listActors()
    if (isStopped) return
    await workspaces.change(actors)
    send()
    if (actors.length === 0) end()
  }
  // Checks run one after another, the first included, so that an older result never overwrites a newer one.
  let looked: Promise<void> = Promise.resolve()
  const look = () => (looked = looked.then(lookOnce, lookOnce))
  const watch = watchReader({ look, log })
  // Subscribe before the first check: a change in between then causes a second check instead of being missed.
  const unsubscribe = pokes.subscribeToMemberships(userId, watch.now)
  signal.addEventListener('abort', end)
  try {
    await look()
  } catch (thrown) {
    stop()
    throw thrown
  }
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

interface ReaderWatch {
  /** Checks within seconds, after a change that may affect the reader. Repeated calls cause one check. */
  soon(): void
  /** Checks at once, after a change that does affect the reader. */
  now(): void
  stop(): void
}

interface WatchOptions {
  /** Determines which workspaces the reader may follow now. */
  readonly look: () => Promise<void>
  readonly log: Logger
}

const intervalMs = 5 * 60_000
const pauseMs = 5_000

/** Checks a reader's rights every five minutes and soon after each change. */
function watchReader({ look, log }: WatchOptions): ReaderWatch {
  let isStopped = false
  let isLooking = false
  let isDue = false
  let isUrgent = false
  let pause: NodeJS.Timeout | undefined

  const run = async (urgent: boolean) => {
    if (isStopped) return
    if (isLooking || (pause !== undefined && !urgent)) {
      isDue = true
      isUrgent ||= urgent
      return
    }
    clearTimeout(pause)
    pause = undefined
    isLooking = true
    isDue = false
    isUrgent = false
    try {
      await look()
    } catch (err) {
      // Pokes are only hints and each pull checks rights itself, so the check is simply repeated later.
      log.debug({ err }, 'A stream’s reader could not be checked.')
      isDue = true
      isUrgent = false
    }
    isLooking = false
    if (isUrgent) return void run(true)
    if (isStopped) return
    pause = setTimeout(() => {
      pause = undefined
      if (isDue) void run(false)
    }, pauseMs)
    pause.unref()
  }
  const interval = setInterval(() => void run(false), intervalMs)
  interval.unref()
  return {
    soon: () => void run(false),
    now: () => void run(true),
    stop: () => {
      isStopped = true
      clearInterval(interval)
      clearTimeout(pause)
    },
  }
}
