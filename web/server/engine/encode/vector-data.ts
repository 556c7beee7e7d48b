import duckdb, { type DataChunk, type Vector } from '@duckdb/node-bindings'

/** One column of a chunk as stored in memory: fixed-width slots, and a mask of rows that are not null. */
export interface ColumnData {
  readonly view: DataView
  /** One bit per row, lowest first; null if no row is null. */
  readonly validity: Uint8Array | null
}

/**
 * Reads a column of a chunk. slotBytes: the width of one value of the column's physical type. Valid until the chunk is
 * released.
 */
export function readChunkColumn(
  chunk: DataChunk,
  columnIndex: number,
  rowCount: number,
  slotBytes: number,
): ColumnData {
  return readVector(duckdb.data_chunk_get_vector(chunk, columnIndex), rowCount, slotBytes)
}

export function readVector(vector: Vector, count: number, slotBytes: number): ColumnData {
  const bytes = duckdb.vector_get_data(vector, count * slotBytes)
  // The binding returns null if every row is valid, although its type does not say so.
  const validity = duckdb.vector_get_validity(vector, Math.ceil(count / 64) * 8) as Uint8Array | null
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), validity }
}

export function isNullAt(validity: Uint8Array | null, row: number): boolean {
  return validity !== null && (((validity[row >> 3] ?? 0) >> (row & 7)) & 1) === 0
}

/** The size of DuckDB's string slot: 4 bytes of length, then up to 12 inline bytes or a prefix and a pointer. */
export const stringSlotBytes = 16
const inlineBytes = 12

export function stringLengthAt(view: DataView, row: number): number {
  return view.getUint32(row * stringSlotBytes, true)
}

/**
 * Creates a reader of a column's texts; call it with ascending rows that are not null.
 *
 * A call into the binding costs more than decoding a short text. So adjacent texts in DuckDB's heap are fetched with
 * one call, and a text that many rows point to (a dictionary) is decoded once.
 */
export function createTextReader({ view, validity }: ColumnData, rowCount: number): (row: number) => string {
  // vector_get_data always returns memory of an ArrayBuffer, never of a shared one.
  const memory = view.buffer as ArrayBuffer
  const inline = Buffer.from(memory)
  const textsByPointer = new Map<number, string>()
  let block: Buffer = inline
  let blockStart = 0
  let blockEnd = 0

  const fetchBlock = (firstRow: number): void => {
    blockStart = pointerAt(view, firstRow)
    blockEnd = blockStart + stringLengthAt(view, firstRow)
    for (let row = firstRow + 1; row < rowCount; row++) {
      const length = isNullAt(validity, row) ? 0 : stringLengthAt(view, row)
      if (length <= inlineBytes) continue
      const pointer = pointerAt(view, row)
      // Between two mapped bytes that are less than a page apart, all bytes are mapped.
      if (pointer < blockEnd || pointer - blockEnd >= maxGapBytes || blockEnd - blockStart >= maxBlockBytes) break
      blockEnd = pointer + length
    }
    const bytes = duckdb.get_data_from_pointer(
      memory,
      view.byteOffset + firstRow * stringSlotBytes + 8,
      blockEnd - blockStart,
    )
    block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  return (row) => {
    const length = stringLengthAt(view, row)
    if (length <= inlineBytes) {
      const start = view.byteOffset + row * stringSlotBytes + 4
      return inline.toString('utf8', start, start + length)
    }
    const pointer = pointerAt(view, row)
    const known = textsByPointer.get(pointer)
    if (known !== undefined) return known
    if (pointer < blockStart || pointer + length > blockEnd) fetchBlock(row)
    const text = block.toString('utf8', pointer - blockStart, pointer - blockStart + length)
    if (blockEnd - blockStart === length) textsByPointer.set(pointer, text)
    return text
  }
}

const maxGapBytes = 64
const maxBlockBytes = 1024 * 1024

/** User-space addresses have 48 bits, so a double holds them exactly. */
function pointerAt(view: DataView, row: number): number {
  const offset = row * stringSlotBytes + 8
  return view.getUint32(offset + 4, true) * 4_294_967_296 + view.getUint32(offset, true)
}
