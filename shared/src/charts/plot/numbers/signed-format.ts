import { percentSign, type NumberSign } from '../../../query/number-sign'
import { shownOf, type ResultData } from '../../../query/run-query'
import type { ColumnNumberFormat, NumberFormat } from '../../../query/number-format'

/** Returns the sign of a column's numbers in their source. */
export function signOf(
  { signs }: Pick<ResultData, 'signs'>,
  column: string | null | undefined,
): NumberSign | undefined {
  return signs !== undefined && typeof column === 'string' && Object.hasOwn(signs, column) ? signs[column] : undefined
}

/**
 * Returns the format for a column's numbers: the chart's own choices, then the settings of the column, then the sign in
 * its source.
 */
export function columnNumberFormat(
  format: NumberFormat,
  data: Pick<ResultData, 'signs' | 'shown'>,
  column: string | null | undefined,
): ColumnNumberFormat {
  const { format: said, bin } = typeof column === 'string' ? shownOf(data, column) : {}
  const signed = signedFormat(said === undefined ? format : formatOver(format, said), signOf(data, column))
  return bin === undefined ? signed : { ...signed, bin }
}

/** Puts a chart's own choices over the settings of a column. */
function formatOver(own: NumberFormat, said: NumberFormat): NumberFormat {
  const isOther = own.style !== 'auto' && own.style !== said.style
  if (isOther && (hasOwnSign(own) || hasOwnSign(said))) return own
  const decimals = own.decimals ?? said.decimals
  const currency = own.currency ?? said.currency
  if (own.unit !== '') return { ...own, decimals }
  return { ...said, style: own.style === 'auto' ? said.style : own.style, currency, decimals }
}

function hasOwnSign({ style }: NumberFormat): boolean {
  return style === 'percent' || style === 'currency'
}

/** Returns the format for numbers with a sign in their source. A format that somebody chose wins. */
export function signedFormat(format: NumberFormat, sign: NumberSign | undefined): NumberFormat {
  if (sign === undefined || format.style !== 'auto' || format.unit !== '') return format
  if (sign === percentSign) return { ...format, style: 'percent' }
  const currency = currenciesBySign.get(sign) ?? (codesWithSign.has(sign) ? sign : null)
  if (currency !== null) return { ...format, style: 'currency', currency }
  // An ambiguous sign is only repeated: ¥, for example, has cents in one country but not in the other.
  return /^[A-Z]{3}$/.test(sign) ? { ...format, style: 'currency', unit: sign } : { ...format, unit: sign }
}

/** One currency for each sign that stands for one; the file does not say whose dollars it means. */
const currenciesBySign: ReadonlyMap<NumberSign, string> = new Map([
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₺', 'TRY'],
  ['₽', 'RUB'],
  ['₴', 'UAH'],
  ['₪', 'ILS'],
  ['₫', 'VND'],
  ['₱', 'PHP'],
])
/** Currency codes whose sign is not shared with another currency here: Canadian dollars would be written as `$`. */
const codesWithSign: ReadonlySet<string> = new Set([...currenciesBySign.values(), 'BRL', 'CHF', 'CZK', 'HUF', 'PLN'])
