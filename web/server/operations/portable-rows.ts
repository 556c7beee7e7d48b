import type { JsonValue } from '@tidemark/shared/base/json'
import type { PortableColumn, PortableRow, PortableTable } from './portable-tables'
import type { InsertTarget, SqlColumn, SqlRow, SqlValue, StoredValue } from './store-database'

const sqlTypes = { text: 'text', json: 'text', integer: 'bigint', boolean: 'boolean', time: 'timestamptz' } as const

export function sqlColumnsOf({ columns }: PortableTable): readonly SqlColumn[] {
  return columns.map(({ name, type }) => ({ name, sqlType: sqlTypes[type] }))
}

export function sqlKeyOf(table: PortableTable): readonly SqlColumn[] {
  return sqlColumnsOf({ ...table, columns: keyColumnsOf(table) })
}

export function insertTargetOf(table: PortableTable): InsertTarget {
  return { table: table.name, columns: sqlColumnsOf(table), derived: table.derived }
}

/** A stored row as its line holds it. Throws a SyntaxError for a stored JSON text that is none. */
export function rowOf({ columns }: PortableTable, stored: SqlRow): PortableRow {
  return Object.fromEntries(columns.map(({ name, type }) => [name, valueOf(type, stored[name])]))
}

function valueOf(type: PortableColumn['type'], stored: StoredValue | undefined): JsonValue {
  if (stored === null || stored === undefined) return null
  switch (type) {
    case 'text':
      return String(stored)
    case 'integer':
      return Number(stored)
    // 0 and 1 in SQLite.
    case 'boolean':
      return stored === true || stored === 1
    // A text in SQLite.
    case 'time':
      return (stored instanceof Date ? stored : new Date(String(stored))).toISOString()
    case 'json': {
      const value: JsonValue = JSON.parse(String(stored))
      return value
    }
  }
}

/** The text in a column that its schema lets only texts into. */
export function textColumnOf(row: PortableRow, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new TypeError(`${column} is not a text`)
  return value
}

/** The values that an insert writes for a row. */
export function tupleOf({ columns }: PortableTable, row: PortableRow): readonly SqlValue[] {
  return columns.map(({ name, type }) => {
    const value = row[name] ?? null
    if (type === 'json') return value === null ? null : JSON.stringify(value)
    // Its schema lets only scalars into the other columns.
    return value as SqlValue
  })
}

/** Negative when the first row stands before the second, 0 for two of one key. Texts compare by their bytes. */
export function compareKeys(table: PortableTable, a: PortableRow, b: PortableRow): number {
  for (const { name, type } of keyColumnsOf(table)) {
    const order =
      type === 'integer'
        ? Number(a[name]) - Number(b[name])
        : Buffer.compare(Buffer.from(textColumnOf(a, name)), Buffer.from(textColumnOf(b, name)))
    if (order !== 0) return order
  }
  return 0
}

function keyColumnsOf({ columns, key }: PortableTable): readonly PortableColumn[] {
  return key.flatMap((name) => columns.filter((column) => column.name === name))
}
