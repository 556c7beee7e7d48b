import { admins, type Actor } from './actor'
import { connectionAudience, mayUseConnection, type RunTarget } from './connection-access'
import { datasetAudiencesAmong, type AccessDataset } from './dataset-access'
import { decideFolder, folderAudience, type AccessFolder, type FolderLookup } from './folder-access'
import { roleAtLeast } from './roles'
import { sqlAudiencesAmong } from './sql-texts'

/** The entries that determine who may see what: all that exist. */
export interface Deciding {
  readonly folders: readonly AccessFolder[]
  readonly connections: readonly RunTarget[]
  readonly datasets: readonly AccessDataset[]
}

/**
 * Returns all audiences of an actor: those of the session and role, one for each folder that admits them, each dataset
 * whose own list does and each connection whose results are open to them, and those for which SQL or a part of a dataset
 * is withheld.
 */
export function audiencesAmong(actor: Actor, { folders, connections, datasets }: Deciding): readonly string[] {
  if (actor.kind === 'publicLink') return actor.audiences
  const foldersById = new Map(folders.map((folder) => [folder.id, folder]))
  const lookup: FolderLookup = (id) => foldersById.get(id)
  return [
    ...actor.audiences,
    ...(roleAtLeast(actor.role, 'admin') ? [admins] : []),
    ...sqlAudiencesAmong(actor, connections),
    ...connections.filter((one) => mayUseConnection(actor, one, 'results')).map(({ id }) => connectionAudience(id)),
    ...folders.filter(({ id }) => decideFolder(actor, id, lookup).level !== 'none').map(({ id }) => folderAudience(id)),
    ...datasetAudiencesAmong(actor, datasets, lookup),
  ]
}
