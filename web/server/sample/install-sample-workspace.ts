import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { everyone, type Actor } from '@tidemark/shared/access/actor'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { FileStore } from '../datasets/file-store'
import type { Store } from '../store/store'
import { sampleDatasetId, sampleDatasets, sampleVersionId } from './sample-datasets'
import { sampleWorkspace } from './sample-workspace'

interface SampleInstallation {
  readonly store: Store
  readonly files: FileStore
  /** The folder with the Parquet files, `web/sample-data`. */
  readonly sampleFolder: string
  /** Whose workspace it is. */
  readonly actor: Actor
  /** Unix milliseconds. */
  readonly at: number
  /** IANA zone of the new workspace. */
  readonly timeZone: string
}

/**
 * Fills a workspace that was never written: the data files first, then all entries in one transaction, so that a crash
 * in between is made good by the next start. Returns whether it did; a workspace in use is left alone.
 */
export async function installSampleWorkspace(installation: SampleInstallation): Promise<boolean> {
  const { store, files, actor, at, timeZone } = installation
  const isNew = await store.read(actor.orgId, async (tx) => (await tx.getOrg()).version === 0)
  if (!isNew) return false
  for (const { tableName } of sampleDatasets) await installFile(files, installation.sampleFolder, tableName)
  const { version } = await store.write(actor.orgId, { userId: actor.userId, at }, async (tx) => {
    // Another instance may have been faster.
    if ((await tx.scanEntries('', [everyone])).length > 0) return
    for (const [key, value] of sampleWorkspace({ at, userId: actor.userId, timeZone }))
      await tx.putEntry(key, value, everyone)
  })
  return version !== null
}

async function installFile(files: FileStore, sampleFolder: string, tableName: string): Promise<void> {
  const draft = await files.createDraft()
  try {
    await copyFile(join(sampleFolder, `${tableName}.parquet`), draft.path('data.parquet'))
    await draft.publish(sampleDatasetId(tableName), sampleVersionId)
  } catch (thrown) {
    // An earlier start got this far.
    if (!(thrown instanceof TidemarkError && thrown.code === 'already-exists')) throw thrown
  } finally {
    await draft.discard()
  }
}
