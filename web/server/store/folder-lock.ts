import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod/mini'
import { isBusy, isDamaged, toStoreError } from './sqlite-errors'

const ownerSchema = z.object({ pid: z.int(), startedAt: z.iso.datetime() })

/**
 * Locks a data folder for this process with an exclusive transaction on `lock.db`, which the kernel ends however the
 * process dies. `lock.json` only provides the message that a second process shows.
 *
 * Returns a function that unlocks. Fails with `store-locked`, which names the owner, or `lock-damaged`.
 */
export function lockFolder(folder: string, startedAt: Date): () => void {
  const ownerPath = join(folder, 'lock.json')
  const lockPath = join(folder, 'lock.db')
  const database = openLock(lockPath)
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (thrown) {
    database.close()
    if (isBusy(thrown)) throw lockedError(folder, ownerPath)
    throw isDamaged(thrown) ? damagedError(lockPath, thrown) : toStoreError(thrown)
  }
  writeFileSync(ownerPath, JSON.stringify({ pid: process.pid, startedAt: startedAt.toISOString() }), { mode: 0o600 })
  return () => {
    rmSync(ownerPath, { force: true })
    database.exec('ROLLBACK')
    database.close()
  }
}

function openLock(path: string): DatabaseSyncInstance {
  // Create the file here, because SQLite would make it readable for others.
  closeSync(openSync(path, 'a', 0o600))
  return new DatabaseSync(path, { timeout: 0 })
}

function lockedError(folder: string, ownerPath: string): TidemarkError {
  const owner = readOwner(ownerPath)
  const who = owner === undefined ? 'Another process' : `Process ${owner.pid}`
  const since = owner === undefined ? '' : ` since ${owner.startedAt}`
  return new TidemarkError('store-locked', {
    detail: `${who} has been using ${folder}${since}.`,
    hint: 'Use that one or stop it first; or give this one a folder of its own with TIDEMARK_DATA_DIR.',
  })
}

/** The file is not recreated automatically, because another process may hold its lock. */
function damagedError(path: string, cause: unknown): TidemarkError {
  return new TidemarkError('lock-damaged', {
    detail: `${path} is damaged.`,
    hint: 'It holds no data. Delete it when no other Tidemark uses this folder, and start again.',
    cause,
  })
}

function readOwner(path: string): z.infer<typeof ownerSchema> | undefined {
  try {
    return ownerSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    // The owner may not have written its name yet; the message then leaves it out.
    return undefined
  }
}
