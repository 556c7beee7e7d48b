import type { StatementSyncInstance } from '@photostructure/sqlite'
import type { SqliteValue } from './sqlite-values'

/**
 * Keeps statements referenced: an iterator does not prevent its statement from being garbage-collected, which crashes
 * the process.
 */
const inUse = new Set<StatementSyncInstance>()

/** Iterates over a statement's rows as arrays, with integers as bigints. */
export function* rowsOfStatement(
  statement: StatementSyncInstance,
  values: readonly (string | number | bigint | null)[] = [],
): Generator<readonly SqliteValue[], void, undefined> {
  statement.setReadBigInts(true)
  statement.setReturnArrays(true)
  inUse.add(statement)
  try {
    yield* statement.iterate(...values) as Iterable<readonly SqliteValue[]> // `setReturnArrays`
  } finally {
    inUse.delete(statement)
  }
}
