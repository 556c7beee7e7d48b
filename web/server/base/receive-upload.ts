import { createWriteStream } from 'node:fs'
import { Transform, type Duplex, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

/**
 * Writes an upload to a new file (mode 0600) and returns its size in bytes. through: streams that decompress it on the
 * way. Fails with `upload-too-large`, `upload-empty`, `upload-cancelled` (also if the client disconnects) or
 * `disk-full`.
 */
export async function receiveUpload(
  content: Readable,
  path: string,
  maxBytes: number,
  signal: AbortSignal,
  through: readonly Duplex[] = [],
): Promise<number> {
  let sizeBytes = 0
  const limit = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      sizeBytes += chunk.byteLength
      if (sizeBytes <= maxBytes) done(null, chunk)
      else
        done(
          new TidemarkError('upload-too-large', { detail: `The limit is ${Math.floor(maxBytes / 1024 / 1024)} MB.` }),
        )
    },
  })
  try {
    await pipeline([content, ...through, limit, createWriteStream(path, { flags: 'wx', mode: 0o600 })], { signal })
  } catch (thrown) {
    throw toReceiveError(thrown)
  }
  if (sizeBytes === 0) throw new TidemarkError('upload-empty')
  return sizeBytes
}

function toReceiveError(thrown: unknown): unknown {
  if (thrown instanceof TidemarkError || !(thrown instanceof Error)) return thrown
  if ('code' in thrown && (thrown.code === 'ENOSPC' || thrown.code === 'EDQUOT'))
    return new TidemarkError('disk-full', { cause: thrown })
  const gone = new Set(['ABORT_ERR', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'UND_ERR_ABORTED'])
  const code = 'code' in thrown ? String(thrown.code) : ''
  return gone.has(code) || thrown.name === 'AbortError' || thrown.name === 'ResponseAborted'
    ? new TidemarkError('upload-cancelled', { cause: thrown })
    : thrown
}
