import { generateKeyBetween } from 'fractional-indexing'
import * as z from 'zod/mini'

const maxOrderLength = 200

/** A fractional index: text that sorts by code unit; there is always room between two of them. */
export const orderSchema = z
  .string()
  .check(z.minLength(1), z.maxLength(maxOrderLength), z.refine(isFractionalIndex, 'a fractional index'))

/** An order as it may lie in a store: what an earlier version let through still has its place in lists. */
export const storedOrderSchema = z.string().check(z.minLength(1), z.maxLength(maxOrderLength))

/**
 * An order after `before` and ahead of `after`; null means the start or the end of the list. People who were offline can
 * leave neighbours that are equal, reversed or out of room: then an order right after `before`, as near as there is one.
 */
export function orderBetween(before: string | null, after: string | null): string {
  const low = before !== null && isFractionalIndex(before) ? before : null
  const high = after !== null && isFractionalIndex(after) && (low === null || low < after) ? after : null
  const found = keyBetween(low, high) ?? keyBetween(low, null) ?? low
  return found ?? generateKeyBetween(null, null)
}

/** Sorts by order, then by id, so that two people who insert at the same place see one list. */
export function byOrder(a: Ordered, b: Ordered): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

export interface Ordered {
  readonly id: string
  readonly order: string
}

/** The library reads characters outside its alphabet as zeros. */
function isFractionalIndex(text: string): boolean {
  return /^[0-9A-Za-z]+$/.test(text) && text.length <= maxOrderLength && generated(text, null) !== null
}

/** Null when there is none that may be stored. */
function keyBetween(before: string | null, after: string | null): string | null {
  const key = generated(before, after)
  return key !== null && isFractionalIndex(key) ? key : null
}

function generated(before: string | null, after: string | null): string | null {
  try {
    return generateKeyBetween(before, after)
  } catch {
    // The library's only way to say that one of them is no key, or that they are not in order.
    return null
  }
}
