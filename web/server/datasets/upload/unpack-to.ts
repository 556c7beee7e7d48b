import type { Duplex, Readable } from 'node:stream'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { receiveUpload } from '@/server/base/receive-upload'

interface Unpacking {
  readonly content: Readable
  /** The streams that decompress it; absent if `content` is already decompressed. */
  readonly through?: readonly Duplex[]
  /** A path that does not exist yet. */
  readonly target: string
  readonly maxBytes: number
  readonly signal: AbortSignal
  /** The kind of file, for the message that it is damaged. */
  readonly isCompressed: string
}

/**
 * Writes decompressed content to a new file with a size limit, so that a small file cannot expand to a huge one. Fails
 * with `upload-too-large`, `upload-unreadable` if it is damaged, `upload-empty`, `upload-cancelled` or `disk-full`.
 */
export async function unpackTo({ content, through, target, maxBytes, signal, isCompressed }: Unpacking): Promise<void> {
  try {
    await receiveUpload(content, target, maxBytes, signal, through)
  } catch (thrown) {
    if (thrown instanceof TidemarkError && thrown.code === 'upload-too-large')
      throw new TidemarkError('upload-too-large', {
        detail: `Unpacked it has more than ${Math.floor(maxBytes / 1024 / 1024)} MB.`,
      })
    if (thrown instanceof TidemarkError || isOfSystem(thrown)) throw thrown
    throw new TidemarkError('upload-unreadable', {
      detail: `It is ${isCompressed} and damaged or cut off.`,
      hint: 'Check that the download was complete.',
      cause: thrown,
    })
  }
}

/** Returns true for an error of the disk rather than of the file. */
function isOfSystem(thrown: unknown): boolean {
  return thrown instanceof Error && 'syscall' in thrown
}
