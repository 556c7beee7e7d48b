import type { EarlierColumn } from '../import-job'

/** Creates a function that finds the previous file's column by name, ignoring case. */
export function earlierColumnFinder(known: readonly EarlierColumn[]): (name: string) => EarlierColumn | undefined {
  const byName = new Map(known.map((column) => [column.name.toLowerCase(), column]))
  return (name) => byName.get(name.toLowerCase())
}
