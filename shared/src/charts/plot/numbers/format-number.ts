import type { ColumnNumberFormat, NumberBin, NumberFormat } from '../../../query/number-format'

/**
 * Formats numbers for people, the same in Node and in every browser: runtimes have different versions of the locale
 * data, so digits come from Intl, but spaces, minus signs and compact suffixes are fixed here.
 */
export type NumberFormatter = (value: number) => string

export interface NumberOptions {
  readonly locale: string
  readonly format: ColumnNumberFormat
  /** The most decimals of an `auto` number; decimals fixed by the format win. */
  readonly maxDecimals?: number
  /** Keep trailing zeros, so that a column of numbers lines up. */
  readonly fixedDecimals?: boolean
  readonly grouping?: boolean
}

/** Returns a formatter for the full number with its unit or currency, as in tooltips, tables and labels. */
export function fullFormatter(options: NumberOptions): NumberFormatter {
  const { bin, ...format } = options.format
  const write = plainFormatter({ ...options, format })
  return bin === undefined ? write : (from) => binText(from, bin, write)
}

/** Writes the first and last number of a bin of whole numbers; of others the end, which is not part of it. */
function binText(from: number, { width, isWhole }: NumberBin, write: NumberFormatter): string {
  // In doubles 0.1 + 0.2 is a little more than 0.3.
  const end = Number((from + width).toPrecision(15))
  if (isWhole) return width === 1 ? write(from) : `${write(from)}\u2009–\u2009${write(end - 1)}`
  return `${write(from)}\u2009–\u2009<\u2009${write(end)}`
}

function plainFormatter({ locale, format, maxDecimals, fixedDecimals, grouping }: NumberOptions): NumberFormatter {
  const percent = format.style === 'percent'
  const known = new Map<string, NumberFormatter>()
  return (value) => {
    if (!Number.isFinite(value)) return ''
    const isTiny = format.decimals === null && maxDecimals === undefined && Math.abs(value) < smallestWritten
    if (Math.abs(value) >= largestWritten) return scientific(value, { locale, format, figures: exactFigures })
    if (isTiny && value !== 0) return scientific(value, { locale, format, figures: 4 })
    const shown = percent ? value * 100 : value
    const asked =
      format.decimals ??
      maxDecimals ??
      (format.style === 'currency' ? currencyDecimals(locale, format.currency) : decimalsFor(shown))
    // Decimals that a person chose apply to every row.
    const isHidden = format.decimals === null && roundsToZero(shown, asked)
    const decimals = isHidden ? decimalsFor(shown) : asked
    const fixed =
      !isHidden &&
      (format.decimals !== null || fixedDecimals === true || (format.style === 'currency' && Math.abs(value) < 1e6))
    const key = `${decimals} ${fixed}`
    let write = known.get(key)
    if (write === undefined)
      known.set(key, (write = decorator({ locale, format, decimals, fixed, grouping: grouping ?? true, suffix: '' })))
    return write(value)
  }
}

/** Writes what is no number any more: an average of numbers near the largest one is beyond it. */
export function notFiniteText(value: number): string {
  if (Number.isNaN(value)) return 'Not a number'
  return value > 0 ? 'Too large (∞)' : 'Too large (−∞)'
}

/** Beyond the largest, most digits of a double mean nothing; below the smallest, nobody counts the zeros. */
export const largestWritten = 1e21
const smallestWritten = 1e-9
/** The significant digits that a double holds exactly for any number. */
export const exactFigures = 15
const superscripts = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹']

/** Writes a number like `1.5 × 10³⁰⁰`. */
export function scientific(
  value: number,
  { locale, format, figures }: { readonly locale: string; readonly format: NumberFormat; readonly figures: number },
): string {
  const isPercent = format.style === 'percent'
  const [mantissa = '', power = ''] = value.toExponential(figures - 1).split('e')
  const exponent = Number(power) + (isPercent ? 2 : 0)
  const raised = String(Math.abs(exponent)).replace(/\d/g, (digit) => superscripts[Number(digit)] ?? digit)
  const suffix = `\u00a0×\u00a010${exponent < 0 ? '⁻' : ''}${raised}`
  return decorate(Number(mantissa), {
    locale,
    format: isPercent ? { ...format, style: 'plain' } : format,
    decimals: figures - 1,
    fixed: false,
    grouping: true,
    suffix: isPercent ? `${suffix}%` : suffix,
  })
}

/** Returns the decimals of a currency: yen, for example, have none. */
export function currencyDecimals(locale: string, currency: string | null): number {
  if (currency === null) return 2
  return intlFormat(locale, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

/** suffix: directly after the digits. fixed: keeps all decimals. */
interface Decoration {
  readonly locale: string
  readonly format: NumberFormat
  readonly decimals: number
  readonly fixed: boolean
  readonly grouping: boolean
  readonly suffix: string
}

export function decorator({ locale, format, decimals, fixed, grouping, suffix }: Decoration): NumberFormatter {
  const style =
    format.style === 'percent' || (format.style === 'currency' && format.currency !== null) ? format.style : 'decimal'
  const intl = intlFormat(locale, {
    style,
    numberingSystem: 'latn',
    useGrouping: grouping ? 'always' : false,
    minimumFractionDigits: fixed ? decimals : 0,
    maximumFractionDigits: decimals,
    ...(style === 'currency' && format.currency !== null
      ? { currency: format.currency, currencyDisplay: 'narrowSymbol' }
      : {}),
  })
  const write = (value: number) => {
    if (style === 'decimal') return `${settleNumber(intl.format(value))}${suffix}`
    const parts = settleParts(intl.formatToParts(value))
    const last = parts.findLastIndex((part) => part.type === 'integer' || part.type === 'fraction')
    return parts.map((part, index) => (index === last ? `${part.value}${suffix}` : part.value)).join('')
  }
  const hasUnit = format.unit !== '' && format.style !== 'percent'
  return (value) => {
    const written = write(value)
    const text = /^−0([.,]0*)?$/.test(written) ? written.slice(1) : written
    return hasUnit ? withUnit(text, format) : text
  }
}

export function decorate(value: number, decoration: Decoration): string {
  return decorator(decoration)(value)
}

function withUnit(text: string, { unit, unitPlace }: NumberFormat): string {
  const isSign = /^\p{Sc}$/u.test(unit)
  if (unitPlace === 'before' || (unitPlace === undefined && isSign)) {
    const before = isSign ? unit : `${unit}\u00a0`
    return text.startsWith('−') ? `−${before}${text.slice(1)}` : `${before}${text}`
  }
  return unit === '%' ? `${text}%` : `${text}\u00a0${unit}`
}

/**
 * Normalizes the locale's spaces to a narrow no-break space and its minus signs and apostrophes to one each, and
 * removes direction marks.
 */
function settleNumber(text: string): string {
  return /^[\d.,]*$/.test(text)
    ? text
    : text
        .replace(/[\s\u00a0\u2009\u202f]+/g, '\u202f')
        .replace(/[-\u2010-\u2013]/g, '−')
        .replace(/'/g, '’')
        .replace(/[\u200e\u200f\u061c]/g, '')
}

function settleParts(parts: readonly Intl.NumberFormatPart[]): { type: string; value: string }[] {
  return parts.map(({ type, value }) => ({
    type,
    value:
      type === 'group' || type === 'minusSign'
        ? settleNumber(value)
        : value.replace(/[\s\u00a0\u2009\u202f]+/g, '\u00a0').replace(/[\u200e\u200f\u061c]/g, ''),
  }))
}

/** Writes a count with grouped digits, the same on the server and in every browser. */
export function wholeNumber(locale: string, count: number): string {
  const intl = intlFormat(locale, { numberingSystem: 'latn', useGrouping: 'always', maximumFractionDigits: 0 })
  return settleNumber(intl.format(count))
}

/** Writes a count with its noun: `1 row`, `1,204 rows`. */
export function plural(locale: string, count: number, one: string, many = `${one}s`): string {
  return `${wholeNumber(locale, count)} ${count === 1 ? one : many}`
}

const intlFormats = new Map<string, Intl.NumberFormat>()

export function intlFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  let known = intlFormats.get(key)
  if (known === undefined) {
    try {
      known = new Intl.NumberFormat(locale, options)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      // If this runtime refuses the currency or locale, the number is still shown.
      known = new Intl.NumberFormat('en', {
        ...options,
        style: options.style === 'currency' ? 'decimal' : (options.style ?? 'decimal'),
        currency: undefined,
      })
    }
    if (intlFormats.size > 500) intlFormats.clear()
    intlFormats.set(key, known)
  }
  return known
}

function decimalsFor(value: number): number {
  const magnitude = Math.abs(value)
  if (Number.isInteger(value) || magnitude === 0) return 0
  if (magnitude >= 100) return 2
  if (magnitude >= 1) return 3
  return Math.min(12, 3 - Math.floor(Math.log10(magnitude)))
}

/** Returns true if rounding to so few decimals would show a non-zero value as zero; rounding noise counts as zero. */
function roundsToZero(value: number, decimals: number): boolean {
  const magnitude = Math.abs(value)
  return magnitude >= smallestWritten && magnitude < 0.5 * 10 ** -decimals
}

/** Returns the decimals to show: as many as given, or enough to see the first significant digit. */
export function decimalsToSee(value: number, decimals: number): number {
  return roundsToZero(value, decimals) ? Math.ceil(-Math.log10(Math.abs(value))) : decimals
}
