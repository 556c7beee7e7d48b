import type { DuckDBConnection } from '@duckdb/node-api'
import {
  hasDecimalPoints,
  hasDotDates,
  isAmountColumn,
  isCommaColumn,
  type ColumnEvidence,
  type Commas,
} from '../types/column-type'
import { mustAt, readRows } from '../import-source'

/**
 * Finds the meaning of commas within the numbers of a CSV file. A file separated by semicolons is so because its commas are decimal;
 * one separated by commas quotes those that group thousands, unless it was written by a spreadsheet where people write
 * decimal ones; others may hold either. One more scan of `from`, where that is in question.
 */
export async function commasOf(
  connection: DuckDBConnection,
  from: string,
  texts: readonly string[],
  { delimiter, evidence }: { readonly delimiter: string; readonly evidence: readonly ColumnEvidence[] },
): Promise<Commas> {
  if (delimiter !== ',') return delimiter === ';' ? 'decimal' : 'either'
  if (evidence.some(hasDecimalPoints)) return 'grouping'
  const plain = evidence.some(hasDotDates) ? anyDecimal : plainDecimal
  const questions = evidence.flatMap((column, index) => {
    const text = mustAt(texts, index)
    if (isCommaColumn(column)) return [decimalSql(text, plain)]
    return isAmountColumn(column) ? [decimalSql(text, signedDecimal)] : []
  })
  if (questions.length === 0) return 'grouping'
  const [answers = []] = await readRows(connection, `SELECT ${questions.flat().join(', ')} FROM ${from}`)
  const hasCommas = answers.some((answer, index) => index % 2 === 0 && answer === true)
  const hasPoints = answers.some((answer, index) => index % 2 === 1 && answer === true)
  return hasCommas && !hasPoints ? 'decimal' : 'grouping'
}

/** `-1,5`, `0,25`, `3,05`, `1234,5` and `1.250,75`; `12,34` may be two numbers. */
const plainDecimal = '-[0-9.]+,[0-9]+|0,[0-9]{2,}|[0-9]+,0[0-9]+|[0-9]{4,},[0-9]{1,2}|[0-9]{1,3}([.][0-9]{3})+,[0-9]+'
/** Matches any decimal comma: a file that writes 31.12.2024 also writes decimal commas. */
const anyDecimal = '.*,.*'
/** `12,5 %`: beside a sign there is one number. `(3,4)` may be a point, and `₹1,23,456` has its thousands grouped as in India. */
const signedDecimal = '[^(,]*[0-9],([0-9]{1,2}|[0-9]{4,})([^0-9,][^,]*)?'
const pointDecimal = '.*[.][0-9]{1,2}([^0-9].*)?'

/** Two conditions: that the text values `v` have decimal commas, and that they have decimal points. */
function decimalSql(v: string, comma: string): readonly string[] {
  return [comma, pointDecimal].map((pattern) => `coalesce(bool_or(regexp_full_match(trim(${v}), '${pattern}')), false)`)
}
