import { isUtf8 } from 'node:buffer'
import { textEncodingLabel, type TextEncodingName } from '@tidemark/shared/datasets/text-encoding'
import type { ImportNote } from '@tidemark/shared/datasets/dataset'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { likeliestEncoding } from './encoding-likelihood'
import { readHead, readPieces, readText } from './text-file'

/**
 * The encoding chosen by a person for this file, or for the one that it replaces; in the latter case it is used only if
 * it fits.
 */
export interface EncodingChoice {
  readonly name: TextEncodingName
  readonly isOfEarlierFile: boolean
}

/**
 * The encoding in which a file is read. how: certain from its bytes, chosen by a person, or guessed. unreadableCount:
 * number of invalid places, which are read as U+FFFD.
 */
export interface DetectedEncoding {
  readonly name: TextEncodingName
  readonly how: 'certain' | 'chosen' | 'likely' | 'unsure'
  readonly unreadableCount: number
}

/**
 * Detects the encoding of a file: UTF-8 and UTF-16 from its bytes, others as chosen, else the likeliest by its letters.
 * May read the whole file several times. Fails with `upload-unreadable` if it is not text.
 */
export async function detectEncoding(path: string, choice: EncodingChoice | null): Promise<DetectedEncoding> {
  const chosen = async (name: TextEncodingName): Promise<DetectedEncoding> => ({
    name,
    how: 'chosen',
    unreadableCount: (await countCharacters(path, name)).unreadableCount,
  })
  if (choice !== null && !choice.isOfEarlierFile) return chosen(choice.name)
  const head = await readHead(path, 4096)
  const utf16 = utf16Of(head)
  if (utf16 !== null) return { name: utf16, how: 'certain', unreadableCount: 0 }
  if (await isUtf8File(path)) {
    const isAscii = choice !== null && (await countCharacters(path, 'utf-8')).otherCount === 0
    // ASCII is the same in all of these encodings; keeping the choice lets it apply to a later file.
    if (isAscii) return { name: choice.name, how: 'chosen', unreadableCount: 0 }
    return { name: 'utf-8', how: 'certain', unreadableCount: 0 }
  }
  if (head.some((byte) => byte < 9 || (byte > 13 && byte < 27))) {
    throw new TidemarkError('upload-unreadable', {
      detail: 'The file is not text.',
      hint: 'Save it as CSV in UTF-8, or drop the Parquet or JSON file itself.',
    })
  }
  if (choice !== null) {
    const found = await chosen(choice.name)
    if (found.unreadableCount === 0) return found
  }
  const utf8 = await countCharacters(path, 'utf-8')
  // Text in other encodings is hardly ever valid UTF-8 by chance, so a mostly valid file is damaged UTF-8.
  if (utf8.otherCount >= utf8.unreadableCount * 4)
    return { name: 'utf-8', how: 'likely', unreadableCount: utf8.unreadableCount }
  const { name, isSure } = likeliestEncoding(await sampleOf(path))
  return {
    name,
    how: isSure ? 'likely' : 'unsure',
    unreadableCount: (await countCharacters(path, name)).unreadableCount,
  }
}

/** Returns notes on how the file was decoded. */
export function encodingNotes({ name, how, unreadableCount }: DetectedEncoding): readonly ImportNote[] {
  const notes: string[] = []
  const label = textEncodingLabel(name)
  if (name.startsWith('utf-16')) notes.push('The file was read as UTF-16.')
  else if (how === 'chosen') notes.push(`The file was read as ${label}, as was chosen.`)
  else if (name !== 'utf-8') notes.push(`The file is not UTF-8 and was read as ${label}.`)
  if (how === 'unsure')
    notes.push('It says too little to be certain of that: where names or texts are wrong, choose another encoding.')
  if (unreadableCount > 0)
    notes.push(
      unreadableCount === 1
        ? `1 place is not ${label} and was read as \ufffd.`
        : `${unreadableCount} places are not ${label} and were read as \ufffd.`,
    )
  return notes.map((message) => ({ message }))
}

function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeroCount = (parity: number) => head.filter((byte, index) => byte === 0 && index % 2 === parity).length
  // Western text in UTF-16 has a zero in almost every second byte.
  if (head.length >= 4 && zeroCount(1) > head.length / 4) return 'utf-16le'
  if (head.length >= 4 && zeroCount(0) > head.length / 4) return 'utf-16be'
  return (['utf-16le', 'utf-16be'] as const).find((encoding) => isUtf16(head, encoding)) ?? null
}

/**
 * Returns true for UTF-16 in a non-Latin script, which has zeros only in delimiters and digits, always on the same side
 * of a byte pair.
 */
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

async function isUtf8File(path: string): Promise<boolean> {
  let rest: Uint8Array = new Uint8Array()
  for await (const piece of readPieces(path)) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    const end = bytes.length - cutOffLength(bytes)
    if (!isUtf8(bytes.subarray(0, end))) return false
    rest = bytes.subarray(end)
  }
  return rest.length === 0
}

/** Returns the number of bytes at the end that begin a UTF-8 character which the next piece completes. */
function cutOffLength(bytes: Uint8Array): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const byte = bytes[bytes.length - length] ?? 0
    if (byte < 0x80) return 0
    // The first byte of a character tells its length.
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > length ? length : 0
  }
  return 0
}

/** Counts a file's non-ASCII characters in an encoding, and its invalid places. */
async function countCharacters(
  path: string,
  encoding: TextEncodingName,
): Promise<{ readonly otherCount: number; readonly unreadableCount: number }> {
  let [otherCount, unreadableCount] = [0, 0]
  for await (const text of readText(path, encoding)) {
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code === 0xfffd) unreadableCount += 1
      else if (code > 0x7f) otherCount += 1
    }
  }
  return { otherCount, unreadableCount }
}

const sampleBytes = 16 * 1024

/** Returns the first lines with non-ASCII bytes, complete except for a very long one. */
export async function sampleOf(path: string): Promise<Uint8Array> {
  const taken: Uint8Array[] = []
  let length = 0
  let rest: Uint8Array = new Uint8Array()
  const take = (line: Uint8Array) => {
    const first = line.findIndex((byte) => byte > 0x7f)
    if (first === -1 || length >= sampleBytes) return
    const part = (line.length > sampleBytes ? line.subarray(first) : line).subarray(0, sampleBytes - length)
    taken.push(part)
    length += part.length
  }
  for await (const piece of readPieces(path)) {
    const bytes = Buffer.concat([rest, piece])
    let start = 0
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      take(bytes.subarray(start, end + 1))
      start = end + 1
    }
    rest = bytes.subarray(start)
    if (rest.length > sampleBytes) {
      take(rest)
      rest = new Uint8Array()
    }
    if (length >= sampleBytes) break
  }
  take(Buffer.concat([rest, Uint8Array.of(10)]))
  return Buffer.concat(taken)
}
