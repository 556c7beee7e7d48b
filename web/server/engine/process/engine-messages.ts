import type { ErrorBody } from '@tidemark/shared/errors/tidemark-error'
import type { CellValue, Field } from '@tidemark/shared/query/field'
import type { ResultFilter } from '@tidemark/shared/query/result-filter'

/**
 * A table that SQL may read. path: the absolute path of its immutable Parquet file. columns: those that exist for the
 * reader; absent for all.
 */
export interface EngineTable {
  readonly name: string
  readonly path: string
  readonly columns?: readonly string[]
}

/** The tables visible to a run. key: identifies this set of files; equal keys mean equal tables. */
export interface EngineCatalog {
  readonly key: string
  readonly tables: readonly EngineTable[]
  /** Names of tables whose datasets are in the trash. They are only used in messages and not part of the key. */
  readonly trashed?: readonly string[]
}

/**
 * Our own SQL around a statement, which is inserted in parentheses between `before` and `after`. compared: the only
 * column that the frame reads and compares.
 */
export interface StatementFrame {
  readonly compared?: string
  readonly before: string
  readonly after: string
}

/** A statement to run. */
export interface EngineQuery {
  readonly catalog: EngineCatalog
  readonly timeZone: string
  readonly sql: string
  readonly params: Readonly<Record<string, CellValue>>
  readonly filters: readonly ResultFilter[]
  /** reason: the reason given if the result is cut. isProbe: the total number of rows is not needed. */
  readonly rowLimit: { readonly rows: number; readonly reason: 'rows' | 'points'; readonly isProbe?: boolean }
  /** The limit on the encoded columns in bytes. */
  readonly maxBytes: number
  /** The frame around the statement and its filters. */
  readonly frame?: StatementFrame
  /** True if the SQL or its frame was generated here, for current versions of databases. */
  readonly isMade?: boolean
}

/** Rows of a table that several statements read and that are cached in memory until then. */
export interface CachedRows {
  /** The name of the cached table, known only to these statements; equal names mean equal rows. */
  readonly name: string
  /** The SELECT that reads the rows. */
  readonly sql: string
  readonly params: Readonly<Record<string, CellValue>>
  /** The approximate size of a row. */
  readonly rowBytes: number
}

/** A query's statement rewritten to read cached rows, with the same result at less cost. */
export interface CachedReading {
  readonly rows: CachedRows
  readonly sql: string
  readonly params: Readonly<Record<string, CellValue>>
}

/**
 * A query with an optional variant. overCached: runs instead of the statement if the cached rows are available; if it
 * fails, the statement runs.
 */
export interface RunnableQuery extends EngineQuery {
  readonly overCached?: CachedReading
}

/**
 * The result of a run. members: UTF-8 JSON text `"fields":[…],"columns":[[…],…],"rowCount":n,"truncated":…`, encoded
 * once where the values are read, and forwarded unchanged. Times in milliseconds. calculatedIn: the time zone used, if
 * the requested one is unknown.
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

/** A batch of a complete result. columns: UTF-8 JSON `[[…],…]`, one array per field. */
export interface RowBatch {
  readonly columns: Uint8Array
  readonly rowCount: number
}

/** Receives a complete result. write: resolves when the next batch is wanted. */
export interface RowSink {
  start(fields: readonly Field[]): void
  write(batch: RowBatch): Promise<void>
}

/** A file that the engine wrote; the caller reads and deletes it. */
export interface WrittenFile {
  readonly path: string
  readonly rowCount: number
}

/** Rows of an external database, spooled as NDJSON in the exports folder. */
export interface SpooledRows {
  readonly path: string
  readonly fields: readonly Field[]
}

/**
 * The settings of the engine. threads, memoryLimitBytes, maxTempBytes: per database instance. tempDir: emptied at
 * start. exportsDir: receives finished files, which outlive the process. hiddenPath: removed from messages. niceness: of
 * the process, as `nice` counts; 0 by default.
 */
export interface EngineSettings {
  readonly threads: number
  readonly memoryLimitBytes: number
  readonly maxTempBytes: number
  readonly tempDir: string
  readonly exportsDir: string
  readonly hiddenPath: string
  readonly niceness: number
}

export type ToEngine =
  | { readonly kind: 'configure'; readonly settings: EngineSettings }
  | { readonly kind: 'run'; readonly id: number; readonly query: RunnableQuery }
  /** Parses a statement and does nothing with it. */
  | { readonly kind: 'parse'; readonly id: number; readonly sql: string }
  | { readonly kind: 'interrupt'; readonly id: number }
  /** Reads all rows in batches: the first one at once, then one after each `more`. */
  | { readonly kind: 'read'; readonly id: number; readonly query: EngineQuery }
  | { readonly kind: 'more'; readonly id: number }
  | { readonly kind: 'write-parquet'; readonly id: number; readonly query: EngineQuery }
  | { readonly kind: 'convert'; readonly id: number; readonly rows: SpooledRows }

export type FromEngine =
  | { readonly kind: 'ready' }
  /** The process is about to exit: its runs fail, and it accepts no more. */
  | { readonly kind: 'ending' }
  | { readonly kind: 'done'; readonly id: number; readonly result: EngineResult }
  | { readonly kind: 'parsed'; readonly id: number }
  | { readonly kind: 'fields'; readonly id: number; readonly fields: readonly Field[] }
  | { readonly kind: 'batch'; readonly id: number; readonly batch: RowBatch }
  | { readonly kind: 'read-all'; readonly id: number }
  | { readonly kind: 'written'; readonly id: number; readonly file: WrittenFile }
  | { readonly kind: 'failed'; readonly id: number; readonly error: ErrorBody }
