import type { Actor } from '@tidemark/shared/access/actor'
import { audiencesAmong, type Deciding } from '@tidemark/shared/access/audiences-among'
import type { AccessDataset } from '@tidemark/shared/access/dataset-access'
import type { AccessFolder } from '@tidemark/shared/access/folder-access'
import type { RunTarget } from '@tidemark/shared/access/connection-access'
import type { JsonObject } from '@tidemark/shared/base/json'
import { connectionPrefix, connectionSchema } from '@tidemark/shared/connections/connection'
import { datasetPrefix, placedDatasetSchema } from '@tidemark/shared/datasets/dataset'
import { folderPrefix, folderSchema } from '@tidemark/shared/folders/folder'
import type { OrgState, Store, StoreReadTx, StoreWriteTx } from '../store/store'
import { audienceHash } from './audience-hash'

/** An actor with everything they may read at one moment. hash: identifies their audiences. */
export interface Reader {
  readonly actor: Actor
  readonly hash: string
}

interface CachedDeciding extends Deciding {
  readonly epoch: number
  readonly foldersVersion: number
  readonly readersByPerson: Map<string, Reader>
}

const maxReaders = 2000
const maxKept = 20_000

/**
 * Determines what actors may read, from the folders, connections and datasets in the transaction's snapshot; caches it until one
 * of them changes.
 */
export class Readers {
  readonly #store: Store
  readonly #decidingByOrg = new Map<string, CachedDeciding>()
  readonly #kept = new Set<string>()

  constructor(store: Store) {
    this.#store = store
  }

  async of(tx: StoreReadTx | StoreWriteTx, actor: Actor, org?: OrgState): Promise<Reader> {
    const { epoch, foldersVersion } = org ?? (await tx.getOrg())
    // A transaction that has written a folder, connection or dataset sees a state that nobody else sees under this version, so
    // it is not cached.
    if ('version' in tx && tx.version === foldersVersion) return readerAmong(actor, await readDeciding(tx))
    let known = this.#decidingByOrg.get(actor.orgId)
    if (known === undefined || known.epoch !== epoch || known.foldersVersion !== foldersVersion) {
      known = { epoch, foldersVersion, ...(await readDeciding(tx)), readersByPerson: new Map() }
      this.#decidingByOrg.set(actor.orgId, known)
    }
    const person = JSON.stringify(actor)
    let reader = known.readersByPerson.get(person)
    if (reader === undefined) {
      if (known.readersByPerson.size >= maxReaders) known.readersByPerson.clear()
      known.readersByPerson.set(person, (reader = readerAmong(actor, known)))
    }
    return reader
  }

  /** Stores the audiences behind the reader's hash, for clients that return with the hash in their cookie. */
  async keep({ actor: { orgId, userId, audiences }, hash }: Reader): Promise<void> {
    const name = JSON.stringify([orgId, userId, hash])
    if (this.#kept.has(name)) return
    await this.#store.keepAudiences(orgId, userId, hash, audiences)
    if (this.#kept.size >= maxKept) this.#kept.clear()
    this.#kept.add(name)
  }
}

const readersByStore = new WeakMap<Store, Readers>()

/** Returns the `Readers` that all users of one store share. */
export function readersOf(store: Store): Readers {
  let readers = readersByStore.get(store)
  if (readers === undefined) readersByStore.set(store, (readers = new Readers(store)))
  return readers
}

function readerAmong(actor: Actor, deciding: Deciding): Reader {
  const audiences = audiencesAmong(actor, deciding)
  return { actor: { ...actor, audiences: [...audiences] }, hash: audienceHash(audiences) }
}

/** Parsed values by the stored value, which stays the same object from one transaction to the next. */
const parsedFolders = new WeakMap<JsonObject, AccessFolder>()
const parsedConnections = new WeakMap<JsonObject, RunTarget>()
const parsedDatasets = new WeakMap<JsonObject, AccessDataset>()

async function readDeciding(tx: StoreReadTx): Promise<Deciding> {
  const folders = await tx.listEntries(folderPrefix)
  const connections = await tx.listEntries(connectionPrefix)
  const datasets = await tx.listEntries(datasetPrefix)
  return {
    folders: folders.map(({ value }) =>
      onceParsed(parsedFolders, value, () => {
        const { id, parentId, access } = folderSchema.parse(value)
        return { id, parentId, access }
      }),
    ),
    connections: connections.map(({ value }) =>
      onceParsed(parsedConnections, value, () => {
        const { id, access, rowRules } = connectionSchema.parse(value)
        return { id, access, rowRules }
      }),
    ),
    datasets: datasets.map(({ value }) => onceParsed(parsedDatasets, value, () => placedDatasetSchema.parse(value))),
  }
}

function onceParsed<T>(known: WeakMap<JsonObject, T>, value: JsonObject, parse: () => T): T {
  let parsed = known.get(value)
  if (parsed === undefined) known.set(value, (parsed = parse()))
  return parsed
}
