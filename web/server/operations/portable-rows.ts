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

/** Converts a stored row to the form of its line. Throws a SyntaxError if a stored JSON text is invalid. */
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
    // SQLite stores 0 and 1.
    case 'boolean':
      return stored === true || stored === 1
    // SQLite stores a text.
    case 'time':
      return (stored instanceof Date ? stored : new Date(String(stored))).toISOString()
    case 'json': {
      const value: JsonValue = JSON.parse(String(stored))
      return value
    }
  }
}

/** Returns the text of a column whose schema allows only texts. */
export function textColumnOf(row: PortableRow, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new TypeError(`${column} is not a text`)
  return value
}

/** Returns the values that an insert writes for a row. */
export function tupleOf({ columns }: PortableTable, row: PortableRow): readonly SqlValue[] {
  return columns.map(({ name, type }) => {
    const value = row[name] ?? null
    if (type === 'json') return value === null ? null : JSON.stringify(value)
    // The schema allows only scalars in the other columns.
    return value as SqlValue
  })
}

/**
 * Compares two rows by key: negative if the first sorts before the second, 0 for equal keys. Texts compare by bytes.
 */
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
