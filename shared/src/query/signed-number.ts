import { decimalText } from './exact-number'
import { percentSign, type NumberSign } from './number-sign'

/**
 * Writes a column's number for people: percentages are stored as fractions. Text that is no number is returned
 * unchanged.
 */
export function shownNumber(text: string, sign: NumberSign | undefined): string {
  const percents = percentsOf(text, sign)
  return percents === null ? text : `${percents}${percentSign}`
}

/** Writes a number that is shown beside its sign. */
export function shownDigits(text: string, sign: NumberSign | undefined): string {
  return percentsOf(text, sign) ?? text
}

function percentsOf(text: string, sign: NumberSign | undefined): string | null {
  return sign === percentSign ? decimalText(text, 2) : null
}

/** Converts a typed number, with or without the column's sign, to the column's form. */
export function storedNumber(text: string, sign: NumberSign | undefined): string {
  if (sign === undefined) return text
  const bare = withoutSign(text.trim(), sign)
  return sign === percentSign ? (decimalText(bare, -2) ?? text) : decimalText(bare) === null ? text : bare
}

/** Removes a sign before or after the number, and before or after its minus. */
function withoutSign(text: string, sign: NumberSign): string {
  const minus = /^[-−]/.test(text) ? '-' : ''
  const rest = text.slice(minus.length).trim()
  if (rest.startsWith(sign)) return `${minus}${rest.slice(sign.length).trim()}`
  return `${minus}${rest.endsWith(sign) ? rest.slice(0, -sign.length).trim() : rest}`
}
