import { open } from 'node:fs/promises'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { TextEncodingName } from '@tidemark/shared/datasets/text-encoding'
import iconv from 'iconv-lite'

const pieceBytes = 1024 * 1024

/** Yields the file's text in pieces, without a byte order mark. Invalid bytes become U+FFFD. */
export async function* readText(path: string, encoding: TextEncodingName): AsyncGenerator<string> {
  const decoder = createTextDecoder(encoding)
  for await (const piece of readPieces(path)) yield decoder.write(piece)
  yield decoder.end()
}

/** Decodes bytes; invalid ones become U+FFFD. */
export function decodeText(bytes: Uint8Array, encoding: TextEncodingName): string {
  const decoder = createTextDecoder(encoding)
  return decoder.write(bytes) + decoder.end()
}

export interface PiecewiseDecoder {
  /** Decodes a piece; a character that it cuts off is returned with the next piece. */
  write(bytes: Uint8Array): string
  /** Returns the rest of the text. */
  end(): string
}

const codePages: ReadonlySet<TextEncodingName> = new Set(['cp437', 'cp850'])

export function createTextDecoder(encoding: TextEncodingName): PiecewiseDecoder {
  // The platform's decoder knows the encodings used on the web, but not DOS code pages.
  if (codePages.has(encoding)) {
    const decoder = iconv.getDecoder(encoding)
    return { write: (bytes) => decoder.write(Buffer.from(bytes)), end: () => decoder.end() ?? '' }
  }
  const decoder = new TextDecoder(encoding)
  // Node 20.18 to 24 decodes Windows-1252 as ISO-8859-1 unless `stream` is set (nodejs/node #56542).
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() }
}

/** Reads up to `length` bytes from the start of the file. */
export async function readHead(path: string, length: number): Promise<Uint8Array> {
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Yields the bytes of the file in pieces of a megabyte. */
export async function* readPieces(path: string): AsyncGenerator<Uint8Array> {
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    // Without an encoding the stream yields buffers.
    yield piece as Uint8Array
  }
}

/** A new file (mode 0600) of UTF-8 text that is written in pieces. */
export interface TextFile {
  readonly write: (text: string) => void
  /** Waits until the text so far has been written; must be called regularly. */
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
