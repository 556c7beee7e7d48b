import type { DatabaseTable } from '@tidemark/shared/connections/database-schema'

/** The tables of which schema, name or a column holds every word searched for, letter case aside. */
export function filterTables(tables: readonly DatabaseTable[], search: string): readonly DatabaseTable[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return tables
  return tables.filter(({ schema, name, columns }) => {
    const text = [`${schema}.${name}`, ...columns.map((column) => column.name)].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
