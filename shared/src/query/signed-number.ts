import { decimalText } from './exact-number'
import { percentSign, type NumberSign } from './number-sign'

/** A number of a column as people write it: percentages are fractions there. What is no number stays as it is. */
export function shownNumber(text: string, sign: NumberSign | undefined): string {
  const percents = percentsOf(text, sign)
  return percents === null ? text : `${percents}${percentSign}`
}

/** The same beside a sign that stands there already. */
export function shownDigits(text: string, sign: NumberSign | undefined): string {
  return percentsOf(text, sign) ?? text
}

function percentsOf(text: string, sign: NumberSign | undefined): string | null {
  return sign === percentSign ? decimalText(text, 2) : null
}

/** The number that somebody wrote, as its column has it: with the column's own sign or without it. */
export function storedNumber(text: string, sign: NumberSign | undefined): string {
  if (sign === undefined) return text
  const bare = withoutSign(text.trim(), sign)
  return sign === percentSign ? (decimalText(bare, -2) ?? text) : decimalText(bare) === null ? text : bare
}

/** Before or behind the number, before or behind its minus. */
function withoutSign(text: string, sign: NumberSign): string {
  const minus = /^[-−]/.test(text) ? '-' : ''
  const rest = text.slice(minus.length).trim()
  if (rest.startsWith(sign)) return `${minus}${rest.slice(sign.length).trim()}`
  return `${minus}${rest.endsWith(sign) ? rest.slice(0, -sign.length).trim() : rest}`
}
