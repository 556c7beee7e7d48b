import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pendingChangeSchema, type PendingChange } from '@tidemark/shared/ipc/desktop-calls'
import * as z from 'zod'
import { writeFileAtomic } from './atomic-file'
import type { Log } from './log'

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
  /** Replaces what is kept of a client; nothing left removes it. Fails with `disk-full`. */
  keep(origin: string, databaseName: string, clientId: string, pending: readonly PendingChange[]): void
  /** What clients of other origins left, in the order they made it. */
  read(origin: string, databaseName: string): readonly PendingChange[]
  forget(databaseName: string, clientIds: readonly string[]): void
}

export function createPendingMirror(folder: string, log: Log): PendingMirror {
  const pathOf = (databaseName: string, clientId: string) =>
    join(folder, `${createHash('sha256').update(`${databaseName}\n${clientId}`).digest('hex')}.json`)
  return {
    keep: (origin, databaseName, clientId, pending) => {
      const path = pathOf(databaseName, clientId)
      if (pending.length === 0) return rmSync(path, { force: true })
      writeFileAtomic(path, JSON.stringify({ origin, databaseName, clientId, pending }))
    },
    read: (origin, databaseName) => {
      const found: PendingChange[] = []
      for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
        if (!name.endsWith('.json')) continue
        try {
          const file = fileSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
          if (file.origin !== origin && file.databaseName === databaseName) found.push(...file.pending)
        } catch (thrown) {
          // Left where it is: it may hold somebody's work.
          log.error('A copy of unsent changes cannot be read.', { name, thrown: String(thrown) })
        }
      }
      return found
    },
    forget: (databaseName, clientIds) => {
      for (const clientId of clientIds) rmSync(pathOf(databaseName, clientId), { force: true })
    },
  }
}
