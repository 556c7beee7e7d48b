import type { Actor } from '@tidemark/shared/access/actor'
import { datasetKey, datasetPrefix } from '@tidemark/shared/datasets/dataset'
import type { Logger } from '@/server/observability/log'
import { logFailure } from '@/server/observability/log-failure'
import type { SyncService } from '@/server/sync/sync-service'
import type { FileStore, StoredVersion } from './file-store'
import { versionPathsOf } from './version-paths'

/** Deletes files that no dataset of any workspace uses. All workspaces share the sample's files. */
export interface VersionCleaner {
  /** Deletes versions after a while unless a dataset uses them then; queries planned earlier still read them. */
  retire(versions: readonly StoredVersion[]): void
  /**
   * Deletes all unused versions after a while, such as those left by a crash between publishing files and writing their
   * entry.
   */
  retireUnnamed(): Promise<void>
  /** Deletes all unused versions at once. Only for the start of a server that does not share its files. */
  removeUnnamed(): Promise<void>
  /** Stops; versions that are still to be deleted wait for the next start. */
  close(): void
}

interface VersionCleanerOptions {
  readonly sync: Pick<SyncService, 'readView'>
  readonly files: Pick<FileStore, 'listVersions' | 'removeVersion'>
  readonly log: Logger
  /** Returns actors who together see every dataset of the store. */
  readonly readers: () => Promise<readonly Actor[]>
  readonly retireAfterMs?: number
}

export function createVersionCleaner({
  sync,
  files,
  log,
  readers,
  retireAfterMs = 15 * 60_000,
}: VersionCleanerOptions): VersionCleaner {
  const timers = new Set<NodeJS.Timeout>()

  /** Returns the versions that datasets use. prefix: of the datasets' keys. */
  const namedUnder = async (prefix: string): Promise<ReadonlySet<string>> => {
    const named = new Set<string>()
    for (const reader of await readers()) {
      const { view } = await sync.readView(reader, [prefix])
      for (const [key, value] of view.scan(prefix)) for (const path of versionPathsOf(key, value)) named.add(path)
    }
    return named
  }

  const listUnnamed = async (): Promise<readonly StoredVersion[]> => {
    // List files first, so that a file published afterwards, whose entry follows soon, is not considered unused.
    const versions = await files.listVersions()
    const named = await namedUnder(datasetPrefix)
    return versions.filter(({ datasetId, versionId }) => !named.has(`${datasetId}/${versionId}`))
  }

  const remove = async (versions: readonly StoredVersion[]): Promise<void> => {
    for (const { datasetId, versionId } of versions) await files.removeVersion(datasetId, versionId)
    if (versions.length > 0) log.info({ removedCount: versions.length }, 'Files that no dataset uses were deleted.')
  }

  const removeStillUnnamed = async (versions: readonly StoredVersion[]): Promise<void> => {
    const [first, ...others] = versions
    if (first === undefined) return
    const named = await namedUnder(others.length === 0 ? datasetKey(first.datasetId) : datasetPrefix)
    await remove(versions.filter(({ datasetId, versionId }) => !named.has(`${datasetId}/${versionId}`)))
  }

  const retire: VersionCleaner['retire'] = (versions) => {
    if (versions.length === 0) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      removeStillUnnamed(versions).catch((thrown: unknown) => logFailure(log, thrown, {}, 'Unused files stay.'))
    }, retireAfterMs)
    timer.unref()
    timers.add(timer)
  }

  return {
    retire,
    retireUnnamed: async () => retire(await listUnnamed()),
    removeUnnamed: async () => remove(await listUnnamed()),
    close: () => {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
