import type { DatabaseTable } from '@tidemark/shared/connections/database-schema'

/** The tables of which schema, name, a column or what is written about them holds every word searched for, letter case aside. */
export function filterTables(tables: readonly DatabaseTable[], search: string): readonly DatabaseTable[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return tables
  return tables.filter(({ schema, name, columns, comment = '' }) => {
    const ofColumns = columns.flatMap((column) => [column.name, column.comment ?? ''])
    const text = [`${schema}.${name}`, comment, ...ofColumns].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
