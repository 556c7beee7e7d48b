import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { ImageId } from '@tidemark/shared/images/image'
import { closeDatabase, openExisting } from './unsent-store'

/** A picture that was added in this browser. bytes: the file. */
interface WaitingImage {
  readonly id: ImageId
  readonly bytes: Uint8Array<ArrayBuffer>
}

interface WaitingDatabase extends DBSchema {
  images: { key: ImageId; value: WaitingImage }
}

/** Returns the name of the database with the pictures of a workspace that the server does not have. */
export function waitingNameOf(databaseName: string): string {
  return `${databaseName}:uploads`
}

export function isWaitingName(name: string): boolean {
  return name.endsWith(':uploads')
}

/** Keeps a picture on this browser's disk until it is sent. Resolves to false if the browser does not store it. */
export async function addWaitingImage(
  databaseName: string,
  id: ImageId,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  try {
    const database = await openDB<WaitingDatabase>(waitingNameOf(databaseName), 1, {
      upgrade: (created) => void created.createObjectStore('images', { keyPath: 'id' }),
      blocking: closeDatabase,
    })
    try {
      const transaction = database.transaction('images', 'readwrite', { durability: 'strict' })
      await transaction.store.put({ id, bytes })
      await transaction.done
    } finally {
      database.close()
    }
    return true
  } catch (thrown) {
    // The disk is full, or the browser stores nothing: the caller sends it at once instead.
    console.debug('a picture is not kept on the disk', thrown)
    return false
  }
}

/** Lists the pictures in such a database; none if it does not exist, and does not create it. */
export async function listWaitingImages(databaseName: string): Promise<readonly ImageId[]> {
  return (await inExisting(databaseName, (database) => database.getAllKeys('images'))) ?? []
}

/** Returns a picture that waits; null if it does not. */
export async function readWaitingImage(databaseName: string, id: ImageId): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await inExisting(databaseName, (database) => database.get('images', id))
  return row?.bytes ?? null
}

export async function removeWaitingImage(databaseName: string, id: ImageId): Promise<void> {
  await inExisting(databaseName, (database) => database.delete('images', id))
}

async function inExisting<T>(
  databaseName: string,
  run: (database: IDBPDatabase<WaitingDatabase>) => Promise<T>,
): Promise<T | null> {
  const database = await openExisting<WaitingDatabase>(waitingNameOf(databaseName)).catch((thrown: unknown) => {
    console.debug('no picture can wait in a browser that stores nothing', thrown)
    return null
  })
  if (database === null) return null
  try {
    return await run(database)
  } finally {
    database.close()
  }
}
