import { deleteDB, openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from 'idb'
import { IDBNotFoundError, type KVStoreProvider } from 'replicache'
import { closeDatabase, openExisting } from './unsent-store'

type Store = ReturnType<KVStoreProvider['create']>
type Read = Awaited<ReturnType<Store['read']>>
type Write = Awaited<ReturnType<Store['write']>>
type Value = Parameters<Write['put']>[1]

/** The layout of Replicache's own store, whose databases this store can open too. */
interface Chunks extends DBSchema {
  readonly chunks: { readonly key: string; readonly value: Value }
}
const storeName = 'chunks'

type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<Chunks, [typeof storeName], Mode>

/**
 * Replicache's storage in IndexedDB. A write fails if the browser aborts it: a full disk aborts a transaction at its
 * commit, without the `error` event that the store of Replicache 15.3.0 waits for, so that this write and all later
 * ones would hang.
 */
export const indexedDbStore: KVStoreProvider = {
  create: (name) => new IndexedDbStore(name),
  drop: (name) => deleteDB(name),
}

class IndexedDbStore implements Store {
  readonly #name: string
  #database: Promise<IDBPDatabase<Chunks>>
  closed = false

  constructor(name: string) {
    this.#name = name
    this.#database = openDB<Chunks>(name, 1, {
      upgrade: (database) => void database.createObjectStore(storeName),
      blocking: closeDatabase,
    })
  }

  read(): Promise<Read> {
    return this.#begin((database) => new ReadTransaction(database.transaction(storeName)))
  }

  write(): Promise<Write> {
    return this.#begin(
      (database) => new WriteTransaction(database.transaction(storeName, 'readwrite', { durability: 'relaxed' })),
    )
  }

  async close(): Promise<void> {
    this.closed = true
    // A database that could not be opened needs no closing.
    await this.#database.then(
      (database) => database.close(),
      () => undefined,
    )
  }

  /**
   * Begins a transaction. If the browser has closed the database, for example when short of memory, opens it once more.
   */
  async #begin<T>(begin: (database: IDBPDatabase<Chunks>) => T): Promise<T> {
    try {
      return begin(await this.#database)
    } catch (thrown) {
      if (this.closed || !(thrown instanceof DOMException) || thrown.name !== 'InvalidStateError') throw thrown
      this.#database = this.#reopen()
      return begin(await this.#database)
    }
  }

  /** Fails with Replicache's own error if the database was deleted: a new one would lack what Replicache expects. */
  async #reopen(): Promise<IDBPDatabase<Chunks>> {
    const database = await openExisting<Chunks>(this.#name)
    if (database === null) throw new IDBNotFoundError(`The database ${this.#name} is gone.`)
    return database
  }
}

class ReadTransaction implements Read {
  readonly #store: Transaction<IDBTransactionMode>['store']
  closed = false

  constructor({ store }: Transaction<IDBTransactionMode>) {
    this.#store = store
  }

  async has(key: string): Promise<boolean> {
    return (await this.#store.count(key)) > 0
  }

  async get(key: string): Promise<Value | undefined> {
    return frozen(await this.#store.get(key))
  }

  release(): void {
    this.closed = true
  }
}

/** A transaction that holds its writes until the commit; its reads see them. */
class WriteTransaction implements Write {
  readonly #transaction: Transaction<'readwrite'>
  readonly #stored: ReadTransaction
  /** Undefined: to be deleted. */
  readonly #changes = new Map<string, Value | undefined>()
  closed = false

  constructor(transaction: Transaction<'readwrite'>) {
    this.#transaction = transaction
    this.#stored = new ReadTransaction(transaction)
    // The commit reports the error again. A transaction without writes ends by itself, or with the page.
    transaction.done.catch(() => undefined)
  }

  async has(key: string): Promise<boolean> {
    return this.#changes.has(key) ? this.#changes.get(key) !== undefined : await this.#stored.has(key)
  }

  async get(key: string): Promise<Value | undefined> {
    return this.#changes.has(key) ? this.#changes.get(key) : await this.#stored.get(key)
  }

  async put(key: string, value: Value): Promise<void> {
    this.#changes.set(key, frozen(value))
  }

  async del(key: string): Promise<void> {
    this.#changes.set(key, undefined)
  }

  async commit(): Promise<void> {
    if (this.#changes.size === 0) return
    const { store, done } = this.#transaction
    const requests = [...this.#changes].map(([key, value]) =>
      value === undefined ? store.delete(key) : store.put(value, key),
    )
    await Promise.all([...requests, done])
  }

  release(): void {
    this.closed = true
  }
}

/** Freezes a value deeply: in development Replicache refuses values that are not frozen. */
function frozen<T>(value: T): T {
  if (process.env.NODE_ENV === 'production' || typeof value !== 'object' || value === null || Object.isFrozen(value))
    return value
  for (const member of Object.values(value)) frozen(member)
  return Object.freeze(value)
}
