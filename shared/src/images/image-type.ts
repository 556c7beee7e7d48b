import type { ImageType } from './image'

/** So many bytes may stand before the root element of an SVG: a declaration, comments, a document type. */
const svgHeadBytes = 4_096

/** Returns the type of an image by its bytes, whatever its file is called; null if it is none that can be shown. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const startsWith = (signature: string, at = 0) =>
    Array.from(signature).every((character, index) => bytes[at + index] === character.charCodeAt(0))
  if (startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith('\xff\xd8\xff')) return 'jpeg'
  if (startsWith('GIF87a') || startsWith('GIF89a')) return 'gif'
  if (startsWith('RIFF') && startsWith('WEBP', 8)) return 'webp'
  return isSvg(bytes) ? 'svg' : null
}

/** True for text in UTF-8 whose first element is `svg`. */
function isSvg(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, svgHeadBytes))
  let rest = head.replace(/^\ufeff/, '').trimStart()
  for (;;) {
    const end = rest.startsWith('<!--')
      ? endOf(rest, '-->')
      : rest.startsWith('<?')
        ? endOf(rest, '?>')
        : /^<!doctype\s/i.test(rest)
          ? endOfDoctype(rest)
          : null
    if (end === null) return /^<(?:\w+:)?svg[\s/>]/.test(rest)
    rest = rest.slice(end).trimStart()
  }
}

/** All of the text where the end is missing, so that nothing is left to look at. */
function endOf(text: string, end: string, from = 0): number {
  const index = text.indexOf(end, from)
  return index === -1 ? text.length : index + end.length
}

/** A document type may have declarations of its own in brackets. */
function endOfDoctype(text: string): number {
  const [open, close] = [text.indexOf('['), text.indexOf('>')]
  return open === -1 || close < open ? endOf(text, '>') : endOf(text, '>', endOf(text, ']', open))
}
