import { personParameter } from '@tidemark/shared/accounts/workspace-address'
import { presenceEventSchema, type DashboardPresence, type PresenceEvent } from '@tidemark/shared/presence/presence'
import { pokeSchema, type PrefetchedPull } from '@tidemark/shared/sync/protocol'

const watchdogMs = 40_000
const maxRetryMs = 10_000
/** The longest wait for the client group: a local database that does not open must not delay the stream. */
const groupWaitMs = 2_000

interface PokeEvents {
  /** Called when the workspace has changed or the stream was (re)opened: time to pull. */
  readonly onPoke: () => void
  /** Like `onPoke`, with the prefetched answer of the pull. */
  readonly onPrefetched: (prefetched: PrefetchedPull) => void
  /**
   * Called when another workspace has changed, when the person joined or left one, or when the stream was (re)opened.
   */
  readonly onElsewhere: () => void
  /** Called when the stream broke: the server may be gone. */
  readonly onBroken: () => void
  /** Called when the viewers of a dashboard have changed. */
  readonly onPresence: (presence: DashboardPresence) => void
}

/** A message from the tab that holds the stream to the others. Tabs ignore messages for other workspaces. */
type Hint =
  | { readonly kind: 'opened' | 'broken' }
  | { readonly kind: 'poke'; readonly org: string }
  | { readonly kind: 'prefetched-pull'; readonly pull: PrefetchedPull }
  | { readonly kind: 'presence'; readonly event: PresenceEvent }

interface Listener {
  /** The person signed in on the page; null in local mode. */
  readonly userId: string | null
  readonly databaseName: string
  readonly orgId: string
  /** The client group of this tab's client, once it has one. */
  readonly clientGroup: Promise<string>
}

/**
 * Listens to the pokes of one workspace. One tab of the browser holds the stream for all workspaces of the person and
 * passes the pokes on: HTTP/1.1 allows a browser six connections per server, which a stream per tab would use up. A Web
 * Lock elects the tab, a BroadcastChannel carries the pokes. Returns a function that stops it.
 */
export function listenForPokes({ userId, databaseName, orgId, clientGroup }: Listener, events: PokeEvents): () => void {
  const stop = new AbortController()
  const name = `tidemark-pokes:${personOf(databaseName)}`
  const channel = new BroadcastChannel(name)
  const hear = (hint: Hint) => {
    switch (hint.kind) {
      case 'opened':
        events.onElsewhere()
        return events.onPoke()
      case 'poke':
        return hint.org === orgId ? events.onPoke() : events.onElsewhere()
      case 'prefetched-pull':
        return hint.pull.org === orgId ? events.onPrefetched(hint.pull) : undefined
      case 'broken':
        return events.onBroken()
      case 'presence':
        return hint.event.org === orgId ? events.onPresence(hint.event) : undefined
    }
  }
  channel.onmessage = ({ data }: MessageEvent<Hint>) => hear(data)
  let awake = new AbortController()
  const standForLead = () => {
    awake = new AbortController()
    const signal = AbortSignal.any([stop.signal, awake.signal])
    let isLeading = false
    const lead = async () => {
      isLeading = true
      const path = await streamPath({ userId, orgId, clientGroup }, signal)
      await holdStream(path, signal, (hint) => {
        channel.postMessage(hint)
        hear(hint)
      })
    }
    const { locks } = navigator
    locks.request(name, { signal }, lead).catch((thrown: unknown) => {
      if (signal.aborted) return
      // If the person forbids sites to store anything, there are no locks either, and every tab listens for itself.
      if (thrown instanceof DOMException && thrown.name === 'SecurityError') return lead()
      throw thrown
    })
    // The query is answered after the lock request: by then this tab has the stream, or another tab announced its own
    // before this one listened. Either way, changes since this page was made are pulled.
    const askWhenLed = () => {
      if (!isLeading && !signal.aborted) events.onPoke()
    }
    locks.query().then(askWhenLed, askWhenLed)
  }
  standForLead()
  const { signal } = stop
  // A frozen tab would hold the stream without passing anything on.
  document.addEventListener('freeze', () => awake.abort(), { signal })
  document.addEventListener('resume', standForLead, { signal })
  return () => {
    stop.abort()
    channel.close()
  }
}

/** Removes the workspace from a database name, which leaves the server and the person. */
function personOf(databaseName: string): string {
  return databaseName.replace(/^(tidemark:[^:]+):[^:]+:([^:]+)$/, '$1:$2')
}

/**
 * Returns the path of the stream: it reports all workspaces of this person only, whoever signs in later, and for this
 * workspace the changes that this browser's clients would pull.
 */
async function streamPath(
  { userId, orgId, clientGroup }: Omit<Listener, 'databaseName'>,
  signal: AbortSignal,
): Promise<string> {
  const group = await Promise.race([clientGroup, wait(groupWaitMs, signal)])
  const parameters = new URLSearchParams({
    ...(userId !== null && { [personParameter]: userId }),
    ...(group !== undefined && { org: orgId, clientGroupID: group }),
  })
  return parameters.size === 0 ? pokePath : `${pokePath}?${parameters}`
}

const pokePath = '/api/replicache/poke'

/** Keeps one event stream open until the signal aborts, with a watchdog and a growing, jittered wait between tries. */
async function holdStream(path: string, signal: AbortSignal, tell: (hint: Hint) => void): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    await oneStream(path, signal, (hint) => {
      failures = 0
      tell(hint)
    })
    if (signal.aborted) return
    tell({ kind: 'broken' })
    failures += 1
    await wait(Math.min(maxRetryMs, 500 * 2 ** failures) * (0.5 + Math.random() / 2), signal)
  }
}

async function oneStream(path: string, signal: AbortSignal, tell: (hint: Hint) => void): Promise<void> {
  const source = new EventSource(path)
  const ended = new AbortController()
  let watchdog: ReturnType<typeof setTimeout> | undefined
  await new Promise<void>((resolve) => {
    watchdog = setTimeout(resolve, watchdogMs)
    const isAlive = () => {
      clearTimeout(watchdog)
      watchdog = setTimeout(resolve, watchdogMs)
    }
    source.onopen = () => {
      isAlive()
      tell({ kind: 'opened' })
    }
    source.onmessage = (message: MessageEvent<string>) => {
      isAlive()
      const poke = pokeSchema.safeParse(JSON.parse(message.data))
      if (poke.success) tell({ kind: 'poke', org: poke.data.org })
    }
    source.addEventListener('pull', ({ data }: MessageEvent<string>) => {
      isAlive()
      // Our own server's answer, typed by the protocol; answers to pulls are not parsed with zod either.
      tell({ kind: 'prefetched-pull', pull: JSON.parse(data) as PrefetchedPull })
    })
    source.addEventListener('heartbeat', isAlive)
    source.addEventListener('presence', ({ data }: MessageEvent<string>) => {
      isAlive()
      const event = presenceEventSchema.safeParse(JSON.parse(data))
      if (event.success) tell({ kind: 'presence', event: event.data })
    })
    source.onerror = () => resolve()
    signal.addEventListener('abort', () => resolve(), { signal: ended.signal })
  })
  clearTimeout(watchdog)
  ended.abort()
  source.close()
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
    // Retries as soon as the machine is back on a network.
    window.addEventListener('online', () => resolve(), { signal: over.signal })
    signal.addEventListener('abort', () => resolve(), { signal: over.signal })
  })
  clearTimeout(timer)
  over.abort()
}
