/**
 * The tables of a store as the commands of the operator meet them: past the interface that the server writes through, so
 * versions stay as they are. SQL is the same for both engines; its values are `?1`, `?2` and so on.
 */
export interface StoreDatabase {
  readonly engine: 'sqlite' | 'postgresql'
  /** Everything it reads is of one moment; the server may go on writing. */
  read<T>(run: (tx: StoreDatabaseTx) => Promise<T>): Promise<T>
  /** Everything it writes is there at once, or nothing when it throws. Fails with `disk-full` or `store-failed`. */
  write<T>(run: (tx: StoreDatabaseTx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface StoreDatabaseTx {
  /** Numbers as numbers, booleans as the engine has them. */
  query(sql: string, values?: readonly SqlValue[]): Promise<readonly SqlRow[]>
  /** The rows of a table, ordered by the columns of `key`; texts by their bytes. */
  select(source: SelectSource): AsyncIterable<SqlRow>
  /** Writes one row for each of the tuples, which hold a value for each column. */
  insert(target: InsertTarget, rows: readonly (readonly SqlValue[])[]): Promise<void>
  /** Deletes all entries of an org, and waits for the writer that has it before. Its clients are for the caller. */
  deleteEntries(orgId: string): Promise<void>
  /** All clients of the org start over. */
  setEpoch(orgId: string, epoch: number): Promise<void>
  /** Tables of the store with their columns, all that there are. */
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
  /** The value that a column must have; null for all rows. */
  readonly where: { readonly column: string; readonly value: string } | null
}

export interface InsertTarget {
  readonly table: string
  readonly columns: readonly SqlColumn[]
  /** Columns whose values are worked out from those given, as SQL. */
  readonly derived: Readonly<Record<string, string>>
}

export type SqlValue = string | number | boolean | null
/** A value that the engines return for the columns read here. */
export type StoredValue = string | number | boolean | Date | null
export type SqlRow = Readonly<Record<string, StoredValue>>
