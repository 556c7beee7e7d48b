import type { Field } from '@tidemark/shared/query/field'
import { writeMembers, type EncodedPart, type Truncation } from '@/server/engine/encode/write-members'
import type { RemoteQuery } from '../connector'

/** Returns the JSON of a value, which is not null. */
export type ValueJson = (value: unknown) => string

/** Encodes rows as they arrive, column by column, up to the limits. */
export interface RowCollector {
  /** Returns false if no further row is wanted: the row limit is exceeded, or the bytes are used up. */
  add(row: readonly unknown[]): boolean
  /** Milliseconds spent encoding so far. */
  readonly encodeMs: number
  finish(fields: readonly Field[]): Uint8Array
}

/**
 * The number of rows whose JSON is joined at once; large enough for few pieces, small enough that no step takes long.
 */
const rowsPerPart = 512

export function collectRows(
  { rowLimit, maxBytes }: Pick<RemoteQuery, 'rowLimit' | 'maxBytes'>,
  encoders: readonly ValueJson[],
): RowCollector {
  const partsByColumn = encoders.map((): EncodedPart[] => [])
  let pending = encoders.map((): string[] => [])
  let pendingBytes = encoders.map(() => 0)
  // Buffers for the current row.
  const texts: string[] = []
  const bytes: number[] = []
  let rowCount = 0
  let sizeBytes = 0
  let encodeMs = 0
  let truncated: Truncation = null

  const flush = (): void => {
    pending.forEach((texts, column) => {
      if (texts.length > 0)
        partsByColumn[column]?.push({ text: texts.join(','), bytes: (pendingBytes[column] ?? 0) + texts.length - 1 })
    })
    pending = encoders.map(() => [])
    pendingBytes = encoders.map(() => 0)
  }

  return {
    add: (row) => {
      if (truncated !== null) return false
      if (rowCount === rowLimit.rows) {
        truncated = { reason: rowLimit.reason }
        return false
      }
      const start = performance.now()
      let rowBytes = 0
      for (let column = 0; column < encoders.length; column++) {
        const value = row[column]
        const text = value === null || value === undefined ? 'null' : (encoders[column]?.(value) ?? 'null')
        texts[column] = text
        bytes[column] = Buffer.byteLength(text)
        rowBytes += (bytes[column] ?? 0) + 1
      }
      if (sizeBytes + rowBytes > maxBytes) {
        truncated = { reason: 'bytes' }
        return false
      }
      for (let column = 0; column < encoders.length; column++) {
        pending[column]?.push(texts[column] ?? 'null')
        pendingBytes[column] = (pendingBytes[column] ?? 0) + (bytes[column] ?? 0)
      }
      sizeBytes += rowBytes
      rowCount += 1
      if (rowCount % rowsPerPart === 0) flush()
      encodeMs += performance.now() - start
      return true
    },
    get encodeMs() {
      return encodeMs
    },
    finish: (fields) => {
      flush()
      return writeMembers(fields, partsByColumn, rowCount, truncated)
    },
  }
}
