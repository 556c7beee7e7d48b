import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { readHead } from './import/text-file'
import { receiveUpload } from './receive-upload'

/** The name of a file without the ending of its compression. */
export function unpackedName(fileName: string): string {
  return fileName.replace(/(?<=.)\.gz(ip)?$/i, '').replace(/\.tgz$/i, '.tar')
}

interface UploadedFile {
  readonly path: string
  readonly fileName: string
}

/**
 * What is in a file that is compressed with gzip, written to `target`; any other file as it is.
 * Fails with `upload-too-large`, `upload-unreadable`, `upload-empty`, `upload-cancelled` or `disk-full`.
 */
export async function unpackGzip(
  { path, fileName }: UploadedFile,
  target: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const [first, second] = await readHead(path, 2)
  if (first !== 0x1f || second !== 0x8b) return { path, fileName }
  try {
    await receiveUpload(createReadStream(path), target, maxBytes, signal, [createGunzip()])
  } catch (thrown) {
    if (thrown instanceof TidemarkError && thrown.code === 'upload-too-large')
      throw new TidemarkError('upload-too-large', {
        detail: `Unpacked it has more than ${Math.floor(maxBytes / 1024 / 1024)} MB.`,
      })
    if (!isDamaged(thrown)) throw thrown
    throw new TidemarkError('upload-unreadable', {
      detail: 'It is compressed with gzip and damaged or cut off.',
      hint: 'Check that the download was complete.',
      cause: thrown,
    })
  }
  return { path: target, fileName: unpackedName(fileName) }
}

function isDamaged(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('Z_')
}
