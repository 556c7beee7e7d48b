import type { TextEncodingName } from '@tidemark/shared/datasets/text-encoding'
import { decodeText } from './text-file'

const tables = new Map<TextEncodingName, ReadonlyMap<string, readonly number[]>>()

/** A text in an encoding of one or two bytes a character: what TextDecoder reads, the other way round. Throws for what it has not. */
export function encodeAs(encoding: TextEncodingName, text: string): Uint8Array<ArrayBuffer> {
  const table = tables.get(encoding) ?? makeTable(encoding)
  tables.set(encoding, table)
  return Uint8Array.from(
    Array.from(text).flatMap((character) => {
      const bytes = table.get(character)
      if (bytes === undefined) throw new Error(`${encoding} has no ${character}`)
      return bytes
    }),
  )
}

function makeTable(encoding: TextEncodingName): ReadonlyMap<string, readonly number[]> {
  const table = new Map<string, readonly number[]>()
  const add = (...bytes: readonly number[]) => {
    const [character = '', ...rest] = Array.from(decodeText(Uint8Array.from(bytes), encoding))
    if (rest.length === 0 && character !== '\ufffd' && !table.has(character)) table.set(character, bytes)
  }
  for (let byte = 0; byte < 256; byte++) add(byte)
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add(lead, trail)
  return table
}
