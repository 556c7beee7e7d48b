import type { Poke } from '@tidemark/shared/sync/protocol'
import type { Client } from 'pg'
import * as z from 'zod/mini'
import type { Logger } from '../observability/log'
import { connect, connectionConfig } from './postgres-connection'

/** One connection of the change feed. Its statements fail once it is lost. */
export interface FeedConnection {
  /** Settles when the connection ends for any reason. */
  readonly lost: Promise<unknown>
  /**
   * Lists the orgs whose version was raised by transactions from `sinceXid` on, none if it is null. xmin: the
   * `sinceXid` of the next call.
   */
  listChanges(sinceXid: string | null): Promise<{ readonly changes: readonly Poke[]; readonly xmin: string | null }>
  notify(pokes: readonly Poke[]): Promise<void>
  /** Sends a text to the other instances without storing it; at most 8000 bytes. */
  whisper(text: string): Promise<void>
  close(): Promise<void>
}

export const changeChannel = 'tidemark_change'
const whisperChannel = 'tidemark_whisper'
/** A connection that does not answer for this long counts as lost. */
const answerTimeoutMs = 10_000

const noticeSchema = z.object({ org: z.string(), version: z.int() })

/**
 * xmin is the oldest transaction that still runs in this statement's snapshot. A transaction that the statement does
 * not see therefore has an id that the next call asks for. The LEFT JOIN returns xmin even if nothing changed.
 */
const listChanges = `SELECT xmin::text AS xmin, org.id AS org, org.version
  FROM pg_snapshot_xmin(pg_current_snapshot()) AS xmin LEFT JOIN org ON org.changed_xid >= $1::xid8`

interface FeedConnectionOptions {
  readonly connectionString: string
  /** Called for each notice of another instance. */
  readonly onNotice: (poke: Poke) => void
  readonly onWhisper: (value: unknown) => void
  readonly log: Logger
}

export async function openFeedConnection({
  connectionString,
  onNotice,
  onWhisper,
  log,
}: FeedConnectionOptions): Promise<FeedConnection> {
  const client = await connect({ ...connectionConfig(connectionString, 'changes'), query_timeout: answerTimeoutMs })
  const lost = new Promise((resolve) => client.once('end', resolve))
  try {
    await listen(client, { onNotice, onWhisper, log })
  } catch (thrown) {
    await client.end()
    throw thrown
  }
  return {
    lost,
    listChanges: async (sinceXid) => {
      const { rows } = await client.query<{ xmin: string; org: string | null; version: number }>(listChanges, [
        sinceXid,
      ])
      const changes = rows.flatMap(({ org, version }) => (org === null ? [] : [{ org, version }]))
      return { changes, xmin: rows[0]?.xmin ?? sinceXid }
    },
    notify: async (pokes) => {
      const payloads = pokes.map((poke) => JSON.stringify(poke))
      await client.query(`SELECT pg_notify('${changeChannel}', payload) FROM unnest($1::text[]) AS payload`, [payloads])
    },
    whisper: async (text) => {
      await client.query('SELECT pg_notify($1, $2)', [whisperChannel, text])
    },
    close: () => client.end(),
  }
}

async function listen(
  client: Client,
  { onNotice, onWhisper, log }: Pick<FeedConnectionOptions, 'onNotice' | 'onWhisper' | 'log'>,
): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  client.on('notification', ({ channel, payload, processId }) => {
    // PostgreSQL also delivers our own notices.
    if (processId === rows[0]?.pid) return
    if (channel === whisperChannel) return onWhisper(parseJson(payload))
    const notice = noticeSchema.safeParse(parseJson(payload))
    if (notice.success) onNotice(notice.data)
    else log.error({ payload }, 'Another program notifies on the channel of changes.')
  })
  // A notice is only a hint, so losing one in a crash is harmless and it need not wait for the disk.
  await client.query(`SET synchronous_commit = off; LISTEN ${changeChannel}; LISTEN ${whisperChannel}`)
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
