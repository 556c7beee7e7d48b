import { everyone, type Actor } from '@tidemark/shared/access/actor'
import type { FileStore } from '../datasets/files/file-store'
import type { Store } from '../store/store'
import { installSampleFiles } from './install-sample-files'
import { EntryBuffer } from '../sync/entry-buffer'
import { sampleWorkspace } from './sample-workspace'

interface SampleInstallation {
  readonly store: Store
  readonly files: FileStore
  /** The folder with the Parquet files, `web/sample-data`. */
  readonly sampleFolder: string
  /** The owner of the workspace. */
  readonly actor: Actor
  /** Unix milliseconds. */
  readonly at: number
  /** IANA zone of the new workspace. */
  readonly timeZone: string
}

/**
 * Fills a new workspace with the sample content: the data files first, then all entries in one transaction, so that the
 * next start repairs a crash in between. Returns true if it did; a workspace in use is left alone.
 */
export async function installSampleWorkspace(installation: SampleInstallation): Promise<boolean> {
  const { store, files, actor, at, timeZone } = installation
  const isNew = await store.read(actor.orgId, async (tx) => (await tx.getOrg()).version === 0)
  if (!isNew) return false
  await installSampleFiles(files, installation.sampleFolder)
  const { version } = await store.write(actor.orgId, { userId: actor.userId, at }, async (tx) => {
    // Another instance may have filled it meanwhile.
    if ((await tx.scanEntries('', [everyone])).length > 0) return
    // The buffer gives each entry the audience of its place.
    const entries = new EntryBuffer(actor, tx)
    for (const [key, value] of sampleWorkspace({ at, userId: actor.userId, timeZone })) await entries.set(key, value)
    await entries.flush()
  })
  return version !== null
}
