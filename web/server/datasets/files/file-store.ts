import { randomBytes } from 'node:crypto'
import { existsSync, type Dirent } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { datasetIdSchema, type DatasetId } from '@tidemark/shared/datasets/dataset'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { ensurePrivateFolder } from '@/server/base/private-folder'

/**
 * Stores the files of datasets as immutable versions. Each is a folder `<datasetId>/<versionId>` with the uploaded file
 * (`source.<ext>`), the file that queries read (`data.parquet`), and the rows left out because they did not fit
 * (`left-out.csv`). A version exists completely or not at all.
 */
export interface FileStore {
  /** Creates an empty folder in which a version is prepared; it is invisible before `publish`. */
  createDraft(): Promise<FileDraft>
  /** Returns the path of the file that queries read. */
  dataPath(datasetId: DatasetId, versionId: string): string
  /** Returns the path of the file as uploaded; null if the version does not exist. */
  sourcePath(datasetId: DatasetId, versionId: string): Promise<string | null>
  /** Returns the path of the file of rows that were left out. It does not exist if every row fits. */
  leftOutPath(datasetId: DatasetId, versionId: string): string
  /** Deletes a version; has no effect if there is none. */
  removeVersion(datasetId: DatasetId, versionId: string): Promise<void>
  /** Returns true if a version exists. */
  hasVersion(datasetId: DatasetId, versionId: string): Promise<boolean>
  /** Lists all versions, including those of deleted datasets. */
  listVersions(): Promise<readonly StoredVersion[]>
}

/** The folder names of a version. */
export interface StoredVersion {
  readonly datasetId: DatasetId
  readonly versionId: string
}

export interface FileDraft {
  /** Returns an absolute path in the draft's folder. */
  path(fileName: string): string
  /** Syncs the draft's files to disk and renames its folder into place. Fails with `already-exists`. */
  publish(datasetId: DatasetId, versionId: string): Promise<void>
  /** Deletes the draft; has no effect after it was published. */
  discard(): Promise<void>
}

/** The name of the file with left-out rows in a version's folder. */
export const leftOutName = 'left-out.csv'

const draftsFolder = '.drafts'
/** The age at which a draft counts as abandoned, longer than any upload takes. */
const abandonedMs = 24 * 3600_000

/**
 * Opens the file store in a folder (mode 0700, files 0600). Deletes drafts of earlier processes; the caller must
 * already hold the data folder's lock. isShared: other processes write drafts there too, so only abandoned ones are
 * deleted. Fails with `data-folder-unusable`.
 */
export async function openFileStore(folder: string, { isShared = false } = {}): Promise<FileStore> {
  const drafts = join(folder, draftsFolder)
  ensurePrivateFolder(folder)
  await mkdir(drafts, { mode: 0o700, recursive: true })
  const leftBefore = isShared ? Date.now() - abandonedMs : Infinity
  for (const draft of await readdir(drafts)) {
    const path = join(drafts, draft)
    // The draft's own process may just have published it.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs < leftBefore) await rm(path, { recursive: true, force: true })
  }
  const versionFolder = (datasetId: string, versionId: string) => join(folder, datasetId, versionId)
  return {
    createDraft: async () => {
      const draft = join(drafts, randomBytes(12).toString('hex'))
      await mkdir(draft, { mode: 0o700 })
      return {
        path: (fileName) => join(draft, fileName),
        publish: (datasetId, versionId) => publishDraft(draft, versionFolder(datasetId, versionId)),
        discard: () => rm(draft, { recursive: true, force: true }),
      }
    },
    dataPath: (datasetId, versionId) => join(versionFolder(datasetId, versionId), 'data.parquet'),
    sourcePath: async (datasetId, versionId) => {
      const version = versionFolder(datasetId, versionId)
      if (!existsSync(version)) return null
      const name = (await readdir(version)).find((fileName) => /^source(\.|$)/.test(fileName))
      return name === undefined ? null : join(version, name)
    },
    leftOutPath: (datasetId, versionId) => join(versionFolder(datasetId, versionId), leftOutName),
    removeVersion: (datasetId, versionId) => rm(versionFolder(datasetId, versionId), { recursive: true, force: true }),
    hasVersion: async (datasetId, versionId) => existsSync(versionFolder(datasetId, versionId)),
    listVersions: async () => {
      const versions: StoredVersion[] = []
      for (const { name } of await foldersIn(folder)) {
        const datasetId = datasetIdSchema.safeParse(name)
        if (name === draftsFolder || !datasetId.success) continue
        for (const version of await foldersIn(join(folder, name)))
          versions.push({ datasetId: datasetId.data, versionId: version.name })
      }
      return versions
    },
  }
}

/** Lists folders only, because file managers leave files of their own in folders that people open. */
async function foldersIn(path: string): Promise<readonly Dirent[]> {
  return (await readdir(path, { withFileTypes: true })).filter((entry) => entry.isDirectory())
}

async function publishDraft(draft: string, target: string): Promise<void> {
  for (const fileName of await readdir(draft)) {
    await chmod(join(draft, fileName), 0o600)
    await sync(join(draft, fileName))
  }
  await sync(draft)
  const parent = dirname(target)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  try {
    await rename(draft, target)
  } catch (cause) {
    // Either code means that the version exists, because a non-empty folder is never replaced.
    if (hasCode(cause, 'ENOTEMPTY') || hasCode(cause, 'EEXIST')) throw new TidemarkError('already-exists', { cause })
    throw cause
  }
  await sync(parent)
  await sync(dirname(parent))
}

/** Waits until a file, or the names in a folder, have been written to disk. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } catch (cause) {
    // Windows cannot sync a folder; its renames are durable without it.
    if (!hasCode(cause, 'EPERM')) throw cause
  } finally {
    await handle.close()
  }
}

function hasCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code
}
