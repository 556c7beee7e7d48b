import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import {
  maxListedTables,
  type DatabaseColumn,
  type DatabaseSchema,
  type DatabaseTable,
} from '@tidemark/shared/connections/database-schema'
import type { FieldType } from '@tidemark/shared/query/field'
import { quoteName, quoteText } from '@/server/engine/sql/sql-quoting'
import { rowsOfStatement } from './sqlite-rows'
import {
  createSqliteTally,
  isInstant,
  momentTypeOf,
  momentTypesOf,
  sqliteTypeOfName,
  type SqliteValue,
} from './sqlite-values'

type Row = Readonly<Record<string, string | number | null>>

export const sqliteSchemaName = 'main'

/** Reads the tables and views of a file. rowEstimate: from `ANALYZE`, else the highest row id. */
export function readSqliteSchema(database: DatabaseSyncInstance): DatabaseSchema {
  const ask = (sql: string) => database.prepare(sql).all() as unknown as readonly Row[] // texts and small numbers
  const listed = ask('PRAGMA main.table_list').filter(
    ({ name, type }) => !String(name).startsWith('sqlite_') && type !== 'shadow',
  )
  const names = listed.map(({ name }) => String(name)).sort((a, b) => a.localeCompare(b, 'en'))
  const estimates = estimatesOf(ask)
  const views = new Set(listed.filter(({ type }) => type === 'view').map(({ name }) => String(name)))
  // Virtual tables compute their rows, and tables WITHOUT ROWID have no row ids.
  const unnumbered = new Set(
    listed.filter(({ type, wr }) => type !== 'table' || wr === 1).map(({ name }) => String(name)),
  )
  return {
    tables: names.slice(0, maxListedTables).map((name): DatabaseTable => {
      const isView = views.has(name)
      return {
        schema: sqliteSchemaName,
        name,
        kind: isView ? 'view' : 'table',
        rowEstimate: estimates.get(name) ?? (unnumbered.has(name) ? null : lastRowNumber(database, name)),
        columns: columnsOf(database, ask, name, { isRead: !unnumbered.has(name) }),
        hidesColumns: false,
      }
    }),
    defaultSchemas: [sqliteSchemaName],
    isCut: names.length > maxListedTables,
    asOf: new Date().toISOString(),
  }
}

function columnsOf(
  database: DatabaseSyncInstance,
  ask: (sql: string) => readonly Row[],
  table: string,
  { isRead }: { readonly isRead: boolean },
): DatabaseColumn[] {
  const references = new Map(
    ask(`PRAGMA main.foreign_key_list(${quoteName(table)})`).map((row) => [
      String(row['from']).toLowerCase(),
      { table: String(row['table']), column: row['to'] === null ? null : String(row['to']) },
    ]),
  )
  const listed = ask(`PRAGMA main.table_xinfo(${quoteName(table)})`).filter(({ hidden }) => hidden !== 1)
  const types = isRead ? heldTypes(database, table, listed) : new Map<string, FieldType>()
  return listed.map((row): DatabaseColumn => {
    const name = String(row['name'])
    const declared = String(row['type'] ?? '')
    const leads = references.get(name.toLowerCase())
    const isPrimary = row['pk'] !== 0
    const type = sqliteTypeOfName(declared === '' ? null : declared)
    return {
      name,
      type: types.get(name) ?? (type === 'timestamp' && holdsInstants(database, table, name) ? 'timestamptz' : type),
      databaseType: declared === '' ? 'any' : declared.toLowerCase(),
      nullable: row['notnull'] === 0 && !isPrimary,
      key: isPrimary ? 'primary' : leads === undefined ? null : 'foreign',
      references:
        leads === undefined
          ? null
          : { schema: sqliteSchemaName, table: leads.table, column: leads.column ?? keyOf(ask, leads.table) ?? '' },
    }
  })
}

/** The number of rows from which the types of columns are determined, since a file can be of any size. */
const sampledRows = 1000
/** Types whose values may be large; they are taken as declared. */
const unread: ReadonlySet<FieldType> = new Set(['json', 'binary'])

/**
 * Determines the types of columns from their first values: SQLite does not enforce declarations and has no date type.
 */
function heldTypes(
  database: DatabaseSyncInstance,
  table: string,
  columns: readonly Row[],
): ReadonlyMap<string, FieldType> {
  const read = columns
    .map(({ name, type }) => ({ name: String(name), declared: type === null || type === '' ? null : String(type) }))
    .filter(({ declared }) => !unread.has(sqliteTypeOfName(declared)))
  if (read.length === 0) return new Map()
  const names = read.map(({ name }) => quoteName(name)).join(', ')
  const rows = [...rowsOfStatement(database.prepare(`SELECT ${names} FROM ${quoteName(table)} LIMIT ${sampledRows}`))]
  return new Map(
    read.flatMap(({ name, declared }, index) => {
      const values = rows.map((row) => row[index] ?? null).filter((value) => value !== null)
      const type = values.length === 0 ? null : heldType(name, declared, values)
      return type === null ? [] : [[name, type] as const]
    }),
  )
}

/**
 * Returns the type of a column by its values. In a column declared as numbers or times, a few other values are ignored.
 * null: as declared.
 */
function heldType(name: string, declared: string | null, values: readonly SqliteValue[]): FieldType | null {
  const type = sqliteTypeOfName(declared)
  switch (type) {
    case 'text':
      return momentTypeOf(values)
    case 'date':
    case 'timestamp': {
      const found = momentTypesOf(values)
      if (found.size === 0) return answerType(name, declared, values)
      if (found.size === 1 && found.has('timestamptz')) return 'timestamptz'
      return found.has('timestamp') || found.has('timestamptz') ? 'timestamp' : type
    }
    case 'boolean':
      return answerType(name, declared, values)
    case 'integer':
    case 'bigint':
    case 'number':
    case 'decimal':
      return values.some((value) => typeof value === 'number' || typeof value === 'bigint')
        ? null
        : answerType(name, declared, values)
    default:
      return null
  }
}

/** Returns the type that a result's column has with these values. */
function answerType(name: string, declared: string | null, values: readonly SqliteValue[]): FieldType {
  const tally = createSqliteTally({ name, declared })
  for (const value of values) tally.add(value)
  return tally.reading('UTC').field.type
}

/** Returns true if the first values are all points in time with an offset. */
function holdsInstants(database: DatabaseSyncInstance, table: string, column: string): boolean {
  const name = quoteName(column)
  const values = database
    .prepare(`SELECT ${name} AS value FROM ${quoteName(table)} WHERE ${name} IS NOT NULL LIMIT 20`)
    .all() as unknown as readonly { readonly value: SqliteValue }[] // what SQLite holds
  return values.length > 0 && values.every(({ value }) => isInstant(value))
}

function keyOf(ask: (sql: string) => readonly Row[], table: string): string | undefined {
  const key = ask(`PRAGMA main.table_info(${quoteName(table)})`).find(({ pk }) => pk === 1)
  return key === undefined ? undefined : String(key['name'])
}

function estimatesOf(ask: (sql: string) => readonly Row[]): ReadonlyMap<string, number> {
  const hasStatistics = ask(`SELECT 1 AS one FROM sqlite_schema WHERE name = ${quoteText('sqlite_stat1')}`).length > 0
  if (!hasStatistics) return new Map()
  return new Map(
    ask('SELECT tbl, max(CAST(stat AS INTEGER)) AS n FROM sqlite_stat1 GROUP BY tbl').map(({ tbl, n }) => [
      String(tbl),
      Number(n),
    ]),
  )
}

function lastRowNumber(database: DatabaseSyncInstance, table: string): number {
  const row = database.prepare(`SELECT max(rowid) AS n FROM ${quoteName(table)}`).get() as { n: number | null } // one row
  return row.n ?? 0
}
