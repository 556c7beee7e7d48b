import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pendingChangeSchema, type PendingChange } from '@tidemark/shared/ipc/desktop-calls'
import * as z from 'zod/mini'
import { writeFileAtomic } from './atomic-file'
import type { Logger } from '@tidemark/shared/observability/logger'

const fileSchema = z.object({
  origin: z.string(),
  databaseName: z.string(),
  clientId: z.string(),
  pending: z.array(pendingChangeSchema),
})

/**
 * A second copy of changes that pages have made and the server has not confirmed. The first copy is in the browser's
 * database, which belongs to an origin: if the port changes it is out of reach, and this copy is offered instead.
 */
export interface PendingMirror {
  /**
   * Replaces the kept changes of a client. An empty list removes them, together with those of earlier launches under
   * this origin: they share one browser database, so their changes were sent too. Fails with `disk-full`.
   */
  keep(origin: string, databaseName: string, clientId: string, pending: readonly PendingChange[]): void
  /** Returns the pending changes of clients of other origins, in the order in which they were made. */
  read(origin: string, databaseName: string): readonly PendingChange[]
  /** Removes everything that `read` returns. */
  forget(origin: string, databaseName: string): void
}

interface MirrorFile extends z.infer<typeof fileSchema> {
  readonly path: string
}

export function createPendingMirror(folder: string, log: Logger): PendingMirror {
  const clientsOfThisLaunch = new Set<string>()
  const pathOf = (databaseName: string, clientId: string) =>
    join(folder, `${createHash('sha256').update(`${databaseName}\n${clientId}`).digest('hex')}.json`)
  const list = (databaseName: string): MirrorFile[] => {
    const files: MirrorFile[] = []
    for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
      if (!name.endsWith('.json')) continue
      const path = join(folder, name)
      try {
        const file = fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
        if (file.databaseName === databaseName) files.push({ ...file, path })
      } catch (thrown) {
        // A file that cannot be read is left in place: it may hold somebody's work.
        log.error({ name, err: thrown }, 'A copy of unsent changes cannot be read.')
      }
    }
    return files
  }
  return {
    keep: (origin, databaseName, clientId, pending) => {
      clientsOfThisLaunch.add(clientId)
      if (pending.length > 0)
        return writeFileAtomic(
          pathOf(databaseName, clientId),
          JSON.stringify({ origin, databaseName, clientId, pending }),
        )
      for (const file of list(databaseName)) {
        const isSent = file.clientId === clientId || !clientsOfThisLaunch.has(file.clientId)
        if (file.origin === origin && isSent) rmSync(file.path, { force: true })
      }
    },
    read: (origin, databaseName) => list(databaseName).flatMap((file) => (file.origin === origin ? [] : file.pending)),
    forget: (origin, databaseName) => {
      for (const file of list(databaseName)) if (file.origin !== origin) rmSync(file.path, { force: true })
    },
  }
}
