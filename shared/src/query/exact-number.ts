import * as z from 'zod/mini'
import type { CellValue } from './field'

/** A number with the digits as they were written: text if a double would change them. */
export type ExactNumber = number | string

const decimalPattern = /^([-+]?)(\d*)\.?(\d*)(?:e([-+]?\d{1,4}))?$/i
/** The number of digits that decimals of every database can hold. */
const mostDigits = 38

export const exactNumberSchema = z.union([
  z.number(),
  z.string().check(
    z.maxLength(mostDigits + 3),
    z.refine((text) => decimalText(text) === text, 'the digits of a number'),
  ),
])

/** Parses a typed number; null if it is none, or is too large for a double. */
export function exactNumber(text: string): ExactNumber | null {
  const digits = decimalText(text.trim())
  const number = Number(text)
  if (digits === null || !Number.isFinite(number)) return null
  const isKept = decimalText(String(number)) === digits
  return (isKept && keepsDigits(number)) || digits.replace(/\D/g, '').length > mostDigits ? number : digits
}

/** Returns true if the first of two numbers is larger, comparing all digits. */
export function isLarger(a: ExactNumber, b: ExactNumber): boolean {
  if (Number(a) !== Number(b)) return Number(a) > Number(b)
  const [first = '', second = ''] = [decimalText(String(a)), decimalText(String(b))].map((text) => text ?? '')
  const places = Math.max(fractionOf(first).length, fractionOf(second).length)
  const scaled = (text: string) => BigInt(text.replace(/\..*/, '') + fractionOf(text).padEnd(places, '0'))
  return scaled(first) > scaled(second)
}

/**
 * Writes a number without exponent and needless zeros, with its point moved right by `places`; null if it is no number.
 * A number too long for decimals is written as the nearest double.
 */
export function decimalText(text: string, places = 0): string | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = decimalPattern.exec(text) ?? []
  const digits = whole + fraction
  if (digits === '') return null
  const power = Number(exponent) + places
  const point = whole.length + power
  if (Math.abs(point) > mostDigits) return doubleText(`${sign}${whole || '0'}.${fraction || '0'}e${power}`)
  const all = `${'0'.repeat(Math.max(0, 1 - point))}${digits}`.padEnd(point, '0')
  const end = Math.max(1, point)
  const left = all.slice(0, end).replace(/^0+(?=\d)/, '')
  const right = all.slice(end).replace(/0+$/, '')
  const number = right === '' ? left : `${left}.${right}`
  return sign === '-' && number !== '0' ? `-${number}` : number
}

/** Returns a cell's number as a condition needs it: an integer that a double may have changed becomes text. */
export function exactCell(cell: CellValue): CellValue {
  return typeof cell === 'number' && !keepsDigits(cell) ? decimalText(String(cell)) : cell
}

/** Returns false for integers beyond 9,007,199,254,740,991 that a database can hold but JSON parsers round. */
export function keepsDigits(number: number): boolean {
  return !Number.isInteger(number) || Number.isSafeInteger(number) || Math.abs(number) >= 10 ** mostDigits
}

/** Returns true if no number within a value parsed from JSON may have lost digits. */
export function holdsDigits(value: unknown): boolean {
  if (typeof value === 'number') return keepsDigits(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(holdsDigits)
}

/** Returns true for a number that does not fit a 64-bit integer: one with decimals, or out of range. */
export function isBeyondInteger64(number: ExactNumber): boolean {
  const text = String(exactNumber(String(number)) ?? '')
  const digits = decimalText(text)
  if (digits === null) return false
  return !/^-?\d{1,19}$/.test(digits) || BigInt.asIntN(64, BigInt(digits)) !== BigInt(digits)
}

/** The message about a number that may have lost digits. */
export const lostDigitsHint = 'a whole number beyond 9007199254740991 is sent as text, which keeps its digits'

/** Returns the number of digits after the point. */
export function decimalPlaces(number: ExactNumber): number {
  return fractionOf(decimalText(String(number)) ?? '').length
}

function doubleText(text: string): string | null {
  const number = Number(text)
  return Number.isFinite(number) ? String(number) : null
}

function fractionOf(text: string): string {
  return text.split('.')[1] ?? ''
}
