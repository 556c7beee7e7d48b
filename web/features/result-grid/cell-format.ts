import { commonDecimals, fullFormatter } from '@tidemark/shared/charts/plot/format-number'
import { isNumericType, isTemporalType, type CellValue, type Field } from '@tidemark/shared/query/field'
import type { ResultData } from '@tidemark/shared/query/run-query'

export interface ColumnFormat {
  readonly align: 'start' | 'end'
  /** A value as text; not called for null. */
  readonly toText: (value: CellValue) => string
}

const sampledRows = 200
const mostDecimals = 4
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
    return { align: 'end', toText: numberToText(field, values, locale, !isName) }
  }
  if (isTemporalType(field.type)) return { align: 'end', toText: (value) => String(value).replace('T', ' ') }
  return { align: field.type === 'time' ? 'end' : 'start', toText: String }
}

function numberToText(field: Field, values: readonly CellValue[], locale: string, grouping: boolean): (value: CellValue) => string {
  const scale = /^DECIMAL\(\d+,\s*(\d+)\)$/i.exec(field.databaseType)?.[1]
  const sample = values.slice(0, sampledRows).filter((value) => value !== null).map(Number).filter(Number.isFinite)
  const decimals = scale === undefined ? commonDecimals(sample, mostDecimals) : Number(scale)
  const format = fullFormatter({ locale, format: plainFormat, maxDecimals: decimals, fixedDecimals: true, grouping })
  const tiny = fullFormatter({ locale, format: plainFormat, grouping })
  return (value) => {
    const number = Number(value)
    if (!Number.isFinite(number)) return String(value)
    if (typeof value === 'string' && !isExactAsDouble(value)) return groupDigits(value, locale, grouping)
    return number !== 0 && Math.abs(number) < 0.5 * 10 ** -decimals ? tiny(number) : format(number)
  }
}

function isExactAsDouble(text: string): boolean {
  return text.replace(/[-.]/g, '').replace(/^0+/, '').length <= 15
}

/** All digits of a number that a double would round. */
function groupDigits(text: string, locale: string, grouping: boolean): string {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const sign = text.startsWith('-') ? '−' : ''
  const integer = new Intl.NumberFormat(locale, { useGrouping: grouping, numberingSystem: 'latn' }).format(BigInt(whole))
  const separator = new Intl.NumberFormat(locale).formatToParts(1.5).find((part) => part.type === 'decimal')?.value ?? '.'
  return sign + integer.replace(/[\s\u00a0\u202f]/g, '\u202f') + (fraction === '' ? '' : separator + fraction)
}
