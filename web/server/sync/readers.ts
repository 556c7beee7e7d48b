import type { Actor } from '@tidemark/shared/access/actor'
import { audiencesAmong, type AccessFolder } from '@tidemark/shared/access/folder-access'
import type { JsonObject } from '@tidemark/shared/base/json'
import { folderPrefix, folderSchema } from '@tidemark/shared/folders/folder'
import type { OrgState, Store, StoreReadTx, StoreWriteTx } from '../store/store'
import { audienceHash } from './audience-hash'

/** An actor with everything they may read at one moment. hash: names their audiences. */
export interface Reader {
  readonly actor: Actor
  readonly hash: string
}

interface OrgFolders {
  readonly epoch: number
  readonly foldersVersion: number
  readonly folders: readonly AccessFolder[]
  readonly readersByPerson: Map<string, Reader>
}

const maxReaders = 2000
const maxKept = 20_000

/** Says what actors may read, from the folders in the transaction's own snapshot; remembers it until a folder changes. */
export class Readers {
  readonly #store: Store
  readonly #foldersByOrg = new Map<string, OrgFolders>()
  readonly #kept = new Set<string>()

  constructor(store: Store) {
    this.#store = store
  }

  async of(tx: StoreReadTx | StoreWriteTx, actor: Actor, org?: OrgState): Promise<Reader> {
    const { epoch, foldersVersion } = org ?? (await tx.getOrg())
    // A transaction that has written folders is in a state that nobody else will see under this version.
    if ('version' in tx && tx.version === foldersVersion) return readerAmong(actor, await readFolders(tx))
    let known = this.#foldersByOrg.get(actor.orgId)
    if (known === undefined || known.epoch !== epoch || known.foldersVersion !== foldersVersion) {
      known = { epoch, foldersVersion, folders: await readFolders(tx), readersByPerson: new Map() }
      this.#foldersByOrg.set(actor.orgId, known)
    }
    const person = JSON.stringify(actor)
    let reader = known.readersByPerson.get(person)
    if (reader === undefined) {
      if (known.readersByPerson.size >= maxReaders) known.readersByPerson.clear()
      known.readersByPerson.set(person, (reader = readerAmong(actor, known.folders)))
    }
    return reader
  }

  /** Remembers what the reader's hash means, for when a client comes back with it in its cookie. */
  async keep({ actor: { orgId, userId, audiences }, hash }: Reader): Promise<void> {
    const name = JSON.stringify([orgId, userId, hash])
    if (this.#kept.has(name)) return
    await this.#store.keepAudiences(orgId, userId, hash, audiences)
    if (this.#kept.size >= maxKept) this.#kept.clear()
    this.#kept.add(name)
  }
}

const readersByStore = new WeakMap<Store, Readers>()

/** The same for all who read one store. */
export function readersOf(store: Store): Readers {
  let readers = readersByStore.get(store)
  if (readers === undefined) readersByStore.set(store, (readers = new Readers(store)))
  return readers
}

function readerAmong(actor: Actor, folders: readonly AccessFolder[]): Reader {
  const audiences = audiencesAmong(actor, folders)
  return { actor: { ...actor, audiences: [...audiences] }, hash: audienceHash(audiences) }
}

/** By the stored values, which stay the same objects from one transaction to the next. */
const parsedFolders = new WeakMap<JsonObject, AccessFolder>()

async function readFolders(tx: StoreReadTx): Promise<readonly AccessFolder[]> {
  return (await tx.listEntries(folderPrefix)).map(({ value }) => {
    let folder = parsedFolders.get(value)
    if (folder === undefined) {
      const { id, parentId, access } = folderSchema.parse(value)
      parsedFolders.set(value, (folder = { id, parentId, access }))
    }
    return folder
  })
}
