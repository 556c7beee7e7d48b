import { open, stat, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { newId } from '@tidemark/shared/base/ids'
import { maxUploadBytes } from '@tidemark/shared/datasets/upload'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { openedFilePartBytes } from '@tidemark/shared/ipc/desktop-calls'
import { isDataFile } from './open-intent'

/** A file that a page may read, by an id that only this page was given. */
export interface OpenedFile {
  readonly id: string
  readonly name: string
  readonly sizeBytes: number
}

/** The files opened with Tidemark since it started; pages can read no others. */
export interface OpenedFiles {
  /**
   * Registers a file. Fails with `upload-type`, `upload-empty`, `upload-too-large` or `upload-unreadable`, naming the
   * file.
   */
  offer(path: string): Promise<OpenedFile>
  /**
   * Reads the next part of a file; empty at the end, after which the id is invalid. Fails with `not-found` or
   * `upload-unreadable`.
   */
  read(id: string, offset: number): Promise<Uint8Array<ArrayBuffer>>
  /** Invalidates the id and closes the file. */
  forget(id: string): Promise<void>
}

const maxShownLength = 120

interface Entry {
  readonly file: FileHandle
  readonly path: string
  readonly sizeBytes: number
  readonly modifiedAt: number
}

export function createOpenedFiles(): OpenedFiles {
  const entriesById = new Map<string, Entry>()
  const forget = async (id: string) => {
    const entry = entriesById.get(id)
    entriesById.delete(id)
    await entry?.file.close()
  }
  return {
    offer: async (path) => {
      const name = basename(path)
      if (!isDataFile(path)) throw new TidemarkError('upload-type', { detail: shownName(name) })
      const entry = await openEntry(path, shownName(name))
      const id = newId()
      entriesById.set(id, entry)
      return { id, name, sizeBytes: entry.sizeBytes }
    },
    read: async (id, offset) => {
      const entry = entriesById.get(id)
      if (entry === undefined) throw new TidemarkError('not-found', { detail: 'This file is no longer open.' })
      const { size, mtimeMs } = await entry.file.stat()
      if (size !== entry.sizeBytes || mtimeMs !== entry.modifiedAt) {
        await forget(id)
        throw new TidemarkError('upload-unreadable', {
          detail: `${basename(entry.path)} was changed while it was being read.`,
          hint: 'Open it again.',
        })
      }
      const part = new Uint8Array(Math.max(0, Math.min(openedFilePartBytes, size - offset)))
      const { bytesRead } = await entry.file.read(part, 0, part.byteLength, offset)
      if (bytesRead === 0) await forget(id)
      return part.subarray(0, bytesRead)
    },
    forget,
  }
}

/** Shortens a name to one line that fits into a message. */
function shownName(name: string): string {
  const line = name.replace(/\p{C}+/gu, ' ')
  return line.length > maxShownLength ? `${line.slice(0, maxShownLength)}…` : line
}

async function openEntry(path: string, name: string): Promise<Entry> {
  let file: FileHandle | undefined
  try {
    // Checks before opening: opening a pipe would wait for its other end.
    const isFile = (await stat(path)).isFile()
    if (!isFile) throw new TidemarkError('upload-unreadable', { detail: `${name} is not a file.` })
    file = await open(path, 'r')
    const { size, mtimeMs } = await file.stat()
    if (size === 0) throw new TidemarkError('upload-empty', { detail: name })
    if (size > maxUploadBytes) throw new TidemarkError('upload-too-large', { detail: `${name} has more than 2 GB.` })
    return { file, path, sizeBytes: size, modifiedAt: mtimeMs }
  } catch (cause) {
    await file?.close()
    if (cause instanceof TidemarkError) throw cause
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const detail =
      { ENOENT: `${name} does not exist.`, EACCES: `You may not read ${name}.` }[code] ?? `${name} (${code})`
    throw new TidemarkError('upload-unreadable', { detail, cause })
  }
}
