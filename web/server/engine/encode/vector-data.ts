import duckdb, { type DataChunk, type Vector } from '@duckdb/node-bindings'

/** One column of a chunk as it lies in memory: fixed-width slots, and which rows are not null. */
export interface ColumnData {
  readonly view: DataView
  /** One bit per row, lowest first; null when no row is null. */
  readonly validity: Uint8Array | null
}

/** slotBytes: the width of one value of the column's physical type. Valid until the chunk is released. */
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
  // The binding answers null when every row is valid, although its type says otherwise.
  const validity = duckdb.vector_get_validity(vector, Math.ceil(count / 64) * 8) as Uint8Array | null
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), validity }
}

export function isNullAt(validity: Uint8Array | null, row: number): boolean {
  return validity !== null && (((validity[row >> 3] ?? 0) >> (row & 7)) & 1) === 0
}

/** DuckDB's string slot: 4 bytes of length, then up to 12 inline bytes or a prefix and a pointer. */
export const stringSlotBytes = 16
const inlineBytes = 12

export function stringLengthAt(view: DataView, row: number): number {
  return view.getUint32(row * stringSlotBytes, true)
}

/**
 * Reads the texts of a column, row by row, ascending; a row asked for must not be null.
 *
 * Each call into the binding costs more than decoding a short text, so texts that lie beside each other in DuckDB's heap
 * are taken with one call, and one that many rows point to (a dictionary) is decoded once.
 */
export function createTextReader({ view, validity }: ColumnData, rowCount: number): (row: number) => string {
  // vector_get_data always answers with memory of an ArrayBuffer, never of a shared one.
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
      // Two mapped bytes nearer than a page have only mapped bytes between them.
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

/** Addresses of user memory have 48 bits, so a double holds them. */
function pointerAt(view: DataView, row: number): number {
  const offset = row * stringSlotBytes + 8
  return view.getUint32(offset + 4, true) * 4_294_967_296 + view.getUint32(offset, true)
}
