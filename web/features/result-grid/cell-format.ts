import type { ColumnNumberFormat, NumberFormat } from '@tidemark/shared/query/number-format'
import { fullFormatter, notFiniteText } from '@tidemark/shared/charts/plot/numbers/format-number'
import { commonDecimals, compactFormatter } from '@tidemark/shared/charts/plot/numbers/number-labels'
import type { WrittenColumns } from '@tidemark/shared/charts/plot/plot'
import { chosenFormat, isGrouped } from '@tidemark/shared/charts/plot/read-columns'
import { autoFormat } from '@tidemark/shared/query/number-format'
import { columnNumberFormat, signedFormat } from '@tidemark/shared/charts/plot/numbers/signed-format'
import { isNumericType, isTemporalType, type CellValue, type Field } from '@tidemark/shared/query/field'
import type { NumberSign } from '@tidemark/shared/query/number-sign'
import type { ResultData } from '@tidemark/shared/query/run-query'

export interface ColumnFormat {
  readonly align: 'start' | 'center' | 'end'
  /** Formats a value; not called for null. */
  readonly toText: (value: CellValue) => string
  /** Returns the full value if the text rounds it; absent if it never does. */
  readonly toWhole?: (value: CellValue) => string | null
}

const sampledRows = 200

/**
 * Returns the format of each column of a result. Numbers use the reader's locale, the same decimals down a column and
 * their sign; 64-bit and decimal values show all digits; times are ISO without the T, with the fractions of a second
 * that the column needs; everything else is unchanged. Years and ids are not grouped. written: the chart's own format. formatOf: that of a
 * column alone, by its place.
 */
export function columnFormats(
  data: ResultData,
  locale: string,
  written?: WrittenColumns,
  formatOf?: (column: number) => NumberFormat | undefined,
): ColumnFormat[] {
  return data.fields.map((field, column) => {
    const values = data.columns[column] ?? []
    const own = formatOf?.(column) ?? (written === undefined ? autoFormat : chosenFormat(written, { field, values }))
    return formatOfValues(field, values, columnNumberFormat(own, data, field.name), locale)
  })
}

/** Returns the format of one column; a sample of its values determines the decimals. */
export function columnFormat(
  field: Field,
  values: readonly CellValue[],
  sign: NumberSign | undefined,
  locale: string,
): ColumnFormat {
  return formatOfValues(field, values, signedFormat(autoFormat, sign), locale)
}

function formatOfValues(
  field: Field,
  values: readonly CellValue[],
  format: ColumnNumberFormat,
  locale: string,
): ColumnFormat {
  if (format.bin !== undefined) {
    const write = fullFormatter({ locale, format })
    return { align: 'end', toText: (value) => (Number.isFinite(Number(value)) ? write(Number(value)) : String(value)) }
  }
  if (isNumericType(field.type)) {
    return {
      align: 'end',
      ...numberToText(field, values, format, locale, isGrouped({ field, values })),
    }
  }
  if (isTemporalType(field.type)) {
    // Buckets of days and longer are timestamps at midnight, whose time would only be noise.
    const isDays =
      field.type === 'timestamp' &&
      values.length > 0 &&
      values.every((value) => value === null || String(value).endsWith('T00:00:00'))
    if (isDays) return { align: 'end', toText: (value) => String(value).slice(0, 10) }
    const decimals = Math.max(
      0,
      ...values.slice(0, sampledRows).map((value) => partsOfTime(value).fraction?.length ?? 0),
    )
    return { align: 'end', toText: (value) => timeToText(value, decimals) }
  }
  return { align: field.type === 'time' ? 'end' : 'start', toText: String }
}

const secondsPattern = /:\d\d(?:\.(\d*?)0*)?((?:[+-]\d\d:\d\d|Z)?)$/

interface TimeParts {
  readonly whole: string
  readonly fraction: string | null
  readonly zone: string
}

/**
 * Splits a time. fraction: of its seconds, without trailing zeros; null for a day, or a value that is no time
 * (infinity).
 */
function partsOfTime(value: CellValue): TimeParts {
  const text = String(value).replace('T', ' ')
  const seconds = secondsPattern.exec(text)
  if (seconds === null) return { whole: text, fraction: null, zone: '' }
  return { whole: text.slice(0, seconds.index + 3), fraction: seconds[1] ?? '', zone: seconds[2] ?? '' }
}

function timeToText(value: CellValue, decimals: number): string {
  const { whole, fraction, zone } = partsOfTime(value)
  const digits = fraction?.padEnd(decimals, '0') ?? ''
  return `${whole}${digits === '' ? '' : `.${digits}`}${zone}`
}

function numberToText(
  field: Field,
  values: readonly CellValue[],
  format: NumberFormat,
  locale: string,
  grouping: boolean,
): Pick<ColumnFormat, 'toText' | 'toWhole'> {
  const isPercent = format.style === 'percent'
  const scale = isPercent ? undefined : /^DECIMAL\(\d+,\s*(\d+)\)$/i.exec(field.databaseType)?.[1]
  const shown = (value: number) => (isPercent ? Number((value * 100).toPrecision(exactFigures)) : value)
  const sample = values
    .slice(0, sampledRows)
    .filter((value) => value !== null)
    .map((value) => shown(Number(value)))
    .filter(Number.isFinite)
  const sampled = scale === undefined ? decimalsOf(sample) : Number(scale)
  // Currencies are not written with one decimal, like 12.5.
  const decimals = format.decimals ?? (format.style === 'currency' && sampled === 1 ? 2 : sampled)
  const write = fullFormatter({ locale, format, maxDecimals: decimals, fixedDecimals: true, grouping })
  const tiny = fullFormatter({ locale, format, grouping })
  const compact = format.style === 'compact' ? compactFormatter(locale, format) : null
  const oneDigit = fullFormatter({ locale, format, maxDecimals: 0 })
  const toText = (value: CellValue) => {
    const number = Number(value)
    if (!Number.isFinite(number)) return notFiniteText(number)
    if (compact !== null) return compact(number)
    if (typeof value === 'string' && isInDigits(value) && !isExactAsDouble(value) && !isPercent) {
      const digits = groupDigits(value.replace('-', ''), locale, grouping)
      // Digits that a double would round replace the single formatted digit.
      return oneDigit(Math.sign(number)).replace(/\d/, digits)
    }
    return number !== 0 && Math.abs(shown(number)) < 0.5 * 10 ** -decimals ? tiny(number) : write(number)
  }
  if (scale !== undefined && compact === null && format.decimals === null) return { toText }
  const whole = fullFormatter({ locale, format, maxDecimals: exactFigures, grouping })
  const digitsOf = (text: string) => (isInDigits(text) ? groupDigits(text, locale, grouping) : text)
  const wholeOf = (value: number) => {
    if (isPercent) return Number(shown(value).toFixed(decimals)) === shown(value) ? null : whole(value)
    const text = String(value)
    return isInDigits(text) && Number(value.toFixed(decimals)) === value ? null : digitsOf(text)
  }
  const toWhole = (value: CellValue) => {
    if (!Number.isFinite(Number(value))) return null
    if (typeof value === 'string' && (compact !== null || format.decimals !== null)) return digitsOf(value)
    if (typeof value === 'number' && compact !== null) return digitsOf(String(value))
    const text = typeof value === 'number' ? wholeOf(value) : null
    return text === toText(value) ? null : text
  }
  return { toText, toWhole }
}

/** The exact digits of a percentage; further ones come from multiplying by a hundred. */
const exactFigures = 15
/** Up to this many decimals somebody wrote them and wants to see them; more come from calculations. */
const mostWrittenDecimals = 6
/** Beyond this many digits sums of doubles have rounding noise. */
const certainFigures = 12

/** A number smaller than this share of the others, and than a hundredth, gets more decimals. */
const smallPart = 1e-4
const smallNumber = 0.005

function decimalsOf(numbers: readonly number[]): number {
  const sizes = numbers.map(Math.abs).filter((size) => size > 0)
  const usual = sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 0
  const sample = numbers.filter((number) => Math.abs(number) >= Math.min(usual * smallPart, smallNumber))
  const written = commonDecimals(sample, mostWrittenDecimals + 1)
  const figures = largestOf(sample).toFixed(0).length + written
  const isWritten = written <= mostWrittenDecimals && figures <= certainFigures
  return isWritten ? written : commonDecimals(sample, mostDecimals(sample))
}

function largestOf(sample: readonly number[]): number {
  return sample.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
}

/** Returns the most useful decimals: fewer for larger numbers. */
function mostDecimals(sample: readonly number[]): number {
  const largest = largestOf(sample)
  return largest >= 10 ? 2 : largest >= 1 ? 3 : 4
}

function isExactAsDouble(text: string): boolean {
  return text.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15
}

/** Returns false for a power of ten, like 1e-7. */
function isInDigits(text: string): boolean {
  return /^-?\d+(?:\.\d*)?$/.test(text)
}

/** Formats all digits of a number that a double would round. */
function groupDigits(text: string, locale: string, grouping: boolean): string {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const sign = text.startsWith('-') ? '−' : ''
  const integer = new Intl.NumberFormat(locale, { useGrouping: grouping, numberingSystem: 'latn' }).format(
    BigInt(whole),
  )
  const separator =
    new Intl.NumberFormat(locale).formatToParts(1.5).find((part) => part.type === 'decimal')?.value ?? '.'
  return sign + integer.replace(/[\s\u00a0\u202f]/g, '\u202f') + (fraction === '' ? '' : separator + fraction)
}
