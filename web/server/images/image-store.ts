import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import {
  imageIdSchema,
  maxImageBytes,
  maxImagesOfWorkspace,
  type ImageId,
  type ImageType,
} from '@tidemark/shared/images/image'
import { imageTypeOf } from '@tidemark/shared/images/image-type'
import { ensurePrivateFolder } from '../base/private-folder'
import { receiveUpload } from '../base/receive-upload'

/** Stores the pictures of each workspace as files named by their content. */
export interface ImageStore {
  /**
   * Stores a picture unless the workspace has it already. Fails with `upload-too-large`, `upload-empty`, `image-type`,
   * `image-too-many`, `upload-cancelled` or `disk-full`.
   */
  receive(orgId: string, content: Readable, signal: AbortSignal): Promise<StoredImage>
  /** Returns a picture; null if there is none. */
  read(orgId: string, id: ImageId): Promise<ImageFile | null>
  /** Deletes pictures that came before a time (Unix milliseconds) and are in no use. Returns their number. */
  removeUnused(before: number, usedIn: (orgId: string) => Promise<ReadonlySet<string>>): Promise<number>
}

export interface StoredImage {
  readonly id: ImageId
  readonly type: ImageType
  readonly sizeBytes: number
}

export interface ImageFile {
  readonly type: ImageType
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The folder's name within the data folder. */
export const imagesFolder = 'images'

/** Returns the path of a workspace's picture within the data folder. */
export function imagePath(orgId: string, id: ImageId): string {
  return `${imagesFolder}/${encodeURIComponent(orgId)}/${id}`
}

/** The folder of pictures that are being received; no workspace has an id that begins with a dot. */
const draftsFolder = '.drafts'

export function openImageStore(folder: string, limits = { count: maxImagesOfWorkspace }): ImageStore {
  ensurePrivateFolder(folder)
  const folderOf = (orgId: string) => join(folder, encodeURIComponent(orgId))
  const pathOf = (orgId: string, id: ImageId) => join(folderOf(orgId), id)

  const publish = async (draft: string, orgId: string, id: ImageId): Promise<void> => {
    const now = new Date()
    await mkdir(folderOf(orgId), { recursive: true, mode: 0o700 })
    // Sent again, it is in use again.
    if (await isThere(pathOf(orgId, id))) return await utimes(pathOf(orgId, id), now, now)
    if ((await readdir(folderOf(orgId))).length >= limits.count)
      throw new TidemarkError('image-too-many', {
        detail: `The limit is ${limits.count.toLocaleString('en')}, those of earlier versions of dashboards included.`,
      })
    await syncToDisk(draft)
    await rename(draft, pathOf(orgId, id))
  }

  return {
    receive: async (orgId, content, signal) => {
      const draft = join(folder, draftsFolder, newId())
      await mkdir(join(folder, draftsFolder), { recursive: true, mode: 0o700 })
      try {
        const sizeBytes = await receiveUpload(content, draft, maxImageBytes, signal)
        const bytes = await readFile(draft)
        const type = imageTypeOf(bytes)
        if (type === null) throw new TidemarkError('image-type')
        const id = imageIdSchema.parse(createHash('sha256').update(bytes).digest('hex'))
        await publish(draft, orgId, id)
        return { id, type, sizeBytes }
      } finally {
        await rm(draft, { force: true })
      }
    },
    read: async (orgId, id) => {
      const bytes = await readFile(pathOf(orgId, id)).catch((thrown: unknown) => {
        if (isMissing(thrown)) return null
        throw thrown
      })
      const type = bytes === null ? null : imageTypeOf(bytes)
      return bytes === null || type === null ? null : { type, bytes }
    },
    removeUnused: async (before, usedIn) => {
      let removedCount = 0
      for (const { name } of (await readdir(folder, { withFileTypes: true })).filter((one) => one.isDirectory())) {
        const isOf = join(folder, name)
        const old: string[] = []
        for (const file of await readdir(isOf)) if ((await stat(join(isOf, file))).mtimeMs < before) old.push(file)
        if (old.length === 0) continue
        const used = name === draftsFolder ? new Set<string>() : await usedIn(decodeURIComponent(name))
        for (const file of old.filter((id) => !used.has(id))) {
          await rm(join(isOf, file), { force: true })
          removedCount += 1
        }
      }
      return removedCount
    },
  }
}

async function isThere(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  )
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
}

async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
