import type { SqlEngine } from '../sql-tables'

/** The parts of the migrations' SQL that differ between the two engines. */
export interface Dialect {
  readonly engine: SqlEngine
  /** The text type that compares by bytes. */
  readonly key: string
  /** The 64-bit integer type. */
  readonly integer: string
  readonly smallInteger: string
  readonly boolean: string
  readonly date: string
  /** Ends a table definition so that types are enforced, which PostgreSQL does anyway. */
  readonly strict: string
  /** Like `strict`, for a table stored in the order of its primary key. */
  readonly keyed: string
  readonly live: string
  readonly deleted: string
  /** The text of a JSON object, or NULL. */
  readonly jsonText: (json: string, name: string) => string
}

export const dialects: Readonly<Record<SqlEngine, Dialect>> = {
  sqlite: {
    engine: 'sqlite',
    key: 'TEXT',
    integer: 'INTEGER',
    smallInteger: 'INTEGER',
    boolean: 'INTEGER',
    date: 'DATE',
    strict: ' STRICT',
    keyed: ' STRICT, WITHOUT ROWID',
    live: 'deleted = 0',
    deleted: 'deleted = 1',
    jsonText: (json, name) => `json_extract(${json}, '$.${name}')`,
  },
  postgres: {
    engine: 'postgres',
    key: 'TEXT COLLATE "C"',
    integer: 'bigint',
    smallInteger: 'smallint',
    boolean: 'boolean',
    date: 'timestamptz',
    strict: '',
    keyed: '',
    live: 'NOT deleted',
    deleted: 'deleted',
    jsonText: (json, name) => `(${json}::json ->> '${name}')`,
  },
}
