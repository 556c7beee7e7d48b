import type { DuckDBConnection } from '@duckdb/node-api'
import type { DatasetFormat, ImportNote } from '@tidemark/shared/datasets/dataset'
import type { FieldType } from '@tidemark/shared/query/field'
import { quoteName, quoteText } from '@/server/engine/sql/sql-quoting'
import { readRows } from '../import-source'
import type { TableProfile } from './profile-parquet'

const sheetFormats: ReadonlySet<DatasetFormat> = new Set(['csv', 'tsv', 'xlsx'])
const numberTypes: ReadonlySet<FieldType> = new Set(['integer', 'bigint', 'number', 'decimal'])
/** Names of total rows in English, German, French, Italian, Spanish, Portuguese and Dutch. */
const totalName =
  /^((grand|overall) )?totals?:?$|^(sum|gesamt|gesamtsumme|summe|insgesamt|somme|total général|totale|suma|soma|totaal):?$/i
const shownNames = 3

/**
 * Returns a note if the last row of a sheet is called a total and at least one of its numbers is the sum of those
 * above. It would be counted twice, and only a person can remove it from their file.
 */
export async function totalRowNotes(
  connection: DuckDBConnection,
  format: DatasetFormat,
  path: string,
  { rowCount, columns }: TableProfile,
): Promise<readonly ImportNote[]> {
  const texts = columns.filter(({ type }) => type === 'text').map(({ name }) => quoteName(name))
  const numbers = columns.filter(({ type }) => numberTypes.has(type)).map(({ name }) => name)
  if (!sheetFormats.has(format) || rowCount < 3 || texts.length === 0 || numbers.length === 0) return []
  const from = `read_parquet(${quoteText(path)}, file_row_number = true)`
  const isLast = `file_row_number = ${rowCount - 1}`
  const label = texts.length === 1 ? texts.join('') : `coalesce(${texts.join(', ')})`
  const [[called] = []] = await readRows(connection, `SELECT trim(${label}) FROM ${from} WHERE ${isLast}`)
  if (typeof called !== 'string' || !totalName.test(called)) return []
  const areSums = numbers.map((name) => {
    const value = `CAST(${quoteName(name)} AS DOUBLE)`
    const last = `max(${value}) FILTER (${isLast})`
    // Sums of fractions may differ in their last digits.
    return `coalesce(${last} <> 0 AND abs(sum(${value}) - 2 * ${last}) <= 1e-9 * sum(abs(${value})), false)`
  })
  const [found = []] = await readRows(connection, `SELECT ${areSums.join(', ')} FROM ${from}`)
  const sums = numbers.filter((_, index) => found[index] === true)
  if (sums.length === 0) return []
  const more = sums.length > shownNames ? ` and ${sums.length - shownNames} more` : ''
  return [
    {
      message: `The last row (“${called}”) has the sums of the rows above it (${sums.slice(0, shownNames).join(', ')}${more}) and counts as a row like them.`,
    },
  ]
}
