import { open } from 'node:fs/promises'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { TextEncodingName } from '@tidemark/shared/datasets/text-encoding'
import iconv from 'iconv-lite'

const pieceBytes = 1024 * 1024

/** The file's text in pieces, without a byte order mark. What cannot be read in this encoding is U+FFFD. */
export async function* readText(path: string, encoding: TextEncodingName): AsyncGenerator<string> {
  const decoder = createTextDecoder(encoding)
  for await (const piece of readPieces(path)) yield decoder.write(piece)
  yield decoder.end()
}

/** Bytes as text; what cannot be read in this encoding is U+FFFD. */
export function decodeText(bytes: Uint8Array, encoding: TextEncodingName): string {
  const decoder = createTextDecoder(encoding)
  return decoder.write(bytes) + decoder.end()
}

export interface PiecewiseDecoder {
  /** The text of a piece; a character that it cuts off comes with the next one. */
  write(bytes: Uint8Array): string
  /** The rest of the text. */
  end(): string
}

const codePages: ReadonlySet<TextEncodingName> = new Set(['cp437', 'cp850'])

export function createTextDecoder(encoding: TextEncodingName): PiecewiseDecoder {
  // The platform knows the encodings of pages, among which are no code pages of DOS.
  if (codePages.has(encoding)) {
    const decoder = iconv.getDecoder(encoding)
    return { write: (bytes) => decoder.write(Buffer.from(bytes)), end: () => decoder.end() ?? '' }
  }
  const decoder = new TextDecoder(encoding)
  // Versions of Node from 20.18 to 24 take Windows-1252 for ISO-8859-1 unless asked for a part of a text (nodejs/node #56542).
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() }
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
