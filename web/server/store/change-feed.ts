import { setTimeout as delay } from 'node:timers/promises'
import type { JsonObject } from '@tidemark/shared/base/json'
import type { Poke } from '@tidemark/shared/sync/protocol'
import type { Logger } from '../observability/log'
import { logFailure } from '../observability/log-failure'
import { openFeedConnection, type FeedConnection } from './change-feed-connection'
import { toPostgresError } from './postgres-errors'

export interface ChangeFeedOptions {
  readonly connectionString: string
  /**
   * Called when another instance has changed an org. It is a hint: it may come late, twice, or for a version already
   * seen.
   */
  readonly onChange: (poke: Poke) => void
  /** Called with each value that another instance whispers. */
  readonly onWhisper?: (value: unknown) => void
  readonly log: Logger
  /** How often the feed polls for changes whose notice was lost. */
  readonly pollMs?: number
}

/** The channel on which instances that share a PostgreSQL announce that an org has reached a version. */
export interface ChangeFeed {
  /**
   * Announces a version to the other instances; call it after the commit. Never fails: their polling finds lost
   * announcements.
   */
  publish(poke: Poke): void
  /**
   * Sends the other instances a value without storing it; at most 8000 bytes as JSON. Never fails, but the value may be
   * lost.
   */
  whisper(value: JsonObject): void
  close(): Promise<void>
}

const defaultPollMs = 2000
/** The time during which changes are collected under load, to be sent together. */
const publishPauseMs = 20
const firstRetryMs = 100
const longestRetryMs = 5000

/**
 * Opens the change feed on a connection of its own and reconnects whenever that is lost. Every `pollMs`, and after each
 * reconnect, it asks for the orgs that changed since the last poll, so that no change is missed.
 *
 * Needs the schema that `openPostgresStore` creates. Fails like that if the first connection fails.
 */
export async function openChangeFeed({
  connectionString,
  onChange,
  onWhisper = () => undefined,
  log,
  pollMs = defaultPollMs,
}: ChangeFeedOptions): Promise<ChangeFeed> {
  const closing = new AbortController()
  /** The newest version seen of each org, whether of this instance or another. */
  const knownVersions = new Map<string, number>()
  const unsent = new Map<string, number>()
  let sending: Promise<void> | undefined
  let isClosed = false
  /** Where the next poll starts: all earlier transactions had ended at the last poll. */
  let nextXid: string | null = null

  const tell = (poke: Poke) => {
    knownVersions.set(poke.org, poke.version)
    try {
      onChange(poke)
    } catch (thrown) {
      logFailure(log, thrown, {}, 'A listener of changes failed.')
    }
  }

  const poll = async (connection: FeedConnection) => {
    const { changes, xmin } = await connection.listChanges(nextXid)
    nextXid = xmin
    for (const poke of changes) if (knownVersions.get(poke.org) !== poke.version) tell(poke)
  }

  const connect = async (): Promise<FeedConnection> => {
    const connection = await openFeedConnection({ connectionString, onNotice: tell, onWhisper, log })
    try {
      await poll(connection)
      return connection
    } catch (thrown) {
      await connection.close()
      throw thrown
    }
  }

  let current: FeedConnection | null = await connect().catch((thrown: unknown) => {
    throw toPostgresError(thrown)
  })

  const pause = (ms: number) => delay(ms, undefined, { signal: closing.signal }).catch(() => undefined)

  const stayConnected = async () => {
    let retryMs = firstRetryMs
    while (!closing.signal.aborted) {
      try {
        current ??= await connect()
        retryMs = firstRetryMs
        await Promise.race([pause(pollMs), current.lost])
        if (!closing.signal.aborted) await poll(current)
      } catch (err) {
        log.info({ err, retryMs }, 'The connection that tells of changes by other instances was lost.')
        const lost = current
        current = null
        await lost?.close()
        await pause(retryMs * (0.5 + Math.random()))
        retryMs = Math.min(retryMs * 2, longestRetryMs)
      }
    }
    await current?.close()
  }
  const connected = stayConnected()

  const send = async () => {
    while (unsent.size > 0) {
      const pokes = [...unsent].map(([org, version]) => ({ org, version }))
      unsent.clear()
      try {
        await current?.notify(pokes)
      } catch (err) {
        log.debug({ err }, 'Other instances will find changes by their polls.')
      }
      await delay(publishPauseMs)
    }
  }

  return {
    publish: ({ org, version }) => {
      if (isClosed) return
      knownVersions.set(org, Math.max(version, knownVersions.get(org) ?? 0))
      unsent.set(org, Math.max(version, unsent.get(org) ?? 0))
      sending ??= send().finally(() => {
        sending = undefined
      })
    },

    whisper: (value) => {
      if (isClosed) return
      current
        ?.whisper(JSON.stringify(value))
        .catch((err: unknown) => log.debug({ err }, 'Other instances did not hear a whisper.'))
    },

    close: async () => {
      isClosed = true
      await sending
      closing.abort()
      await connected
    },
  }
}
