import type { DatabaseSchema } from '@tidemark/shared/connections/database-schema'
import type { ConnectionTest } from '@tidemark/shared/connections/connection-request'
import type { EngineQuery, EngineResult, RowSink } from '../engine/process/engine-messages'

/** A query of a database: as one of the embedded engine, without its tables. */
export type RemoteQuery = Omit<EngineQuery, 'catalog'> & {
  /** When its signal will abort at the latest, where that is not the usual time. */
  readonly timeoutMs?: number
}

/**
 * One database that is only ever read. `connector-contract.ts` is the suite that each kind passes.
 *
 * Everything fails with a catalogued error: `connection-*` when the database is not reached, `query-*` when it refuses.
 * Aborting a signal is the cancel: it resolves or rejects only when the database has stopped, or let go of the connection.
 */
export interface Connector {
  /** Connects anew and asks the server who it is. */
  test(signal: AbortSignal): Promise<ConnectionTest>
  schema(signal: AbortSignal): Promise<DatabaseSchema>
  /** Runs one reading statement in a read-only transaction. Rows are encoded as they arrive, up to the limits. */
  run(query: RemoteQuery, signal: AbortSignal): Promise<EngineResult>
  /** The same without limits: all rows, no faster than the sink takes them. timeoutMs: what the database may take at most. */
  readAll(query: RemoteQuery, sink: RowSink, signal: AbortSignal, timeoutMs: number): Promise<void>
  /** Ends its connections, also those in use. Safe to call twice. */
  close(): Promise<void>
}

/** How to reach a database. caCertificate: PEM. */
export interface ConnectorSettings {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
  readonly tls: 'off' | 'require' | 'verify'
  readonly caCertificate: string | null
}

export const connectTimeoutMs = 10_000
/** As many as may run on a connection at once (`connection-limits.ts`), two exports, and one to look at the schema. */
export const maxConnections = 19
export const idleConnectionMs = 30_000
/** A cancelled statement that has not ended by then loses its connection. */
export const cancelGraceMs = 5_000
/** How long a database goes on with a statement when this server dies in the middle of it. */
export const orphanTimeoutMs = 90_000

/** The same for a run that may take longer than usual. */
export function orphanTimeoutOf({ timeoutMs = 0 }: Pick<RemoteQuery, 'timeoutMs'>): number {
  return Math.max(orphanTimeoutMs, timeoutMs + cancelGraceMs)
}

export function tlsOptions({ tls, caCertificate }: ConnectorSettings) {
  if (tls === 'off') return undefined
  return {
    rejectUnauthorized: tls === 'verify',
    ...(tls === 'verify' && caCertificate !== null ? { ca: caCertificate } : {}),
  }
}
