import { commonDecimals, fullFormatter } from '@tidemark/shared/charts/plot/format-number'
import { isNumericType, isTemporalType, type CellValue, type Field } from '@tidemark/shared/query/field'
import type { ResultData } from '@tidemark/shared/query/run-query'

export interface ColumnFormat {
  readonly align: 'start' | 'end'
  /** A value as text; not called for null. */
  readonly toText: (value: CellValue) => string
  /** The whole value where that text rounds it; absent where it never does. */
  readonly toWhole?: (value: CellValue) => string | null
}

const sampledRows = 200
const plainFormat = { style: 'auto', decimals: null, currency: null, unit: '' } as const

/**
 * How each column of a result is written: numbers in the reader's locale with the same decimals down a column, 64-bit and
 * decimal values to their last digit, times as ISO without the T, everything else as it is. Years and ids are not grouped.
 */
export function columnFormats(data: ResultData, locale: string): ColumnFormat[] {
  return data.fields.map((field, column) => columnFormat(field, data.columns[column] ?? [], locale))
}

function columnFormat(field: Field, values: readonly CellValue[], locale: string): ColumnFormat {
  if (isNumericType(field.type)) {
    const isName = /(^|_)(year|id)$/i.test(field.name)
    return { align: 'end', ...numberToText(field, values, locale, !isName) }
  }
  if (isTemporalType(field.type)) {
    // Buckets of days and longer are timestamps at midnight; the hour would only be noise.
    const isDays =
      field.type === 'timestamp' &&
      values.length > 0 &&
      values.every((value) => value === null || String(value).endsWith('T00:00:00'))
    return { align: 'end', toText: (value) => (isDays ? String(value).slice(0, 10) : String(value).replace('T', ' ')) }
  }
  return { align: field.type === 'time' ? 'end' : 'start', toText: String }
}

function numberToText(
  field: Field,
  values: readonly CellValue[],
  locale: string,
  grouping: boolean,
): Pick<ColumnFormat, 'toText' | 'toWhole'> {
  const scale = /^DECIMAL\(\d+,\s*(\d+)\)$/i.exec(field.databaseType)?.[1]
  const sample = values
    .slice(0, sampledRows)
    .filter((value) => value !== null)
    .map(Number)
    .filter(Number.isFinite)
  const decimals = scale === undefined ? decimalsOf(sample) : Number(scale)
  const format = fullFormatter({ locale, format: plainFormat, maxDecimals: decimals, fixedDecimals: true, grouping })
  const tiny = fullFormatter({ locale, format: plainFormat, grouping })
  const toText = (value: CellValue) => {
    const number = Number(value)
    if (!Number.isFinite(number)) return String(value)
    if (typeof value === 'string' && !isExactAsDouble(value)) return groupDigits(value, locale, grouping)
    return number !== 0 && Math.abs(number) < 0.5 * 10 ** -decimals ? tiny(number) : format(number)
  }
  if (scale !== undefined) return { toText }
  const toWhole = (value: CellValue) => {
    if (typeof value !== 'number') return null
    const text = String(value)
    if (text.includes('e')) return text
    return Number(value.toFixed(decimals)) === value ? null : groupDigits(text, locale, grouping)
  }
  return { toText, toWhole }
}

/** So many are written by somebody, who wants to see them; more are left by calculating. */
const mostWrittenDecimals = 6
/** Beyond these figures sums of doubles have digits of their own. */
const certainFigures = 12

function decimalsOf(sample: readonly number[]): number {
  const written = commonDecimals(sample, mostWrittenDecimals + 1)
  const figures = largestOf(sample).toFixed(0).length + written
  const isWritten = written <= mostWrittenDecimals && figures <= certainFigures
  return isWritten ? written : commonDecimals(sample, mostDecimals(sample))
}

function largestOf(sample: readonly number[]): number {
  return sample.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
}

/** The larger the numbers of a column, the fewer decimals say something. */
function mostDecimals(sample: readonly number[]): number {
  const largest = largestOf(sample)
  return largest >= 10 ? 2 : largest >= 1 ? 3 : 4
}

function isExactAsDouble(text: string): boolean {
  return text.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15
}

/** All digits of a number that a double would round. */
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
