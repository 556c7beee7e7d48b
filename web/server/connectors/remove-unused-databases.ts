import type { Actor } from '@tidemark/shared/access/actor'
import { isJsonObject } from '@tidemark/shared/base/json'
import { connectionPrefix } from '@tidemark/shared/connections/connection'
import type { Logger } from '../observability/log'
import type { SyncService } from '../sync/sync-service'
import type { DatabaseFiles } from './database-files'

interface Sweep {
  readonly sync: Pick<SyncService, 'readView'>
  readonly files: Pick<DatabaseFiles, 'removeUnused'>
  readonly log: Logger
  /** Actors who together see every connection of the store. */
  readonly actors: readonly Actor[]
}

/** Deletes uploaded files whose connection was never created; runs at start. Connections in the trash keep theirs. */
export async function removeUnusedDatabases({ sync, files, log, actors }: Sweep): Promise<void> {
  const used = new Set<string>()
  for (const actor of actors) {
    const { view } = await sync.readView(actor, [connectionPrefix])
    // Read without the schema, because connections stored by another version keep their files too.
    for (const [, value] of view.scan(connectionPrefix)) {
      const file = isJsonObject(value) ? value.file : undefined
      const id = isJsonObject(file) ? file.id : undefined
      if (typeof id === 'string') used.add(`${actor.orgId}/${id}`)
    }
  }
  const removedCount = await files.removeUnused((orgId, id) => used.has(`${orgId}/${id}`))
  if (removedCount > 0) log.info({ removedCount }, 'Database files that no connection uses were deleted.')
}
