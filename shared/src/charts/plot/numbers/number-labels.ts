import type { NumberFormat } from '../../../query/number-format'
import type { ValueScale } from './value-scale'
import {
  decimalsToSee,
  decorate,
  decorator,
  exactFigures,
  fullFormatter,
  intlFormat,
  largestWritten,
  scientific,
  type NumberFormatter,
} from './format-number'

/** Returns a formatter like `41.0 K`, `1.28 M`, with about three significant digits. */
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

/**
 * Returns a formatter for labels that are read together: all have the same scale and number of decimals. A unit other
 * than a currency is left out, unless the labels are all that tells it (`hasUnit`).
 */
export function labelFormatter(
  locale: string,
  given: NumberFormat,
  values: readonly number[],
  { hasUnit = false }: { readonly hasUnit?: boolean } = {},
): NumberFormatter {
  const format = hasUnit ? given : withoutUnit(given)
  const max = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  if (max >= largestCompact && format.style !== 'plain') return compactFormatter(locale, format)
  if (max > 0 && max < smallestTicks && format.decimals === null)
    return (value) => (value === 0 ? '0' : scientific(value, { locale, format, figures: 3 }))
  const unit = format.style === 'plain' || format.style === 'percent' ? null : compactUnit(locale, max)
  if (unit === null) {
    const hasOwnDecimals = format.style === 'percent' || format.style === 'currency'
    const whole = values.every((value) => Number.isInteger(value))
    return fullFormatter({
      locale,
      format,
      ...(whole || hasOwnDecimals || max < smallestCommon
        ? {}
        : { maxDecimals: max < 10 ? 2 : 1, fixedDecimals: true }),
    })
  }
  const own = compactFormatter(locale, format)
  const decimals = format.decimals ?? (max / unit.scale < 100 ? 1 : 0)
  return (value) => {
    const scaled = value / unit.scale
    // Less than one of the common unit keeps its figures: 150 K beside 1.5 M, 400 beside 807 K, and a plain 0.
    if (Math.abs(scaled) < 1) return own(value)
    return decorate(scaled, {
      locale,
      format,
      decimals,
      fixed: true,
      grouping: true,
      suffix: unit.suffix,
    })
  }
}

/**
 * Returns a formatter for the ticks of an axis: one unit, and as many decimals as the step needs. Unit and currency are
 * in the axis title, unless that has none (`hasSign`).
 */
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
    // Two ticks on either side of zero are further apart than the larger one is high.
    const figures = Math.max(1, Math.min(exactFigures, decimals + 1))
    return (value) => (value === 0 ? '0' : scientific(value, { locale, format: plain, figures }))
  }
  const unit =
    grouping && format.style !== 'plain' && format.style !== 'percent' && max >= 10_000
      ? compactUnit(locale, max)
      : null
  // A unit does not shorten ticks that differ only in digits far behind its decimal point.
  const compact = unit !== null && stepDecimals(step / unit.scale) <= mostUnitDecimals ? unit : null
  const scale = compact?.scale ?? 1
  const decimals = stepDecimals((format.style === 'percent' ? step * 100 : step) / scale)
  const zero = decorator({ locale, format: plain, decimals: 0, fixed: false, grouping, suffix: '' })
  const write = decorator({ locale, format: plain, decimals, fixed: true, grouping, suffix: compact?.suffix ?? '' })
  return (value) => (value === 0 ? zero(0) : write(value / scale))
}

/** Returns a formatter for the ticks of an axis without a title: the last one alone has the unit. */
export function lastSignedFormatter(locale: string, format: NumberFormat, ticks: readonly number[]): NumberFormatter {
  const [plain, signed] = [false, true].map((hasSign) => axisFormatter(locale, format, ticks, { hasSign }))
  return (value) => (value === ticks.at(-1) ? signed : plain)?.(value) ?? ''
}

/** Returns the formatter for the ticks of a scale. sign: which of them have the unit. */
export function scaleFormatter(
  locale: string,
  format: NumberFormat,
  { ticks, isLog = false }: Pick<ValueScale, 'ticks' | 'isLog'>,
  sign: 'none' | 'last' | 'all',
  grouping = true,
): NumberFormatter {
  // The ticks of a logarithmic axis have no step in common.
  if (isLog)
    return (value) => {
      const hasSign = sign === 'all' || (sign === 'last' && value === ticks.at(-1))
      return axisFormatter(locale, format, [value], { grouping, hasSign })(value)
    }
  return sign === 'last'
    ? lastSignedFormatter(locale, format, ticks)
    : axisFormatter(locale, format, ticks, { grouping, hasSign: sign === 'all' })
}

/** Returns the unit or currency sign for an axis title; empty if there is none. */
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
  // A share next to 100% also needs decimals, because 100% means all of it.
  const isSmall = (share > 0 && share < 0.1) || (share > 0.99 && share < 1)
  const decimals = isSmall ? decimalsToSee(100 * Math.min(share, 1 - share), 1) : 0
  return decorate(share, { locale, format, decimals, fixed: false, grouping: true, suffix: '' })
}

/**
 * Writes a change like `+8.2%` or `−0.21 pp`: relative, or in percentage points for a measure that is itself a
 * percentage.
 */
export function formatChange(locale: string, change: number, kind: 'relative' | 'points'): string {
  const hundredths = change * 100
  const decimals = decimalsToSee(hundredths, kind === 'points' ? 2 : Math.abs(hundredths) >= 100 ? 0 : 1)
  const format: NumberFormat = { style: 'plain', decimals: null, currency: null, unit: '' }
  const options = { locale, format, decimals, fixed: true, grouping: true, suffix: '' }
  const text =
    kind === 'points'
      ? `${decorate(hundredths, options)} pp`
      : decorate(change, { ...options, format: { ...format, style: 'percent' } })
  return change > 0 ? `+${text}` : text
}

/** Returns the decimals that all of the values need, at most `most`. */
export function commonDecimals(values: readonly number[], most: number): number {
  // Rounding noise behind the significant digits needs no decimals, but the cents of large numbers must not be taken
  // for noise.
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

export function withoutUnit(format: NumberFormat): NumberFormat {
  return { ...format, unit: '' }
}

/** Smaller ticks would differ only in the last of many decimals. */
const smallestTicks = 1e-6
const mostUnitDecimals = 3
/** Smaller labels would all be zero with the decimals that they have in common. */
const smallestCommon = 0.01
/** A thousand of the largest unit: beyond that no unit makes a number short. */
const largestCompact = 1e15
interface CompactUnit {
  readonly scale: number
  readonly suffix: string
}

/** Powers of ten and their suffixes, the largest first. Other languages use the English ones. */
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

function stepDecimals(step: number): number {
  if (step === 0 || !Number.isFinite(step)) return 0
  let decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  while (decimals < 12 && Math.abs(step * 10 ** decimals - Math.round(step * 10 ** decimals)) > 1e-6) decimals++
  return Math.min(decimals, 12)
}
