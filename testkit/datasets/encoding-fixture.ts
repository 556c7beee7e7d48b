import type { TextEncodingName } from '@tidemark/shared/datasets/text-encoding'
import iconv from 'iconv-lite'
import { decodeText } from '@/server/datasets/import/text/text-file'

/** Encodes a text. Throws if the encoding lacks one of its characters. */
export function encodeAs(encoding: TextEncodingName, text: string): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(iconv.encode(text, encoding))
  if (decodeText(bytes, encoding) !== text) throw new Error(`${encoding} does not have all of ${text}`)
  return bytes
}
