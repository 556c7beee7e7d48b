import type { KnownColumn } from '../import-job'

/** Finds the column of the earlier file that has a name, in whatever case either file writes it. */
export function knownColumnFinder(known: readonly KnownColumn[]): (name: string) => KnownColumn | undefined {
  const byName = new Map(known.map((column) => [column.name.toLowerCase(), column]))
  return (name) => byName.get(name.toLowerCase())
}
