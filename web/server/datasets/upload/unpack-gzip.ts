import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { readHead } from '../import/text/text-file'
import { unpackTo } from './unpack-to'

/** Returns a file's name without the extension of its compression. */
export function unpackedName(fileName: string): string {
  return fileName.replace(/(?<=.)\.gz(ip)?$/i, '').replace(/\.tgz$/i, '.tar')
}

export interface UploadedFile {
  readonly path: string
  readonly fileName: string
}

/**
 * Decompresses a gzip file to `target`; returns other files unchanged. Fails with `upload-too-large`,
 * `upload-unreadable`, `upload-empty`, `upload-cancelled` or `disk-full`.
 */
export async function unpackGzip(
  { path, fileName }: UploadedFile,
  target: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const [first, second] = await readHead(path, 2)
  if (first !== 0x1f || second !== 0x8b) return { path, fileName }
  await unpackTo({
    content: createReadStream(path),
    through: [createGunzip()],
    target,
    maxBytes,
    signal,
    isCompressed: 'compressed with gzip',
  })
  return { path: target, fileName: unpackedName(fileName) }
}
