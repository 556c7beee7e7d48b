import type { Actor } from '@tidemark/shared/access/actor'
import { isJsonObject } from '@tidemark/shared/base/json'
import { datasetPrefix } from '@tidemark/shared/datasets/dataset'
import type { Logger } from '../log'
import type { SyncService } from '../services'
import type { FileStore } from './file-store'

interface Sweep {
  readonly sync: Pick<SyncService, 'readView'>
  readonly files: FileStore
  readonly log: Logger
  /** Together they see every dataset of the store. */
  readonly actors: readonly Actor[]
}

/** At start: deletes what a crash between publishing files and writing their entry left behind. */
export async function removeUnusedFiles({ sync, files, log, actors }: Sweep): Promise<void> {
  const used = new Set<string>()
  for (const actor of actors) {
    const { view } = await sync.readView(actor, [datasetPrefix])
    // Read without the schema: a dataset of another version, or in the trash, keeps its files all the same.
    for (const [key, value] of view.scan(datasetPrefix)) {
      const versionId = isJsonObject(value) ? value.versionId : undefined
      if (typeof versionId === 'string') used.add(`${key.slice(datasetPrefix.length)}/${versionId}`)
    }
  }
  const removedCount = await files.removeUnused((datasetId, versionId) => used.has(`${datasetId}/${versionId}`))
  if (removedCount > 0) log.info({ removedCount }, 'Files that no dataset uses were deleted.')
}
