import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { idSchema, newId } from '@tidemark/shared/base/ids'
import { isJsonObject, type JsonValue } from '@tidemark/shared/base/json'
import { connectionPrefix, databaseFileName, type DatabaseFile } from '@tidemark/shared/connections/connection'
import type { UploadedDatabase } from '@tidemark/shared/connections/connection-request'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { receiveUpload } from '../base/receive-upload'
import { ensurePrivateFolder } from '../base/private-folder'

/** The SQLite files that connections read: uploaded ones, and those of folders in place. */
export interface DatabaseFiles {
  /**
   * Stores an uploaded file. Fails with an `upload-*` error, or with `connection-file` if it is not an SQLite database.
   */
  receive(orgId: string, fileName: string, content: Readable, signal: AbortSignal): Promise<UploadedDatabase>
  /** Returns the file's absolute path. Fails with `connection-file`. */
  locate(orgId: string, file: DatabaseFile): Promise<string>
  /** Deletes uploaded files that no connection uses. Returns their number. */
  removeUnused(isUsed: (orgId: string, id: string) => boolean): Promise<number>
}

interface DatabaseFilesOptions {
  /** The folder of uploaded files. */
  readonly folder: string
  readonly inPlace: { readonly resolve: (path: string) => Promise<string | null> }
  readonly maxBytes: number
}

const magic = 'SQLite format 3\u0000'
const maxFileNameLength = 255
/**
 * How long an unused file is kept: it is uploaded before its connection is created, while a person may still be in the
 * dialog.
 */
const unusedForMs = 24 * 3_600_000

/** The folder's name within the data folder. */
export const databasesFolder = 'databases'

/** Returns the path, within the data folder, of the file uploaded for a connection of a workspace. */
export function databasePath(orgId: string, id: string): string {
  return `${databasesFolder}/${encodeURIComponent(orgId)}/${id}.sqlite`
}

/**
 * Returns the id of the file uploaded for a connection; null for any other entry. It does not apply the schema, because
 * connections stored by another version have files too.
 */
export function sentFileOf(key: string, value: JsonValue): string | null {
  const file = isJsonObject(value) ? value['file'] : undefined
  const id = idSchema.safeParse(isJsonObject(file) ? file['id'] : undefined).data
  return key.startsWith(connectionPrefix) && id !== undefined ? id : null
}

export function openDatabaseFiles({ folder, inPlace, maxBytes }: DatabaseFilesOptions): DatabaseFiles {
  ensurePrivateFolder(folder)
  const pathOf = (orgId: string, id: string) => join(folder, encodeURIComponent(orgId), `${id}.sqlite`)
  return {
    receive: async (orgId, fileName, content, signal) => {
      const id = newId()
      const path = pathOf(orgId, id)
      await mkdir(join(folder, encodeURIComponent(orgId)), { recursive: true, mode: 0o700 })
      try {
        const sizeBytes = await receiveUpload(content, path, maxBytes, signal)
        await mustBeSqlite(path)
        const shown =
          fileName
            .replace(/^.*[/\\]/, '')
            .slice(-maxFileNameLength)
            .trim() || 'database.sqlite'
        return { file: { place: 'upload', id, fileName: shown }, sizeBytes }
      } catch (thrown) {
        await rm(path, { force: true })
        throw thrown
      }
    },
    locate: async (orgId, file) => {
      const path = file.place === 'upload' ? pathOf(orgId, file.id) : await inPlace.resolve(file.path)
      if (path === null)
        throw new TidemarkError('connection-file', {
          detail: `“${databaseFileName(file)}” is in none of the folders that this server reads in place.`,
          hint: 'Whoever runs the server names them in TIDEMARK_FOLDERS. Else send the file.',
        })
      await mustBeSqlite(path)
      return path
    },
    removeUnused: async (isUsed) => {
      let removedCount = 0
      for (const org of await readdir(folder, { withFileTypes: true })) {
        if (!org.isDirectory()) continue
        for (const name of await readdir(join(folder, org.name))) {
          const path = join(folder, org.name, name)
          const { mtimeMs } = await stat(path)
          if (Date.now() - mtimeMs < unusedForMs) continue
          if (isUsed(decodeURIComponent(org.name), name.replace(/\.sqlite$/, ''))) continue
          await rm(path, { force: true })
          removedCount += 1
        }
      }
      return removedCount
    },
  }
}

async function mustBeSqlite(path: string): Promise<void> {
  const handle = await open(path, 'r').catch((cause: unknown) => {
    throw new TidemarkError('connection-file', { detail: 'There is no such file any more.', cause })
  })
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(magic.length), position: 0 })
    if (bytesRead < magic.length || buffer.toString('latin1') !== magic)
      throw new TidemarkError('connection-file', { detail: 'It is no SQLite database.' })
  } finally {
    await handle.close()
  }
}
