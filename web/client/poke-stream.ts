import { dashboardPresenceSchema, type DashboardPresence } from '@tidemark/shared/presence/presence'
import { pokeSchema } from '@tidemark/shared/sync/protocol'
import { apiAddress } from './http'

const watchdogMs = 40_000
const maxRetryMs = 10_000

interface PokeEvents {
  /** The server has something new, or the stream was (re)opened: time to pull. */
  readonly onPoke: () => void
  /** The stream broke: the server may be gone. */
  readonly onBroken: () => void
  /** Who looks at a dashboard has changed. */
  readonly onPresence: (presence: DashboardPresence) => void
}

/** What the tab with the stream tells the others. */
type Hint = 'poke' | 'broken' | DashboardPresence

/**
 * Listens to the server's hints. One tab holds the stream and tells the others (HTTP/1.1 allows a browser six
 * connections to a server; a stream per tab would use them up): a Web Lock elects it, a BroadcastChannel carries the hints.
 * Returns how to stop.
 */
export function listenForPokes(name: string, events: PokeEvents): () => void {
  const stop = new AbortController()
  const channel = new BroadcastChannel(`tidemark-poke:${name}`)
  channel.onmessage = ({ data }: MessageEvent<Hint>) => {
    if (data === 'poke') events.onPoke()
    else if (data === 'broken') events.onBroken()
    else events.onPresence(data)
  }
  const lead = () =>
    holdStream(stop.signal, {
      onPoke: () => {
        channel.postMessage('poke')
        events.onPoke()
      },
      onBroken: () => {
        channel.postMessage('broken')
        events.onBroken()
      },
      onPresence: (presence) => {
        channel.postMessage(presence)
        events.onPresence(presence)
      },
    })
  navigator.locks.request(`tidemark-poke:${name}`, { signal: stop.signal }, lead).catch((thrown: unknown) => {
    if (stop.signal.aborted) return
    // Where a person lets no site keep anything there are no locks either, and every tab listens for itself.
    if (thrown instanceof DOMException && thrown.name === 'SecurityError') return lead()
    throw thrown
  })
  return () => {
    stop.abort()
    channel.close()
  }
}

/** Keeps one event stream open until the signal aborts, with a watchdog and a growing, jittered wait between tries. */
async function holdStream(signal: AbortSignal, events: PokeEvents): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    await oneStream(signal, {
      ...events,
      onPoke: () => {
        failures = 0
        events.onPoke()
      },
    })
    if (signal.aborted) return
    events.onBroken()
    failures += 1
    await wait(Math.min(maxRetryMs, 500 * 2 ** failures) * (0.5 + Math.random() / 2), signal)
  }
}

async function oneStream(signal: AbortSignal, events: PokeEvents): Promise<void> {
  const source = new EventSource(apiAddress('/api/replicache/poke'))
  await new Promise<void>((resolve) => {
    let watchdog = setTimeout(resolve, watchdogMs)
    const isAlive = () => {
      clearTimeout(watchdog)
      watchdog = setTimeout(resolve, watchdogMs)
    }
    source.onopen = () => {
      isAlive()
      events.onPoke()
    }
    source.onmessage = (message: MessageEvent<string>) => {
      isAlive()
      if (pokeSchema.safeParse(JSON.parse(message.data)).success) events.onPoke()
    }
    source.addEventListener('heartbeat', isAlive)
    source.addEventListener('presence', ({ data }: MessageEvent<string>) => {
      isAlive()
      const presence = dashboardPresenceSchema.safeParse(JSON.parse(data))
      if (presence.success) events.onPresence(presence.data)
    })
    source.onerror = () => resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  source.close()
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    // The moment the machine is back on a network is the moment to try.
    window.addEventListener('online', () => resolve(), { once: true })
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
