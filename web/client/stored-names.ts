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

export async function listStoredDatabases(): Promise<readonly string[]> {
  // Absent in a few browsers; what is there then stays where it is.
  const known = (await indexedDB.databases?.()) ?? []
  return known.flatMap(({ name }) => name ?? [])
}

/** The databases of Replicache's that this browser has of anybody in any workspace. */
export async function listReplicas(): Promise<readonly StoredReplica[]> {
  return (await listStoredDatabases()).flatMap((name) => replicaOf(name) ?? [])
}
