import type { EarlierColumn } from '../import-job'

/** Finds the column of the earlier file that has a name, in whatever case either file writes it. */
export function earlierColumnFinder(known: readonly EarlierColumn[]): (name: string) => EarlierColumn | undefined {
  const byName = new Map(known.map((column) => [column.name.toLowerCase(), column]))
  return (name) => byName.get(name.toLowerCase())
}
