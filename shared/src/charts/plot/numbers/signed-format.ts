import { percentSign, type NumberSign } from '../../../query/number-sign'
import type { ResultData } from '../../../query/run-query'
import { defaultVisual, type NumberFormat } from '../../chart-visual'

/** Numbers as they come. */
export const autoFormat: NumberFormat = defaultVisual.format

/** The sign that a column's numbers came with. */
export function signOf(
  { signs }: Pick<ResultData, 'signs'>,
  column: string | null | undefined,
): NumberSign | undefined {
  return signs !== undefined && typeof column === 'string' && Object.hasOwn(signs, column) ? signs[column] : undefined
}

/** How numbers are written that came with a sign. A format that somebody chose wins. */
export function signedFormat(format: NumberFormat, sign: NumberSign | undefined): NumberFormat {
  if (sign === undefined || format.style !== 'auto' || format.unit !== '') return format
  if (sign === percentSign) return { ...format, style: 'percent' }
  const currency = currenciesBySign.get(sign) ?? (codesWithSign.has(sign) ? sign : null)
  if (currency !== null) return { ...format, style: 'currency', currency }
  // Of what the sign leaves open (¥ has cents in one country only) no more is said than it.
  return /^[A-Z]{3}$/.test(sign) ? { ...format, style: 'currency', unit: sign } : { ...format, unit: sign }
}

/** One currency each that is written with just this sign, wherever that then stands: the file does not say whose dollars. */
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
/** Codes of currencies that do not share their sign with others of a file's columns: dollars of Canada would be `$`. */
const codesWithSign: ReadonlySet<string> = new Set([...currenciesBySign.values(), 'BRL', 'CHF', 'CZK', 'HUF', 'PLN'])
