import * as z from 'zod/mini'
import { readStored } from './read-stored'

/** Whose a database or a text in storage is. */
export interface Owner {
  readonly orgId: string
  readonly userId: string
  /** What the names of all that is kept of the workspace for this person begin with. */
  readonly databaseName: string
}

/** By its name; null where it is nobody's. */
export function ownerOf(name: string): Owner | null {
  const [, databaseName, orgId, userId] = /^(?:rep:)?(tidemark:[^:]+:([^:]+):([^:]+)):/.exec(name) ?? []
  return databaseName === undefined || orgId === undefined || userId === undefined
    ? null
    : { orgId, userId, databaseName }
}

/** A database of Replicache's, which may be of an earlier epoch of the store. */
export interface StoredReplica extends Owner {
  readonly idbName: string
  /** Replicache's name for it, which ends with the epoch. */
  readonly name: string
  readonly epoch: number
  readonly schemaVersion: string
}

/** Replicache names a database `rep:<name>:<format>:<schema version>`, and our names of it end with the epoch. */
export function replicaOf(idbName: string): StoredReplica | null {
  const owner = isReplica(idbName) ? ownerOf(idbName) : null
  if (owner === null) return null
  const [, epoch, schemaVersion = ''] =
    /^(\d+):\d+(?::(.*))?$/.exec(idbName.slice(`rep:${owner.databaseName}:`.length)) ?? []
  if (epoch === undefined) return null
  return { ...owner, idbName, name: `${owner.databaseName}:${epoch}`, epoch: Number(epoch), schemaVersion }
}

/** Whether a database is one of Replicache's, rather than of our own. */
export function isReplica(name: string): boolean {
  return name.startsWith('rep:')
}

/** The names of the databases in this browser, of others too; where it does not list them, also of some that may be there. */
export async function listStoredDatabases(): Promise<readonly string[]> {
  if (!canList()) return await possibleDatabases()
  return (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
}

/** The databases of Replicache's that this browser has of anybody in any workspace. */
export async function listReplicas(): Promise<readonly StoredReplica[]> {
  return (await listStoredDatabases()).flatMap((name) => replicaOf(name) ?? [])
}

/** Keeps the name of a database of ours that stays when all else of its workspace goes, where it could not be found by others. */
export function rememberStays(name: string): void {
  if (!canList()) localStorage.setItem(name, '')
}

/** Firefox before 126 does not list databases. */
function canList(): boolean {
  return 'databases' in indexedDB
}

/** What may lie beside a workspace's databases of Replicache: see `RescueStore`, `ResultCache` and the runs of the editor. */
const besides = ['rescued', 'results', 'runs'] as const

/** Those that there are of Replicache's, and may be of ours in each workspace that one of those or a text in storage is of. */
async function possibleDatabases(): Promise<readonly string[]> {
  const replicas = await readNamesOfReplicas()
  const workspaces = [...replicas, ...Object.keys(localStorage)].flatMap((name) => ownerOf(name)?.databaseName ?? [])
  const ours = [...new Set(workspaces)].flatMap((databaseName) => besides.map((kind) => `${databaseName}:${kind}`))
  return [...replicas, ...ours]
}

/** Replicache keeps a list of its databases in one of its own, as version 15 writes it (replicache/src/persist/idb-databases-store.ts). */
async function readNamesOfReplicas(): Promise<readonly string[]> {
  const listed = await readStored('replicache-dbs-v0', 'chunks', (store) => store.get('dbs'))
  return Object.keys(z.record(z.string(), z.unknown()).parse(listed ?? {}))
}
