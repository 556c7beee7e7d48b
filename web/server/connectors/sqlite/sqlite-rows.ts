import type { StatementSyncInstance } from '@photostructure/sqlite'
import type { SqliteValue } from './sqlite-values'

/** An iterator does not keep its statement from being collected, which ends in a crash in the middle of the rows. */
const inUse = new Set<StatementSyncInstance>()

/** The rows of a statement as arrays, integers as bigints. */
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
