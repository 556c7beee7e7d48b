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
/** Browsers share one stream among their tabs, so one person needs a few. */
const maxStreamsPerPerson = 50

interface PokeStreamOptions {
  readonly userId: string
  /** As whom the reader may listen now, at most once in each workspace; as nobody when they may not any more. */
  readonly listActors: () => Promise<readonly Actor[]>
  readonly services: FollowedServices & StreamPrefetchServices
  /** Pokes of its workspace bring what it would be answered. */
  readonly group?: StreamGroup | undefined
  /** Aborted when the reader is gone. */
  readonly signal: AbortSignal
}

/**
 * A stream of server-sent events for one person: of each of their workspaces a poke on opening and after every change, and
 * who looks at which dashboard; and heartbeats. A heartbeat is a named event, because a browser's EventSource does not show
 * comments to the page. A reader that does not keep up gets the newest state of each workspace, not every step.
 *
 * A workspace that the person joins is included from then on. One that they leave is named a last time, so that its
 * pages pull and are refused. Ends when the hub closes, and soon after the last workspace is left.
 *
 * Fails with `too-many-requests` when the person has too many streams open.
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
    // A reader that does not keep up pulls once it does: the first event must not wait behind the next.
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
  // One after the other, the first included: what was found out earlier must not be followed later.
  let looked: Promise<void> = Promise.resolve()
  const look = () => (looked = looked.then(lookOnce, lookOnce))
  const watch = watchReader({ look, log })
  // Before it is asked where they are a member: a change in between is then looked at twice rather than not at all.
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
  /** Something changed that may have to do with it: looks within seconds, however often it is called. */
  soon(): void
  /** Something changed that has to do with it: looks at once. */
  now(): void
  stop(): void
}

interface WatchOptions {
  /** Finds out what the reader may hear of by now. */
  readonly look: () => Promise<void>
  readonly log: Logger
}

const intervalMs = 5 * 60_000
const pauseMs = 5_000

/** Looks every five minutes, and soon after each change, what a stream's reader may hear of. */
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
      // A poke is a hint; each pull checks its rights by itself.
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
