import type { DatabaseSchema } from '@tidemark/shared/connections/database-schema'
import type { ConnectionTest } from '@tidemark/shared/connections/connection-request'
import type { EngineQuery, EngineResult, RowSink } from '../engine/process/engine-messages'

/** A query of an external database: an engine query without the engine's tables. */
export type RemoteQuery = Omit<EngineQuery, 'catalog'> & {
  /** When the signal will abort at the latest, if that differs from the usual time limit. */
  readonly timeoutMs?: number
}

/**
 * A connection to one database, for reading only. Each kind passes the suite in `connector-contract.ts`.
 *
 * All failures are catalogued errors: `connection-*` if the database cannot be reached, `query-*` if it refuses.
 * Aborting a signal cancels: the call settles only when the database has stopped or its connection has been closed.
 */
export interface Connector {
  /** Connects anew and asks for the server's version. */
  test(signal: AbortSignal): Promise<ConnectionTest>
  schema(signal: AbortSignal): Promise<DatabaseSchema>
  /** Runs one reading statement in a read-only transaction. Rows are encoded as they arrive, up to the limits. */
  run(query: RemoteQuery, signal: AbortSignal): Promise<EngineResult>
  /** Reads all rows, at the sink's pace. timeoutMs: the database's time limit. */
  readAll(query: RemoteQuery, sink: RowSink, signal: AbortSignal, timeoutMs: number): Promise<void>
  /** Closes its connections, including those in use. Can be called twice. */
  close(): Promise<void>
}

/** The settings of a database connection. caCertificate: PEM. */
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
/**
 * The pool size: the most runs of a connection (`connection-limits.ts`), two exports, and one for reading the schema.
 */
export const maxConnections = 19
export const idleConnectionMs = 30_000
/** If a cancelled statement has not ended after this time, its connection is closed. */
export const cancelGraceMs = 5_000
/** The database's time limit for a statement, in case this server dies while it runs. */
export const orphanTimeoutMs = 90_000

/** Returns the same limit for a run that may take longer than usual. */
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
