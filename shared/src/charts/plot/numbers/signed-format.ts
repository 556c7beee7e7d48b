import { percentSign, type NumberSign } from '../../../query/number-sign'
import type { ResultData } from '../../../query/run-query'
import { defaultVisual, type NumberFormat } from '../../chart-visual'

/** The format that writes numbers as they are. */
export const autoFormat: NumberFormat = defaultVisual.format

/** Returns the sign of a column's numbers in their source. */
export function signOf(
  { signs }: Pick<ResultData, 'signs'>,
  column: string | null | undefined,
): NumberSign | undefined {
  return signs !== undefined && typeof column === 'string' && Object.hasOwn(signs, column) ? signs[column] : undefined
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
