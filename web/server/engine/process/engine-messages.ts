import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type { CellValue, Field } from '@tidemark/shared/query/field'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'

/** A table that SQL may read: its name, and the absolute path of the immutable Parquet file with its rows. */
export interface EngineTable {
  readonly name: string
  readonly path: string
}

/** The tables one run may see. key: names this exact set of files; equal keys mean equal tables. */
export interface EngineCatalog {
  readonly key: string
  readonly tables: readonly EngineTable[]
  /** Names of tables whose datasets are in the trash; they belong to the messages, not to the key. */
  readonly trashed?: readonly string[]
}

/**
 * Our own SQL around a statement, which stands in its place between `before` and `after`, in parentheses. compared: the one
 * column that it reads, whose values it compares.
 */
export interface StatementFrame {
  readonly compared?: string
  readonly before: string
  readonly after: string
}

/**
 * One statement to run. rowLimit.reason: what the result is said to be cut by; isProbe: nobody needs to know how many rows
 * there are. maxBytes: of the encoded columns. frame: goes around the statement and its filters. isMade: the SQL, or its frame,
 * is one of those that are put together here for the versions of today.
 */
export interface EngineQuery {
  readonly catalog: EngineCatalog
  readonly timeZone: string
  readonly sql: string
  readonly params: Readonly<Record<string, CellValue>>
  readonly filters: readonly ResultFilter[]
  readonly rowLimit: { readonly rows: number; readonly reason: 'rows' | 'points'; readonly isProbe?: boolean }
  readonly maxBytes: number
  readonly frame?: StatementFrame
  readonly isMade?: boolean
}

/**
 * Rows of a table that several statements read, kept in memory until they have. name: also their table's, which only those
 * statements know; equal names mean equal rows. sql: reads them. rowBytes: about what one takes.
 */
export interface CachedRows {
  readonly name: string
  readonly sql: string
  readonly params: Readonly<Record<string, CellValue>>
  readonly rowBytes: number
}

/** A query's statement over rows that are kept: the same answer, for less. */
export interface CachedReading {
  readonly rows: CachedRows
  readonly sql: string
  readonly params: Readonly<Record<string, CellValue>>
}

/** overCached: runs instead of the statement where the rows are to be had, and it does not fail. */
export interface RunnableQuery extends EngineQuery {
  readonly overCached?: CachedReading
}

/**
 * The result of a run. members: UTF-8 JSON text `"fields":[…],"columns":[[…],…],"rowCount":n,"truncated":…`, encoded once,
 * where the values are read, and forwarded untouched. Times in milliseconds. calculatedIn: the zone, where the one that was asked
 * for is not known.
 */
export interface EngineResult {
  readonly members: Uint8Array
  readonly calculatedIn?: string
  readonly appliedFilters: readonly string[]
  readonly ignoredFilters: readonly string[]
  readonly timing: {
    readonly planMs: number
    readonly executeMs: number
    readonly fetchMs: number
    readonly encodeMs: number
  }
}

/** Rows of a whole result. columns: UTF-8 JSON `[[…],…]`, one array per field. */
export interface RowBatch {
  readonly columns: Uint8Array
  readonly rowCount: number
}

/** Takes a whole result. write: resolves when more is wanted. */
export interface RowSink {
  start(fields: readonly Field[]): void
  write(batch: RowBatch): Promise<void>
}

/** A file that the engine wrote for its caller, who reads and deletes it. */
export interface WrittenFile {
  readonly path: string
  readonly rowCount: number
}

/** Within the engine's temporary folder: it is emptied with the server's start, not with the process's, whose files others read. */
export const exportsFolder = 'exports'

/** Rows of a database elsewhere, kept as NDJSON in the engine's temporary folder. */
export interface SpooledRows {
  readonly path: string
  readonly fields: readonly Field[]
}

/** threads, memoryLimitBytes, maxTempBytes: per database instance. tempDir: emptied at start. hiddenPath: cut out of messages. */
export interface EngineSettings {
  readonly threads: number
  readonly memoryLimitBytes: number
  readonly maxTempBytes: number
  readonly tempDir: string
  readonly hiddenPath: string
}

export type ToEngine =
  | { readonly kind: 'configure'; readonly settings: EngineSettings }
  | { readonly kind: 'run'; readonly id: number; readonly query: RunnableQuery }
  | { readonly kind: 'interrupt'; readonly id: number }
  /** All rows, in batches: one, then another after each `more`. */
  | { readonly kind: 'read'; readonly id: number; readonly query: EngineQuery }
  | { readonly kind: 'more'; readonly id: number }
  | { readonly kind: 'write-parquet'; readonly id: number; readonly query: EngineQuery }
  | { readonly kind: 'convert'; readonly id: number; readonly rows: SpooledRows }

export type FromEngine =
  | { readonly kind: 'ready' }
  /** The process gives up on itself: what runs in it fails, and it takes nothing more. */
  | { readonly kind: 'ending' }
  | { readonly kind: 'done'; readonly id: number; readonly result: EngineResult }
  | { readonly kind: 'fields'; readonly id: number; readonly fields: readonly Field[] }
  | { readonly kind: 'batch'; readonly id: number; readonly batch: RowBatch }
  | { readonly kind: 'read-all'; readonly id: number }
  | { readonly kind: 'written'; readonly id: number; readonly file: WrittenFile }
  | { readonly kind: 'failed'; readonly id: number; readonly error: ErrorBody }
