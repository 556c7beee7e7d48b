import duckdb, { type Vector } from '@duckdb/node-bindings'
import { DuckDBTypeId, type DuckDBDataChunk, type DuckDBType } from '@duckdb/node-api'
import { isNullAt, readVector, stringLengthAt, stringSlotBytes } from './vector-data'

/**
 * Counts the chunk's first rows that hold at most `maxBytes` of raw values, which is less than their JSON; items of
 * lists and maps count by their handling cost. Only lengths are read, before any value is decoded, because a single row
 * can exceed this process's memory.
 */
export function countFittingRows(chunk: DuckDBDataChunk, types: readonly DuckDBType[], maxBytes: number): number {
  const rowCount = chunk.rowCount
  const rowBytes = new Float64Array(rowCount)
  types.forEach((type, columnIndex) => {
    const vector = duckdb.data_chunk_get_vector(chunk.chunk, columnIndex)
    addSizes(vector, type, rowCount, (row, bytes) => (rowBytes[row] = (rowBytes[row] ?? 0) + bytes))
  })
  let total = 0
  for (let row = 0; row < rowCount; row++) {
    total += rowBytes[row] ?? 0
    if (total > maxBytes) return row
  }
  return rowCount
}

type AddSize = (row: number, bytes: number) => void

function addSizes(vector: Vector, type: DuckDBType, count: number, add: AddSize): void {
  switch (type.typeId) {
    case DuckDBTypeId.VARCHAR:
    case DuckDBTypeId.BLOB:
    case DuckDBTypeId.BIT:
    case DuckDBTypeId.BIGNUM:
    case DuckDBTypeId.GEOMETRY: {
      const { view, validity } = readVector(vector, count, stringSlotBytes)
      for (let row = 0; row < count; row++) if (!isNullAt(validity, row)) add(row, stringLengthAt(view, row))
      return
    }
    case DuckDBTypeId.LIST:
      addListSizes(vector, type.valueType, count, add)
      return
    case DuckDBTypeId.MAP: {
      // A map is a list of structs of key and value.
      const { view, validity } = readVector(vector, count, listSlotBytes)
      for (let row = 0; row < count; row++)
        if (!isNullAt(validity, row)) add(row, 2 * itemBytes * listLengthAt(view, row))
      return
    }
    case DuckDBTypeId.STRUCT:
      type.entryTypes.forEach((entryType, index) =>
        addSizes(duckdb.struct_vector_get_child(vector, index), entryType, count, add),
      )
      return
    case DuckDBTypeId.ARRAY:
      for (let row = 0; row < count; row++) add(row, itemBytes * type.length)
      return
    default:
      for (let row = 0; row < count; row++) add(row, 1)
  }
}

const listSlotBytes = 16
const itemBytes = 8

function listLengthAt(view: DataView, row: number): number {
  return Number(view.getBigUint64(row * listSlotBytes + 8, true))
}

function addListSizes(vector: Vector, valueType: DuckDBType, count: number, add: AddSize): void {
  const { view, validity } = readVector(vector, count, listSlotBytes)
  const itemCount = duckdb.list_vector_get_size(vector)
  const bytesByItem = new Float64Array(itemCount + 1)
  addSizes(duckdb.list_vector_get_child(vector), valueType, itemCount, (item, bytes) => {
    bytesByItem[item] = (bytesByItem[item] ?? 0) + bytes
  })
  for (let row = 0; row < count; row++) {
    if (isNullAt(validity, row)) continue
    const start = Number(view.getBigUint64(row * listSlotBytes, true))
    let bytes = 0
    for (let item = start; item < start + listLengthAt(view, row); item++) bytes += itemBytes + (bytesByItem[item] ?? 0)
    add(row, bytes)
  }
}
