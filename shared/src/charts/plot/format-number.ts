import type { NumberFormat } from '../chart-visual'

/**
 * Numbers as people read them, the same in Node and in every browser: runtimes carry different editions of the locale
 * data, so digits come from Intl but spaces, minus signs and the compact suffixes are settled here.
 */
export type NumberFormatter = (value: number) => string

export interface NumberOptions {
  readonly locale: string
  readonly format: NumberFormat
  /** Most decimals of an `auto` number; decimals fixed by the format win. */
  readonly maxDecimals?: number
  /** Keep trailing zeros, so that a column of numbers lines up. */
  readonly fixedDecimals?: boolean
  readonly grouping?: boolean
}

/** The whole number with its unit or currency, for tooltips, tables and labels. */
export function fullFormatter({
  locale,
  format,
  maxDecimals,
  fixedDecimals,
  grouping,
}: NumberOptions): NumberFormatter {
  const percent = format.style === 'percent'
  const known = new Map<string, NumberFormatter>()
  return (value) => {
    if (!Number.isFinite(value)) return ''
    const isTiny = format.decimals === null && maxDecimals === undefined && Math.abs(value) < smallestWritten
    if (Math.abs(value) >= largestWritten) return scientific(value, { locale, format, figures: exactFigures })
    if (isTiny && value !== 0) return scientific(value, { locale, format, figures: 4 })
    const digits = format.decimals ?? maxDecimals ?? decimalsFor(percent ? value * 100 : value)
    const decimals =
      format.style === 'currency' && format.decimals === null && maxDecimals === undefined
        ? currencyDecimals(locale, format.currency)
        : digits
    const fixed =
      format.decimals !== null || fixedDecimals === true || (format.style === 'currency' && Math.abs(value) < 1e6)
    const key = `${decimals} ${fixed}`
    let write = known.get(key)
    if (write === undefined)
      known.set(key, (write = decorator({ locale, format, decimals, fixed, grouping: grouping ?? true, suffix: '' })))
    return write(value)
  }
}

/** `41.0 K`, `1.28 M`: with about three figures. */
export function compactFormatter(locale: string, format: NumberFormat): NumberFormatter {
  return (value) => {
    if (!Number.isFinite(value)) return ''
    if (Math.abs(value) >= largestCompact)
      return scientific(value, { locale, format, figures: (format.decimals ?? 2) + 1 })
    const unit = compactUnit(locale, Math.abs(value))
    if (unit === null || format.style === 'percent') return fullFormatter({ locale, format })(value)
    const scaled = value / unit.scale
    const decimals = format.decimals ?? Math.max(0, Math.min(2, 2 - Math.floor(Math.log10(Math.abs(scaled)))))
    return decorate(scaled, { locale, format, decimals, fixed: true, grouping: true, suffix: unit.suffix })
  }
}

/** Labels of marks that are read together: one unit and as many decimals for all. */
export function labelFormatter(locale: string, format: NumberFormat, values: readonly number[]): NumberFormatter {
  const max = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  if (max >= largestCompact && format.style !== 'plain') return compactFormatter(locale, withoutUnit(format))
  const unit = format.style === 'plain' || format.style === 'percent' ? null : compactUnit(locale, max)
  if (unit === null) {
    const hasOwnDecimals = format.style === 'percent' || format.style === 'currency'
    const whole = values.every((value) => Number.isInteger(value))
    return fullFormatter({
      locale,
      format: withoutUnit(format),
      ...(whole || hasOwnDecimals ? {} : { maxDecimals: max < 10 ? 2 : 1, fixedDecimals: true }),
    })
  }
  const own = compactFormatter(locale, withoutUnit(format))
  return (value) => {
    const scaled = value / unit.scale
    if (value !== 0 && Math.abs(scaled) < 0.1) return own(value)
    return decorate(scaled, {
      locale,
      format: withoutUnit(format),
      decimals: format.decimals ?? (max / unit.scale < 100 ? 1 : 0),
      fixed: true,
      grouping: true,
      suffix: unit.suffix,
    })
  }
}

/** Ticks of one axis: one unit, as many decimals as the step needs; unit and currency are in the axis title, unless that has none (`hasSign`). */
export function axisFormatter(
  locale: string,
  format: NumberFormat,
  ticks: readonly number[],
  { grouping = true, hasSign = false }: { readonly grouping?: boolean; readonly hasSign?: boolean } = {},
): NumberFormatter {
  const plain: NumberFormat = hasSign
    ? format
    : { ...format, unit: '', style: format.style === 'currency' ? 'auto' : format.style }
  const max = ticks.reduce((most, tick) => Math.max(most, Math.abs(tick)), 0)
  const step = ticks.length > 1 ? Math.abs((ticks[1] ?? 0) - (ticks[0] ?? 0)) : max
  if (max >= (format.style === 'plain' ? largestWritten : largestCompact) || (max > 0 && max < smallestTicks)) {
    const stepPower = Math.floor(Math.log10(step))
    const decimals = Math.floor(Math.log10(max)) - stepPower + stepDecimals(step / 10 ** stepPower)
    const figures = Math.min(exactFigures, decimals + 1)
    return (value) => (value === 0 ? '0' : scientific(value, { locale, format: plain, figures }))
  }
  const unit =
    grouping && format.style !== 'plain' && format.style !== 'percent' && max >= 10_000
      ? compactUnit(locale, max)
      : null
  // A unit makes nothing shorter where ticks differ in digits far behind it.
  const compact = unit !== null && stepDecimals(step / unit.scale) <= mostUnitDecimals ? unit : null
  const scale = compact?.scale ?? 1
  const decimals = stepDecimals((format.style === 'percent' ? step * 100 : step) / scale)
  const zero = decorator({ locale, format: plain, decimals: 0, fixed: false, grouping, suffix: '' })
  const write = decorator({ locale, format: plain, decimals, fixed: true, grouping, suffix: compact?.suffix ?? '' })
  return (value) => (value === 0 ? zero(0) : write(value / scale))
}

/** From here on most digits of a number are not its own, and below the smallest nobody counts the zeros. */
const largestWritten = 1e21
const smallestWritten = 1e-9
/** Ticks below would be told apart by the last of many decimals. */
const smallestTicks = 1e-6
const mostUnitDecimals = 3
/** A thousand of the largest unit: from here on no unit makes a number short. */
const largestCompact = 1e15
/** A double holds as many in any number. */
const exactFigures = 15
const superscripts = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹']

/** `1.5 × 10³⁰⁰` */
function scientific(
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

/** `+8.2%`, `−0.21 pp`: a change, relative, or in points for a measure that is itself a percentage. */
export function formatChange(locale: string, change: number, kind: 'relative' | 'points'): string {
  const hundredths = change * 100
  const decimals = kind === 'points' ? 2 : Math.abs(hundredths) >= 100 ? 0 : 1
  const format: NumberFormat = { style: 'plain', decimals: null, currency: null, unit: '' }
  const options = { locale, format, decimals, fixed: true, grouping: true, suffix: '' }
  const text =
    kind === 'points'
      ? `${decorate(hundredths, options)} pp`
      : decorate(change, { ...options, format: { ...format, style: 'percent' } })
  return change > 0 ? `+${text}` : text
}

/** Yen have no hundredths. */
export function currencyDecimals(locale: string, currency: string | null): number {
  if (currency === null) return 2
  return intlFormat(locale, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

/** The unit or currency sign that an axis title carries; empty when there is none. */
export function unitTitle(locale: string, format: NumberFormat): string {
  if (format.style !== 'currency' || format.currency === null) return format.style === 'percent' ? '' : format.unit
  const parts = intlFormat(locale, {
    style: 'currency',
    currency: format.currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0)
  return parts.find((part) => part.type === 'currency')?.value ?? format.currency
}

export function formatShare(locale: string, share: number): string {
  const format: NumberFormat = { style: 'percent', decimals: null, currency: null, unit: '' }
  // Of a part next to the whole, too: 100% is all of it.
  const decimals = (share > 0 && share < 0.1) || (share > 0.99 && share < 1) ? 1 : 0
  return decorate(share, { locale, format, decimals, fixed: false, grouping: true, suffix: '' })
}

/** Decimals that all of the values need, at most `most`. */
export function commonDecimals(values: readonly number[], most: number): number {
  // What calculating leaves behind the digits that count needs none; of large numbers it must not be taken for the cents.
  const seen = 0.5 * 10 ** -most
  let decimals = 0
  for (const value of values) {
    if (Number.isInteger(value)) continue
    const noise = Math.min(Math.abs(value) * 1e-9, seen)
    while (decimals < most && Math.abs(value - Number(value.toFixed(decimals))) > noise) decimals++
    if (decimals === most) break
  }
  return decimals
}

interface Decoration {
  readonly locale: string
  readonly format: NumberFormat
  readonly decimals: number
  readonly fixed: boolean
  readonly grouping: boolean
  readonly suffix: string
}

function decorator({ locale, format, decimals, fixed, grouping, suffix }: Decoration): NumberFormatter {
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
    return hasUnit ? withUnit(text, format.unit) : text
  }
}

function decorate(value: number, decoration: Decoration): string {
  return decorator(decoration)(value)
}

function withUnit(text: string, unit: string): string {
  if (/^\p{Sc}$/u.test(unit)) return text.startsWith('−') ? `−${unit}${text.slice(1)}` : `${unit}${text}`
  return unit === '%' ? `${text}%` : `${text}\u00a0${unit}`
}

export function withoutUnit(format: NumberFormat): NumberFormat {
  return { ...format, unit: '' }
}

/** The locale's spaces as one narrow no-break space, one minus sign, one apostrophe, and no direction marks. */
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

/** A count with its digits grouped, the same on the server and in every browser. */
export function wholeNumber(locale: string, count: number): string {
  const intl = intlFormat(locale, { numberingSystem: 'latn', useGrouping: 'always', maximumFractionDigits: 0 })
  return settleNumber(intl.format(count))
}

const intlFormats = new Map<string, Intl.NumberFormat>()

function intlFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  let known = intlFormats.get(key)
  if (known === undefined) {
    try {
      known = new Intl.NumberFormat(locale, options)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      // A currency or locale this runtime refuses still shows its number.
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

interface CompactUnit {
  readonly scale: number
  readonly suffix: string
}

/** Powers of ten and their suffixes, largest first. Languages that are not here use the English ones. */
const compactUnits: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
  en: [
    [12, '\u00a0T'],
    [9, '\u00a0B'],
    [6, '\u00a0M'],
    [3, '\u00a0K'],
  ],
  de: [
    [12, '\u00a0Bio.'],
    [9, '\u00a0Mrd.'],
    [6, '\u00a0Mio.'],
    [3, '\u00a0Tsd.'],
  ],
  fr: [
    [12, '\u00a0Bn'],
    [9, '\u00a0Md'],
    [6, '\u00a0M'],
    [3, '\u00a0k'],
  ],
  es: [
    [12, '\u00a0B'],
    [6, '\u00a0M'],
    [3, '\u00a0mil'],
  ],
  it: [
    [12, '\u00a0Bln'],
    [9, '\u00a0Mld'],
    [6, '\u00a0Mln'],
    [3, '\u00a0mila'],
  ],
  pt: [
    [12, '\u00a0tri'],
    [9, '\u00a0bi'],
    [6, '\u00a0mi'],
    [3, '\u00a0mil'],
  ],
  nl: [
    [12, '\u00a0bln.'],
    [9, '\u00a0mld.'],
    [6, '\u00a0mln.'],
    [3, '\u00a0K'],
  ],
  ja: [
    [12, '兆'],
    [8, '億'],
    [4, '万'],
  ],
  zh: [
    [12, '万亿'],
    [8, '亿'],
    [4, '万'],
  ],
  ko: [
    [12, '조'],
    [8, '억'],
    [4, '만'],
  ],
}

function compactUnit(locale: string, magnitude: number): CompactUnit | null {
  if (magnitude < 10_000) return null
  const language = locale.split('-')[0]?.toLowerCase() ?? 'en'
  for (const [power, suffix] of compactUnits[language] ?? compactUnits['en'] ?? []) {
    if (magnitude >= 10 ** power * 0.9995) return { scale: 10 ** power, suffix }
  }
  return null
}

function decimalsFor(value: number): number {
  const magnitude = Math.abs(value)
  if (Number.isInteger(value) || magnitude === 0) return 0
  if (magnitude >= 100) return 2
  if (magnitude >= 1) return 3
  return Math.min(12, 3 - Math.floor(Math.log10(magnitude)))
}

function stepDecimals(step: number): number {
  if (step === 0 || !Number.isFinite(step)) return 0
  let decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  while (decimals < 12 && Math.abs(step * 10 ** decimals - Math.round(step * 10 ** decimals)) > 1e-6) decimals++
  return Math.min(decimals, 12)
}
