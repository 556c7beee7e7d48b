import type { Field } from '@tidemark/shared/query/field'

/** JSON values of successive rows of one column, joined by commas. bytes: the text's size in UTF-8. */
export interface EncodedPart {
  readonly text: string
  readonly bytes: number
}

/** The reason why a result was cut. total: the number of all rows, if it is cheaply known. */
export type Truncation = { readonly reason: 'rows' | 'points' | 'bytes'; readonly total?: number } | null

/** Writes the members of an `EngineResult` in UTF-8. */
export function writeMembers(
  fields: readonly Field[],
  partsByColumn: readonly (readonly EncodedPart[])[],
  rowCount: number,
  truncated: Truncation,
): Uint8Array {
  const start = `"fields":${JSON.stringify(fields)},"columns":[`
  const end = `],"rowCount":${rowCount},"truncated":${JSON.stringify(truncated)}`
  let size = Buffer.byteLength(start) + Buffer.byteLength(end)
  for (const parts of partsByColumn) {
    // The brackets, the commas between parts, and the comma between columns.
    size += 2 + Math.max(0, parts.length - 1) + 1
    for (const part of parts) size += part.bytes
  }
  const bytes = Buffer.allocUnsafe(size)
  let position = bytes.write(start)
  partsByColumn.forEach((parts, column) => {
    position += bytes.write(column === 0 ? '[' : ',[', position, 'latin1')
    parts.forEach((part, index) => {
      if (index > 0) position += bytes.write(',', position, 'latin1')
      // A text with as many bytes as characters is ASCII, which latin1 copies without conversion.
      position += bytes.write(part.text, position, part.bytes === part.text.length ? 'latin1' : 'utf8')
    })
    position += bytes.write(']', position, 'latin1')
  })
  position += bytes.write(end, position)
  return bytes.subarray(0, position)
}
