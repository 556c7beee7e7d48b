/**
 * Access to a store's tables for the operator's commands. It bypasses the interface that the server writes through, so
 * versions are not raised. The SQL is the same for both engines; parameters are `?1`, `?2` and so on.
 */
export interface StoreDatabase {
  readonly engine: 'sqlite' | 'postgresql'
  /** Runs on one snapshot; the server may go on writing. */
  read<T>(run: (tx: StoreDatabaseTx) => Promise<T>): Promise<T>
  /**
   * Runs a transaction: all writes are committed together, or none if `run` throws. Fails with `disk-full` or
   * `store-failed`.
   */
  write<T>(run: (tx: StoreDatabaseTx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface StoreDatabaseTx {
  /** Runs a query. Numbers are numbers; booleans have the engine's form. */
  query(sql: string, values?: readonly SqlValue[]): Promise<readonly SqlRow[]>
  /** Reads the rows of a table in the order of the columns of `key`; texts sort by bytes. */
  select(source: SelectSource): AsyncIterable<SqlRow>
  /** Inserts one row per tuple; a tuple has a value for each column. */
  insert(target: InsertTarget, rows: readonly (readonly SqlValue[])[]): Promise<void>
  /** Deletes all entries of an org, after waiting for a running writer. The caller must deal with the org's clients. */
  deleteEntries(orgId: string): Promise<void>
  /** Sets the epoch, so that all clients of the org start over. */
  setEpoch(orgId: string, epoch: number): Promise<void>
  /** Lists all tables of the store with their columns. */
  listColumns(): Promise<readonly { readonly table: string; readonly column: string }[]>
}

export interface SqlColumn {
  readonly name: string
  readonly sqlType: 'text' | 'bigint' | 'boolean' | 'timestamptz'
}

export interface SelectSource {
  readonly table: string
  readonly columns: readonly SqlColumn[]
  readonly key: readonly SqlColumn[]
  /** Selects the rows with this value in a column; null for all rows. */
  readonly where: { readonly column: string; readonly value: string } | null
}

export interface InsertTarget {
  readonly table: string
  readonly columns: readonly SqlColumn[]
  /** Columns that are computed from those given, as SQL. */
  readonly derived: Readonly<Record<string, string>>
}

export type SqlValue = string | number | boolean | null
/** A value as the engines return it for the columns read here. */
export type StoredValue = string | number | boolean | Date | null
export type SqlRow = Readonly<Record<string, StoredValue>>
