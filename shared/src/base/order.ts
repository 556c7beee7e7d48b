import { generateKeyBetween } from 'fractional-indexing'
import * as z from 'zod/mini'

const maxOrderLength = 200

/** A fractional index: text sorted by code unit, with room for another between any two. */
export const orderSchema = z
  .string()
  .check(z.minLength(1), z.maxLength(maxOrderLength), z.refine(isFractionalIndex, 'a fractional index'))

/** A stored order. Earlier versions accepted other texts, which keep their place in lists. */
export const storedOrderSchema = z.string().check(z.minLength(1), z.maxLength(maxOrderLength))

/**
 * Returns an order between `before` and `after`; null means the start or end of the list. Offline edits can leave
 * neighbours that are equal, reversed or out of room: then the order is right after `before`, as near as possible.
 */
export function orderBetween(before: string | null, after: string | null): string {
  const low = before !== null && isFractionalIndex(before) ? before : null
  const high = after !== null && isFractionalIndex(after) && (low === null || low < after) ? after : null
  const found = keyBetween(low, high) ?? keyBetween(low, null) ?? low
  return found ?? generateKeyBetween(null, null)
}

/** Sorts by order, then by id, so that two people who insert at the same place see the same list. */
export function byOrder(a: Ordered, b: Ordered): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

export interface Ordered {
  readonly id: string
  readonly order: string
}

/** Checked by a pattern, because the library reads characters outside its alphabet as zeros. */
function isFractionalIndex(text: string): boolean {
  return /^[0-9A-Za-z]+$/.test(text) && text.length <= maxOrderLength && generated(text, null) !== null
}

/** Returns null if there is no key that may be stored. */
function keyBetween(before: string | null, after: string | null): string | null {
  const key = generated(before, after)
  return key !== null && isFractionalIndex(key) ? key : null
}

function generated(before: string | null, after: string | null): string | null {
  try {
    return generateKeyBetween(before, after)
  } catch {
    // The library throws only if an argument is no key or they are not in order.
    return null
  }
}
