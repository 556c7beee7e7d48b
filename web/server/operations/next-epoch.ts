import { randomInt } from 'node:crypto'

const perMillisecond = 1000

/**
 * Returns an epoch that no client of any copy of this store has seen: the time in microseconds with three random
 * digits. Two restores of one backup therefore differ, even if no trace of the first is left. Epochs of stores that
 * were never restored are small. known: the highest known epoch. now: Unix milliseconds.
 */
export function nextEpoch(known: number, now: number): number {
  return Math.max(known + 1, now * perMillisecond) + randomInt(perMillisecond)
}
