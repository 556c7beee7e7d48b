import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { openStoreFile } from '../store/sqlite-file'
import { storeFileName } from '../store/sqlite-store'
import { backupManifestName, manifestSchema } from './back-up'
import { copyDurably, describeIfThere } from './dataset-files'
import { holdingFolder } from './store-access'
import { raiseEpochs } from './raise-epochs'
import { createSqliteDatabase } from './sqlite-store-database'

export interface RestoreOptions {
  /** The backup's folder. */
  readonly folder: string
  /** The data folder, which must not contain a store yet. */
  readonly dataDir: string
  /** Unix milliseconds. */
  readonly now: number
}

/**
 * Copies a backup to the data folder and raises the epoch, so that every browser starts over from it. The backup is not
 * changed. The store is written last, so that an interrupted restore leaves none and can be repeated.
 *
 * Fails with `backup-damaged` if the backup is incomplete, `restore-conflict` if the data folder contains a store,
 * `store-locked` or `store-newer`.
 */
export async function restore({ folder, dataDir, now }: RestoreOptions): Promise<{ readonly workspaceCount: number }> {
  const files = await checkBackup(folder)
  return await holdingFolder(dataDir, async () => {
    const store = join(dataDir, storeFileName)
    for (const suffix of ['', '-wal'])
      if (existsSync(`${store}${suffix}`))
        throw new TidemarkError('restore-conflict', {
          detail: `${store}${suffix} is there already.`,
          hint: 'Move the data folder away (or give another one in TIDEMARK_DATA_DIR), then restore again.',
        })
    for (const path of files) {
      if (path !== storeFileName && !existsSync(join(dataDir, path)))
        await copyDurably(join(folder, path), join(dataDir, path))
    }
    const workspaceCount = await placeStore(join(folder, storeFileName), store, now)
    return { workspaceCount }
  })
}

async function placeStore(from: string, to: string, now: number): Promise<number> {
  const restored = `${to}.restored`
  for (const suffix of ['', '-wal', '-shm']) await rm(`${restored}${suffix}`, { force: true })
  await copyDurably(from, restored)
  const connection = openStoreFile(restored)
  try {
    const workspaceCount = await raiseEpochs(createSqliteDatabase(connection), now)
    // Moves everything into the one file that is renamed, so that the log is empty.
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    connection.close()
    for (const suffix of ['-wal', '-shm']) await rm(`${restored}${suffix}`, { force: true })
    await rename(restored, to)
    return workspaceCount
  } finally {
    if (connection.isOpen) connection.close()
  }
}

/** Checks that every file of the backup is unchanged; returns their paths. */
async function checkBackup(folder: string): Promise<readonly string[]> {
  const { files } = await readManifest(folder)
  for (const { path, sizeBytes, sha256 } of files) {
    const there = path.split('/').includes('..') ? null : await describeIfThere(folder, path)
    if (there === null || there.sizeBytes !== sizeBytes || there.sha256 !== sha256)
      throw new TidemarkError('backup-damaged', {
        detail: `${join(folder, path)} is ${there === null ? 'missing' : 'not the file that was backed up'}.`,
      })
  }
  return files.map(({ path }) => path)
}

async function readManifest(folder: string) {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(join(folder, backupManifestName), 'utf8')))
  } catch (cause) {
    throw new TidemarkError('backup-damaged', { detail: `${folder} is not a whole backup of this version.`, cause })
  }
}
