import type { TimePart } from './question'

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** The words of parts that have some, by the number of the weekday or month, from 1. */
export const partWords = {
  weekday: weekdays,
  'month-of-year': months,
  'quarter-of-year': months.map((_, index) => `Q${Math.floor(index / 3) + 1}`),
} as const satisfies Partial<Record<TimePart, readonly string[]>>

/** The number that a part's value in an answer stands for; null of a word that it does not have. */
export function partNumber(part: TimePart, value: string): number | null {
  const words: readonly string[] | null = Object.hasOwn(partWords, part)
    ? partWords[part as keyof typeof partWords]
    : null
  if (words === null) return /^\d+$/.test(value) ? Number(value) : null
  const place = words.indexOf(value)
  if (place < 0) return null
  return part === 'quarter-of-year' ? place / 3 + 1 : place + 1
}
