import type { DBSchema, IDBPDatabase, IndexNames, StoreNames } from 'idb'

/**
 * Removes the oldest rows of a store until the others fit into `maxBytes` together. index: of `[time, size in bytes]`, so that no row
 * is read.
 */
export async function evictOldest<Schema extends DBSchema, Name extends StoreNames<Schema>>(
  database: IDBPDatabase<Schema>,
  name: Name,
  index: IndexNames<Schema, Name>,
  maxBytes: number,
): Promise<void> {
  const transaction = database.transaction(name, 'readwrite')
  let totalBytes = 0
  // Newest first: what no longer fits is older than everything kept.
  for (
    let cursor = await transaction.store.index(index).openKeyCursor(null, 'prev');
    cursor;
    cursor = await cursor.continue()
  ) {
    const key: unknown = cursor.key
    if (Array.isArray(key)) totalBytes += Number(key[1])
    if (totalBytes > maxBytes) await transaction.store.delete(cursor.primaryKey)
  }
  await transaction.done
}
