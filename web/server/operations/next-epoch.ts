import { randomInt } from 'node:crypto'

const perMillisecond = 1000

/**
 * An epoch that no client of any copy of this store has seen: the time in microseconds, the last three digits drawn. So
 * two restores of one backup differ, also where nothing is left of the first; the epochs of stores that were never
 * restored are small. known: the highest one that is known of. now: Unix milliseconds.
 */
export function nextEpoch(known: number, now: number): number {
  return Math.max(known + 1, now * perMillisecond) + randomInt(perMillisecond)
}
