import { open } from 'node:fs/promises'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'

/** The encodings a text file is read in; `windows-1252` is what is called Latin-1 in practice. */
export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'shift_jis'

const pieceBytes = 1024 * 1024

/**
 * Which encoding the file is in: by its byte order mark, else by what its bytes can be.
 * Reads the whole file once. Fails with `upload-unreadable` when it is not text.
 */
export async function detectEncoding(path: string): Promise<TextEncodingName> {
  const head = await readHead(path, 4096)
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeroCount = (parity: number) => head.filter((byte, index) => byte === 0 && index % 2 === parity).length
  // Western text in UTF-16 has a zero in nearly every second byte.
  if (head.length >= 4 && zeroCount(1) > head.length / 4) return 'utf-16le'
  if (head.length >= 4 && zeroCount(0) > head.length / 4) return 'utf-16be'
  for (const encoding of ['utf-16le', 'utf-16be'] as const) if (isUtf16(head, encoding)) return encoding
  if (await isAll(path, 'utf-8')) return 'utf-8'
  if (head.some((byte) => byte < 9 || (byte > 13 && byte < 27))) {
    throw new TidemarkError('upload-unreadable', {
      detail: 'The file is not text.',
      hint: 'Save it as CSV in UTF-8, or drop the Parquet or JSON file itself.',
    })
  }
  return (await looksLikeShiftJis(path)) && (await isAll(path, 'shift_jis')) ? 'shift_jis' : 'windows-1252'
}

/** The file's text in pieces, without a byte order mark. */
export async function* readText(path: string, encoding: TextEncodingName): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' || encoding === 'shift_jis' })
  for await (const piece of readPieces(path)) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/** Up to `length` bytes from the start of the file. */
export async function readHead(path: string, length: number): Promise<Uint8Array> {
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** The bytes of the file in pieces of a megabyte. */
export async function* readPieces(path: string): AsyncGenerator<Uint8Array> {
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    // A stream opened without an encoding yields buffers.
    yield piece as Uint8Array
  }
}

/** Scripts that are not Latin have zeros only in their separators and digits, on one side of each pair of bytes. */
function isUtf16(head: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): boolean {
  const side = encoding === 'utf-16le' ? 1 : 0
  const [on, off] = [side, 1 - side].map(
    (parity) => head.filter((byte, index) => byte === 0 && index % 2 === parity).length,
  )
  if (on === undefined || off === undefined || on <= off * 4) return false
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
    return /[\n\r]/.test(text) && !/[\u0000-\u0008]/.test(text)
  } catch (thrown) {
    if (thrown instanceof TypeError) return false
    throw thrown
  }
}

/**
 * Whether all bytes can be Shift-JIS, and most that are not ASCII begin pairs as Western text in Windows-1252 never has them: its
 * bytes from 0x81 to 0x9f are dashes and quotes, which letters follow.
 */
async function looksLikeShiftJis(path: string): Promise<boolean> {
  let isTrail = false
  let otherCount = 0
  let pairCount = 0
  let highPairCount = 0
  for await (const piece of readPieces(path)) {
    for (const byte of piece) {
      if (isTrail) {
        if (byte < 0x40 || byte === 0x7f || byte > 0xfc) return false
        if (byte >= 0x80) highPairCount += 1
        isTrail = false
      } else if (byte >= 0x81 && byte <= 0x9f) {
        pairCount += 1
        isTrail = true
      } else if (byte >= 0xe0 && byte <= 0xfc) {
        otherCount += 1
        isTrail = true
      } else if (byte >= 0xa1 && byte <= 0xdf) otherCount += 1
      else if (byte >= 0x80) return false
    }
  }
  return !isTrail && pairCount >= 2 && pairCount >= otherCount && highPairCount * 4 >= pairCount
}

async function isAll(path: string, encoding: 'utf-8' | 'shift_jis'): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const piece of readPieces(path)) decoder.decode(piece, { stream: true })
    decoder.decode()
    return true
  } catch (thrown) {
    if (thrown instanceof TypeError) return false
    throw thrown
  }
}

/** A new file (0600) of text in UTF-8 that is written piece by piece. */
export interface TextFile {
  readonly write: (text: string) => void
  /** Waits until the disk has caught up; call it now and then. */
  readonly flush: () => Promise<void>
  readonly close: () => Promise<void>
}

export function createTextFile(path: string): TextFile {
  const output = createWriteStream(path, { mode: 0o600 })
  let pending = ''
  const flush = async () => {
    const text = pending
    pending = ''
    if (!output.write(text)) await once(output, 'drain')
  }
  return {
    write: (text) => {
      pending += text
    },
    flush,
    close: async () => {
      await flush()
      output.end()
      await finished(output)
    },
  }
}
