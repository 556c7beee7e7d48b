import { percentSign, type NumberSign } from '@tidemark/shared/query/number-sign'
import { currencyCodes } from '../types/value-class'

/**
 * How a sheet displays a number: as a number, as a date or time, as elapsed hours of a number of days (`[h]:mm`), or
 * padded with zeros. sign: a percent or currency sign; null for none.
 */
export type XlsxNumberFormat =
  | { readonly kind: 'number'; readonly sign: NumberSign | null }
  | { readonly kind: 'date'; readonly hasDate: boolean }
  | { readonly kind: 'elapsed' }
  | { readonly kind: 'padded'; readonly digits: number }

export const plainNumber: XlsxNumberFormat = { kind: 'number', sign: null }
const percent: XlsxNumberFormat = { kind: 'number', sign: percentSign }
const date: XlsxNumberFormat = { kind: 'date', hasDate: true }
const time: XlsxNumberFormat = { kind: 'date', hasDate: false }
const elapsed: XlsxNumberFormat = { kind: 'elapsed' }

/**
 * Returns the meaning of a number format. id: those below 164 are built in and have no code in the file. Source:
 * ECMA-376 part 1, 18.8.30 and 18.8.31.
 */
export function numberFormatOf(id: number, code: string | undefined): XlsxNumberFormat {
  if (code !== undefined) return formatOfCode(code)
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return date
  if ((id >= 18 && id <= 21) || id === 45 || id === 47) return time
  if (id === 46) return elapsed
  return id === 9 || id === 10 ? percent : plainNumber
}

function formatOfCode(code: string): XlsxNumberFormat {
  if (/^0{2,}$/.test(code)) return { kind: 'padded', digits: code.length }
  const letters = code
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .split(';', 1)
    .join('')
    .toLowerCase()
  if (/\[[hms]+\]/.test(letters)) return elapsed
  const shown = letters.replace(/\[[^\]]*\]/g, '').replace(/general|am\/pm|a\/p/g, '')
  if (/[yd]/.test(shown)) return date
  if (/[hs]/.test(shown)) return time
  return shown.includes('m') ? date : { kind: 'number', sign: signOf(code) }
}

const currency = new RegExp(`^(\\p{Sc}|${currencyCodes})$`, 'u')
/** Matches `[$€-407]`, `"text"`, `\x`, padding (`_x`, `*x`), other brackets, and single characters. */
const codeParts = /\[\$([^\]-]*)[^\]]*\]|"([^"]*)"|\\(.)|[_*].|\[[^\]]*\]|./gu

/**
 * Returns the sign in the format of positive numbers. A currency is in brackets that may name a locale, in quotes, or
 * plain.
 */
function signOf(code: string): NumberSign | null {
  const signs = new Set<string>()
  const [positive = ''] = code.split(';', 1)
  for (const [part, named, quoted, escaped] of positive.matchAll(codeParts)) {
    if (part === percentSign) signs.add(percentSign)
    else {
      const text = (named ?? quoted ?? escaped ?? part).trim()
      if (currency.test(text)) signs.add(text)
    }
  }
  const [sign = null, ...others] = signs
  return others.length === 0 ? sign : null
}
