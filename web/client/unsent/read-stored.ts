import { openDB, type IDBPObjectStore } from 'idb'

/** The values in one store of a database, for reading. */
export type StoredValues = IDBPObjectStore<unknown, [string], string>

/** Reads a database that others may have open or delete; null where it, or what is looked for in it, is not there. */
export async function readStored<T>(
  name: string,
  storeName: string,
  read: (store: StoredValues) => Promise<T>,
): Promise<T | null> {
  let isGone = false
  const database = await openDB(name, undefined, {
    upgrade: (_created, _from, _to, transaction) => {
      // Deleted since it was listed: made anew here, without what its own code expects in it, it would be in that one's way.
      isGone = true
      // That it was aborted is told twice: here, where nobody waits for it, and by opening.
      transaction.done.catch(() => undefined)
      transaction.abort()
    },
    // Whoever wants to delete it need not wait for this.
    blocking: (_from, _to, event) => (event.target as IDBDatabase).close(),
  }).catch((thrown: unknown) => {
    if (isGone) return null
    throw thrown
  })
  if (database === null) return null
  try {
    if (!database.objectStoreNames.contains(storeName)) return null
    return await read(database.transaction(storeName).store)
  } finally {
    database.close()
  }
}
