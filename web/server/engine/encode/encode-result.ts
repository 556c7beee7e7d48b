import type { DuckDBDataChunk } from '@duckdb/node-api'
import { createColumnEncoder, type ColumnEncoder } from './encode-column'
import type { EngineQuery } from '../process/engine-messages'
import { countFittingRows } from './raw-size'
import { fieldOf } from './result-fields'
import type { ResultStream } from './result-stream'
import { writeMembers, type EncodedPart, type Truncation } from './write-members'

export interface EncodedMembers {
  readonly members: Uint8Array
  readonly fetchMs: number
  readonly encodeMs: number
}

/** How long rows beyond the limit are counted, so that the total is reported when it is cheap to get. */
const countOnMs = 100

/**
 * Reads a result up to its limits and encodes it as the JSON members of `EngineResult`. Bytes are counted while
 * reading.
 *
 * checkpoint: called between chunks; throws to stop.
 */
export async function encodeResult(
  rows: ResultStream,
  { rowLimit, maxBytes, timeZone }: Pick<EngineQuery, 'rowLimit' | 'maxBytes' | 'timeZone'>,
  checkpoint: () => void,
): Promise<EncodedMembers> {
  const { result } = rows
  const types = result.columnTypes()
  const encoders = types.map((type) => createColumnEncoder(type, timeZone))
  const partsByColumn = types.map((): EncodedPart[] => [])
  let rowCount = 0
  let sizeBytes = 0
  let fetchMs = 0
  let encodeMs = 0
  let truncated: Truncation = null

  for (;;) {
    checkpoint()
    const fetchStart = performance.now()
    const chunk = await rows.nextChunk()
    const encodeStart = performance.now()
    fetchMs += encodeStart - fetchStart
    if (chunk === null) break
    const wanted = Math.min(chunk.rowCount, rowLimit.rows - rowCount)
    const fitting = Math.min(wanted, countFittingRows(chunk, types, maxBytes - sizeBytes))
    const encoded = encodeFittingRows(chunk, encoders, fitting, maxBytes - sizeBytes)
    encoded.parts.forEach((part, column) => partsByColumn[column]?.push(part))
    rowCount += encoded.rowCount
    sizeBytes += encoded.bytes
    encodeMs += performance.now() - encodeStart
    if (encoded.rowCount === chunk.rowCount) continue
    const reason = encoded.rowCount < wanted ? 'bytes' : rowLimit.reason
    const rest = rowLimit.isProbe === true ? null : await countRest(rows, checkpoint)
    truncated = rest === null ? { reason } : { reason, total: rowCount - encoded.rowCount + chunk.rowCount + rest }
    break
  }

  const writeStart = performance.now()
  const names = result.deduplicatedColumnNames()
  const fields = types.map((type, index) => fieldOf(names[index] ?? '', type))
  const members = writeMembers(fields, partsByColumn, rowCount, truncated)
  return { members, fetchMs, encodeMs: encodeMs + performance.now() - writeStart }
}

interface EncodedRows {
  readonly parts: readonly EncodedPart[]
  readonly rowCount: number
  readonly bytes: number
}

/** Encodes the first rows of a chunk; fewer if their escaped form exceeds the remaining bytes. */
function encodeFittingRows(
  chunk: DuckDBDataChunk,
  encoders: readonly ColumnEncoder[],
  wanted: number,
  maxBytes: number,
): EncodedRows {
  let rowCount = wanted
  while (rowCount > 0) {
    const parts = encoders.map((encode, column): EncodedPart => {
      const text = encode(chunk, column, rowCount)
      return { text, bytes: Buffer.byteLength(text) }
    })
    const bytes = parts.reduce((sum, part) => sum + part.bytes + 1, 0)
    if (bytes <= maxBytes) return { parts, rowCount, bytes }
    rowCount = Math.min(rowCount - 1, Math.floor((rowCount * maxBytes) / bytes))
  }
  return { parts: [], rowCount: 0, bytes: 0 }
}

/** Counts the remaining rows; null if that takes too long or one of them cannot be computed. */
async function countRest({ result, isWhole }: ResultStream, checkpoint: () => void): Promise<number | null> {
  const deadline = performance.now() + countOnMs
  let count = 0
  while (performance.now() < deadline) {
    checkpoint()
    const chunk = await result.fetchChunk()
    if (chunk === null || chunk.rowCount === 0) return (await isWhole()) ? count : null
    count += chunk.rowCount
  }
  return null
}
