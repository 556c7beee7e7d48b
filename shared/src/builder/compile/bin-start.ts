import type { BuilderDialect, TypedColumn } from '../dialects/builder-dialect'
import { binary, call, cast, numberLiteral, value, type SqlExpression } from './sql-node'

/**
 * The beginning of the bin that a number lies in: exact for whole numbers and decimals, where the database has those. of: exact
 * already. width: in digits, above zero.
 */
export function binStart(
  of: SqlExpression,
  width: string,
  { type }: TypedColumn,
  { doubleType, wideType, asDecimal, decimalsAreDoubles }: BuilderDialect,
): SqlExpression {
  const [whole = '', fraction = ''] = width.split('.')
  // A width of `digits / parts`.
  const digits = numberLiteral(Number(whole + fraction))
  const parts = numberLiteral(10 ** fraction.length)
  const isWhole = type === 'integer' || type === 'bigint'
  const inParts = (number: SqlExpression) => (fraction === '' ? number : binary(number, '*', parts))
  if (type === 'number' || (decimalsAreDoubles === true && (fraction !== '' || !isWhole))) {
    // In doubles 0.29 is a little less than 29 hundredths.
    const near = binary(binary(inParts(cast(of, doubleType)), '/', digits), '+', numberLiteral(1e-9))
    const start = binary(call('floor', near), '*', digits)
    return fraction === '' ? start : binary(start, '/', parts)
  }
  // In some databases the floor of a whole number is a double, and its product of 64 bits has no place.
  const number = isWhole ? inParts(cast(of, wideType)) : cast(call('floor', inParts(of)), wideType)
  const past = binary(binary(binary(number, '%', digits), '+', digits), '%', digits)
  const start = binary(number, '-', past)
  if (fraction === '') return start
  return binary(asDecimal(start), '*', value(`0.${'0'.repeat(fraction.length - 1)}1`, 'decimal'))
}
