import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb'
import * as z from 'zod/mini'
import type { JsonValue } from '@tidemark/shared/base/json'
import { reportCaught } from '../observability/report-caught'

/*
 * Everything that this browser stores of work that the server does not have. `<name>` is the common prefix of one
 * person's data in one workspace: `tidemark:<server>:<workspace>:<person>`.
 *
 * | where                                   | what                                                     | until                |
 * | --------------------------------------- | -------------------------------------------------------- | -------------------- |
 * | IndexedDB, `rep:<name>:<epoch>:…`       | Replicache's entries and pending mutations               | the server has them  |
 * | IndexedDB, `<name>:rescued`             | changes that their client can no longer send             | made again, discarded |
 * | IndexedDB, `<name>:uploads`             | pictures that the server does not have (`waiting-images`) | it has               |
 * | local storage, `<name>:journal:<client>` | changes that Replicache has not written to the disk yet  | it has               |
 * | local storage, `<name>:draft:<of>/<tab>` | typed texts that are not stored, or wait for a choice    | stored, decided      |
 * | local storage, `tidemark-signed-out`    | people who signed out, and are to be forgotten           | the next page did it |
 *
 * Local storage holds what must be written before a page can go: a write to IndexedDB may be cut off with its page, and
 * a browser that allows no IndexedDB may still allow local storage.
 */

/** The owner of a database or of an entry of local storage. */
export interface Owner {
  readonly orgId: string
  readonly userId: string
  /** The prefix of the names of all stored data of this person in the workspace. */
  readonly databaseName: string
}

/** Returns the owner from the name of a database or entry; null if it belongs to nobody. */
export function ownerOf(name: string): Owner | null {
  const [, databaseName, orgId, userId] = /^(?:rep:)?(tidemark:[^:]+:([^:]+):([^:]+)):/.exec(name) ?? []
  return databaseName === undefined || orgId === undefined || userId === undefined
    ? null
    : { orgId, userId, databaseName }
}

// Replicache's databases

/** A Replicache database, which may belong to an earlier epoch of the store. */
export interface StoredReplica extends Owner {
  readonly idbName: string
  /** Replicache's name for it, which ends with the epoch. */
  readonly name: string
  readonly epoch: number
  readonly schemaVersion: string
}

/**
 * Parses a database name: Replicache's are `rep:<name>:<format>:<schema version>`, and our `<name>` ends with the
 * epoch.
 */
export function replicaOf(idbName: string): StoredReplica | null {
  const owner = isReplica(idbName) ? ownerOf(idbName) : null
  if (owner === null) return null
  const [, epoch, schemaVersion = ''] =
    /^(\d+):\d+(?::(.*))?$/.exec(idbName.slice(`rep:${owner.databaseName}:`.length)) ?? []
  if (epoch === undefined) return null
  return { ...owner, idbName, name: `${owner.databaseName}:${epoch}`, epoch: Number(epoch), schemaVersion }
}

/** Returns true if a database is Replicache's, not our own. */
export function isReplica(name: string): boolean {
  return name.startsWith('rep:')
}

/** Lists this browser's Replicache databases of all people and workspaces. */
export async function listReplicas(): Promise<readonly StoredReplica[]> {
  return (await listStoredDatabases()).flatMap((name) => replicaOf(name) ?? [])
}

/**
 * Lists the databases of this browser, including those of others. If the browser cannot list them, the result includes
 * names that only may exist.
 */
export async function listStoredDatabases(): Promise<readonly string[]> {
  if (!canList()) return await possibleDatabases()
  return (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
}

/**
 * Remembers the name of one of our databases that stays when the rest of its workspace is deleted, because it could
 * then not be found by other names.
 */
export function rememberStays(name: string): void {
  if (!canList()) localStorage.setItem(name, '')
}

/** Firefox before 126 does not list databases. */
function canList(): boolean {
  return 'databases' in indexedDB
}

/**
 * The suffixes of our databases besides Replicache's for a workspace: recovered changes, `ResultCache`, the runs of the
 * editor, and pictures that wait and that were seen.
 */
const besides = ['rescued', 'results', 'runs', 'uploads', 'images'] as const

/**
 * Returns Replicache's databases, and ours that may exist for each workspace that has a Replicache database or an entry
 * of local storage.
 */
async function possibleDatabases(): Promise<readonly string[]> {
  const replicas = await readNamesOfReplicas()
  const workspaces = [...replicas, ...Object.keys(localStorage)].flatMap((name) => ownerOf(name)?.databaseName ?? [])
  const ours = [...new Set(workspaces)].flatMap((databaseName) => besides.map((kind) => `${databaseName}:${kind}`))
  return [...replicas, ...ours]
}

/**
 * Reads Replicache's own list of its databases, in the format of version 15
 * (replicache/src/persist/idb-databases-store.ts).
 */
async function readNamesOfReplicas(): Promise<readonly string[]> {
  const listed = await readStored('replicache-dbs-v0', 'chunks', (store) => store.get('dbs'))
  return Object.keys(z.record(z.string(), z.unknown()).parse(listed ?? {}))
}

/** A read-only view of the values in one store of a database. */
export type StoredValues = IDBPObjectStore<unknown, [string], string>

/** Reads a database that others may have open or delete; null if it, or the store, does not exist. */
export async function readStored<T>(
  name: string,
  storeName: string,
  read: (store: StoredValues) => Promise<T>,
): Promise<T | null> {
  const database = await openExisting(name)
  if (database === null) return null
  try {
    if (!database.objectStoreNames.contains(storeName)) return null
    return await read(database.transaction(storeName).store)
  } finally {
    database.close()
  }
}

/**
 * Opens an existing database; null if there is none. A new one would lack what its owner's code expects and block its
 * creation.
 */
export async function openExisting<Schema = unknown>(name: string): Promise<IDBPDatabase<Schema> | null> {
  let isGone = false
  try {
    return await openDB<Schema>(name, undefined, {
      upgrade: (_created, _from, _to, transaction) => {
        isGone = true
        // An abort is reported twice: here, where nobody waits for it, and by the failing open.
        transaction.done.catch(() => undefined)
        transaction.abort()
      },
      blocking: closeDatabase,
    })
  } catch (thrown) {
    if (isGone) return null
    throw thrown
  }
}

/** Closes a database that another tab wants to delete or upgrade. */
export function closeDatabase(_from: number, _to: number | null, event: IDBVersionChangeEvent): void {
  // The event's target is the database.
  ;(event.target as IDBDatabase).close()
}

// Recovered changes

/** A change that its client could not send. key: the client and mutation id, so that two tabs recover it only once. */
export interface RecoveredMutation {
  readonly key: string
  readonly clientId: string
  readonly mutationId: number
  readonly name: string
  readonly args: JsonValue
  /** Unix milliseconds. */
  readonly rescuedAt: number
}

interface RecoveredRow extends RecoveredMutation {
  /** Made again or discarded; kept for a while so that another tab does not recover it again. */
  readonly isDone: boolean
}

interface RecoveryDatabase extends DBSchema {
  mutations: { key: string; value: RecoveredRow }
}

const keepDoneMs = 30 * 24 * 60 * 60 * 1000

/**
 * Stores recovered changes in their own database, which outlives Replicache's; in memory if the browser refuses to
 * store.
 */
export class RecoveryStore {
  readonly #name: string
  readonly #unkept = new Map<string, RecoveredRow>()
  #database: Promise<IDBPDatabase<RecoveryDatabase> | null> | undefined

  constructor(databaseName: string) {
    this.#name = recoveryNameOf(databaseName)
  }

  /** Adds changes that are not known yet. Resolves to false if they are only in memory and lost with the page. */
  async add(mutations: readonly RecoveredMutation[]): Promise<boolean> {
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
      // The disk is full: the caller says so, and the changes in memory can still be copied.
      console.debug('changes were not recovered to the disk', thrown)
      return false
    }
    for (const { key } of mutations) this.#unkept.delete(key)
    return true
  }

  /** Returns the changes that wait to be made again, in the order in which they were made. */
  async list(): Promise<readonly RecoveredMutation[]> {
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

  #open(): Promise<IDBPDatabase<RecoveryDatabase> | null> {
    // The database was closed to be deleted; the next write opens it again.
    const forget = () => (this.#database = undefined)
    this.#database ??= openRecovered(this.#name, forget).catch((thrown: unknown) => {
      console.debug('recovered changes are kept in memory only', thrown)
      return null
    })
    return this.#database
  }
}

/** Returns the name of the database with a workspace's recovered changes. */
export function recoveryNameOf(databaseName: string): string {
  return `${databaseName}:rescued`
}

export function isRecoveryName(name: string): boolean {
  return name.endsWith(':rescued')
}

/**
 * Reads the changes in such a database, including the done ones; empty if it does not exist, and does not create it.
 */
export async function readRecovered(name: string): Promise<readonly RecoveredRow[]> {
  // The store holds only rows.
  return (await readStored(name, 'mutations', (store) => store.getAll() as Promise<RecoveredRow[]>)) ?? []
}

/** Reads the recovered changes that wait for a decision. */
export async function readWaiting(name: string): Promise<readonly RecoveredMutation[]> {
  return (await readRecovered(name)).filter(({ isDone }) => !isDone)
}

async function openRecovered(name: string, onClosed: () => void): Promise<IDBPDatabase<RecoveryDatabase>> {
  const database = await openDB<RecoveryDatabase>(name, 1, {
    upgrade: (created) => void created.createObjectStore('mutations', { keyPath: 'key' }),
    blocking: (from, to, event) => {
      closeDatabase(from, to, event)
      onClosed()
    },
  })
  for (const { key, isDone, rescuedAt } of await database.getAll('mutations')) {
    if (isDone && rescuedAt < Date.now() - keepDoneMs) await database.delete('mutations', key)
  }
  return database
}

function inOrder(a: RecoveredMutation, b: RecoveredMutation): number {
  if (a.clientId === b.clientId) return a.mutationId - b.mutationId
  return a.rescuedAt - b.rescuedAt || (a.clientId < b.clientId ? -1 : 1)
}

// Journals of the last moments

const jsonSchema: z.ZodMiniType<JsonValue> = z.json()

/** The previous values of what a mutation changed; see `foundBy`. */
const foundSchema = z.record(z.string(), z.nullable(z.record(z.string(), jsonSchema)))
export type Found = Readonly<z.infer<typeof foundSchema>>

const journalledSchema = z.object({
  name: z.string(),
  args: z.record(z.string(), z.json()),
  /** The previous values of what it changed; absent until it was made. */
  found: z.optional(foundSchema),
  /** The mutation and client that made it; absent until then. */
  mutation: z.optional(z.object({ clientId: z.string(), id: z.number() })),
  /** The server may have it. */
  isSent: z.optional(z.literal(true)),
})
/** A change as it was requested, recorded before any asynchronous work, and what became of it. */
export type JournalledChange = Readonly<z.infer<typeof journalledSchema>>

const journalInfix = ':journal:'

/** The key of a client's journal in local storage. */
export function journalKeyOf(databaseName: string, clientName: string): string {
  return `${databaseName}${journalInfix}${clientName}`
}

export function isJournal(key: string): boolean {
  return key.includes(journalInfix)
}

/** Returns the database name of the workspace that a journal belongs to. */
export function databaseOfJournal(journalKey: string): string {
  return journalKey.slice(0, journalKey.indexOf(journalInfix))
}

/** Lists the keys of all journals, of any workspace. */
export function listJournals(): readonly string[] {
  try {
    return Object.keys(localStorage).filter(isJournal)
  } catch (thrown) {
    console.debug('no journal can be read', thrown)
    return []
  }
}

/** Reads a journal; null if it cannot be parsed. */
export function readJournal(key: string): readonly JournalledChange[] | null {
  try {
    return z.array(journalledSchema).parse(JSON.parse(localStorage.getItem(key) ?? '[]'))
  } catch (thrown) {
    reportCaught(thrown, 'Changes that another page left cannot be read.')
    return null
  }
}

// Drafts

/** Returns the prefix of a workspace's draft keys in local storage; see `StoredDrafts`. */
export function draftPrefixOf(databaseName: string): string {
  return `${databaseName}:draft:`
}

// People who signed out

/**
 * The people who signed out here, with the choice to keep or discard their unsent changes. The next page deletes their
 * data: open pages hold the databases, and the deletion must survive the browser being closed.
 */
const leftSchema = z.array(z.object({ userId: z.string(), unsent: z.enum(['keep', 'discard']) }))
export type Left = z.infer<typeof leftSchema>[number]

const leftKey = 'tidemark-signed-out'

/** Records that this browser must forget a person. */
export function rememberToForget(left: Left): void {
  const others = readLeft().filter(({ userId }) => userId !== left.userId)
  localStorage.setItem(leftKey, JSON.stringify([...others, left]))
}

/** Removes a person from the list, because they are signed in again or were forgotten. */
export function rememberNotToForget(userId: string): void {
  const left = readLeft()
  const others = left.filter((other) => other.userId !== userId)
  if (others.length === left.length) return
  if (others.length === 0) localStorage.removeItem(leftKey)
  else localStorage.setItem(leftKey, JSON.stringify(others))
}

/** Lists the people who signed out and are still to be forgotten. */
export function readLeft(): readonly Left[] {
  try {
    return leftSchema.parse(JSON.parse(localStorage.getItem(leftKey) ?? '[]'))
  } catch (thrown) {
    // Storage is blocked or holds something that is not ours: there is nothing to forget.
    console.debug('nobody to forget', thrown)
    return []
  }
}
