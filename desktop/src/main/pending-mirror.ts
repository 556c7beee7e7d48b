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
 * A second copy of the changes that pages have made and the server has not confirmed. The first is in the browser's own
 * database, which belongs to an origin: under another port it is out of reach, and this one is offered instead.
 */
export interface PendingMirror {
  /**
   * Replaces what is kept of a client. Nothing left removes it, and with it what earlier launches left under this origin:
   * they share one browser database, so theirs was sent too. Fails with `disk-full`.
   */
  keep(origin: string, databaseName: string, clientId: string, pending: readonly PendingChange[]): void
  /** The pending changes of clients of other origins, in the order they were made. */
  read(origin: string, databaseName: string): readonly PendingChange[]
  /** Removes what `read` answers with. */
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
        // Left where it is: it may hold somebody's work.
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
