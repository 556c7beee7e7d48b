import { useState } from 'react'
import { jsonEqual, type JsonValue } from '@tidemark/shared/base/json'

/**
 * Returns a React key for each row of a list whose rows have no ids: a row keeps its key while it is edited or moved, and
 * what is typed in the fields of a row that is removed, also by somebody else, goes with it.
 */
export function useRowKeys(rows: readonly JsonValue[]): readonly number[] {
  const [known, setKnown] = useState(() => keysAfter({ rows: [], keys: [], next: 0 }, rows))
  if (jsonEqual(known.rows, rows)) return known.keys
  const now = keysAfter(known, rows)
  setKnown(now)
  return now.keys
}

interface KeyedRows {
  readonly rows: readonly JsonValue[]
  readonly keys: readonly number[]
  readonly next: number
}

/** Returns the keys of a list after the one before: of equal rows first, then of rows changed at their place. */
export function keysAfter(before: KeyedRows, rows: readonly JsonValue[]): KeyedRows {
  const free = new Set(before.rows.keys())
  const take = (place: number | undefined) => {
    if (place === undefined || !free.delete(place)) return undefined
    return before.keys[place]
  }
  const isEqualAt = (row: JsonValue, place: number) => free.has(place) && jsonEqual(before.rows[place], row)
  const equal = rows.map((row, place) =>
    take(isEqualAt(row, place) ? place : [...free].find((other) => isEqualAt(row, other))),
  )
  const isEditedInPlace = rows.length === before.rows.length
  let { next } = before
  const keys = equal.map((key, place) => key ?? (isEditedInPlace ? take(place) : undefined) ?? next++)
  return { rows, keys, next }
}
