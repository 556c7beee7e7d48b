import type { SqlEngine } from '../sql-tables'

/** The migrations' SQL that differs between the two engines. */
export interface Dialect {
  readonly engine: SqlEngine
  /** Text that compares by its bytes. */
  readonly key: string
  /** The type of 64-bit integers. */
  readonly integer: string
  readonly smallInteger: string
  readonly boolean: string
  readonly date: string
  /** Ends a table whose values must be of its types; PostgreSQL checks them anyway. */
  readonly strict: string
  /** The same of one that lies in the order of its key. */
  readonly keyed: string
  readonly live: string
  readonly deleted: string
  /** A text of a JSON object, or NULL. */
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
