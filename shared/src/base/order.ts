import { generateKeyBetween } from 'fractional-indexing'
import * as z from 'zod'

/** A fractional index: text that sorts by code unit; there is always room between two of them. */
export const orderSchema = z.string().min(1).max(200)

/** An order after `before` and ahead of `after`; null means the start or the end of the list. */
export function orderBetween(before: string | null, after: string | null): string {
  return generateKeyBetween(before, after)
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
