/** A database of an earlier epoch of the store. */
export interface OldDatabase {
  readonly idbName: string
  /** Replicache's name for it, which ends with the epoch. */
  readonly name: string
  readonly schemaVersion: string
}

/** Those that this browser still has of a workspace. */
export async function listOldDatabases(databaseName: string, currentEpoch: number): Promise<readonly OldDatabase[]> {
  // Absent in a few browsers; what is there then stays where it is.
  const known = (await indexedDB.databases?.()) ?? []
  return known.flatMap(({ name: idbName = '' }) => {
    const prefix = `rep:${databaseName}:`
    // Replicache names a database `rep:<name>:<format>:<schema version>`.
    const rest = idbName.startsWith(prefix) ? /^(\d+):\d+(?::(.*))?$/.exec(idbName.slice(prefix.length)) : null
    const [, epoch, schemaVersion = ''] = rest ?? []
    if (epoch === undefined || Number(epoch) === currentEpoch) return []
    return [{ idbName, name: `${databaseName}:${epoch}`, schemaVersion }]
  })
}
