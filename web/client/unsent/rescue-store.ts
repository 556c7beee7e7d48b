import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { JsonValue } from '@tidemark/shared/base/json'
import { readStored } from './read-stored'

/** A change that its client could not send. key: its client and mutation id, so that two tabs rescue it once. */
export interface RescuedMutation {
  readonly key: string
  readonly clientId: string
  readonly mutationId: number
  readonly name: string
  readonly args: JsonValue
  /** Unix milliseconds. */
  readonly rescuedAt: number
}

interface StoredRow extends RescuedMutation {
  /** Made again or given up: kept for a while, so that another tab does not rescue it anew. */
  readonly isDone: boolean
}

interface RescueDatabase extends DBSchema {
  mutations: { key: string; value: StoredRow }
}

const keepDoneMs = 30 * 24 * 60 * 60 * 1000

/** Rescued changes in a database of their own, which outlives Replicache's. Where the browser refuses to store, in memory. */
export class RescueStore {
  readonly #name: string
  readonly #unkept = new Map<string, StoredRow>()
  #database: Promise<IDBPDatabase<RescueDatabase> | null> | undefined

  constructor(databaseName: string) {
    this.#name = `${databaseName}:rescued`
  }

  /** Keeps what is not known yet. False: it is in memory only, and gone with the page. */
  async add(mutations: readonly RescuedMutation[]): Promise<boolean> {
    const database = await this.#open()
    for (const mutation of mutations) this.#unkept.set(mutation.key, { ...mutation, isDone: false })
    if (database === null) return false
    try {
      const transaction = database.transaction('mutations', 'readwrite', { durability: 'strict' })
      for (const mutation of mutations) {
        if ((await transaction.store.get(mutation.key)) === undefined)
          await transaction.store.put({ ...mutation, isDone: false })
      }
      await transaction.done
    } catch (thrown) {
      // A full disk: the caller says so, and what is in memory can still be copied.
      console.debug('changes were not rescued to the disk', thrown)
      return false
    }
    for (const { key } of mutations) this.#unkept.delete(key)
    return true
  }

  /** What waits to be made again, in the order it was made. */
  async list(): Promise<readonly RescuedMutation[]> {
    const database = await this.#open()
    const kept = (await database?.getAll('mutations')) ?? []
    return [...kept, ...this.#unkept.values()].filter(({ isDone }) => !isDone).sort(inOrder)
  }

  async markDone(key: string): Promise<void> {
    this.#unkept.delete(key)
    const database = await this.#open()
    const row = await database?.get('mutations', key)
    if (row !== undefined) await database?.put('mutations', { ...row, isDone: true })
  }

  #open(): Promise<IDBPDatabase<RescueDatabase> | null> {
    // Closed for whoever deletes it, it is opened again when there is something to keep.
    const forget = () => (this.#database = undefined)
    this.#database ??= openRescued(this.#name, forget).catch((thrown: unknown) => {
      console.debug('rescued changes are kept in memory only', thrown)
      return null
    })
    return this.#database
  }
}

/** What lies in such a database, the done ones included; nothing where there is none, and none is made. */
export async function readRescued(name: string): Promise<readonly StoredRow[]> {
  // Nothing but rows lies there.
  return (await readStored(name, 'mutations', (store) => store.getAll() as Promise<StoredRow[]>)) ?? []
}

async function openRescued(name: string, onClosed: () => void): Promise<IDBPDatabase<RescueDatabase>> {
  const database = await openDB<RescueDatabase>(name, 1, {
    upgrade: (created) => void created.createObjectStore('mutations', { keyPath: 'key' }),
    blocking: (_from, _to, event) => {
      // The event is of the database.
      ;(event.target as IDBDatabase).close()
      onClosed()
    },
  })
  await forgetOldDone(database)
  return database
}

async function forgetOldDone(database: IDBPDatabase<RescueDatabase>): Promise<void> {
  for (const { key, isDone, rescuedAt } of await database.getAll('mutations')) {
    if (isDone && rescuedAt < Date.now() - keepDoneMs) await database.delete('mutations', key)
  }
}

function inOrder(a: RescuedMutation, b: RescuedMutation): number {
  if (a.clientId === b.clientId) return a.mutationId - b.mutationId
  return a.rescuedAt - b.rescuedAt || (a.clientId < b.clientId ? -1 : 1)
}
