import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quoteText } from '@/server/engine/sql/sql-quoting'
import { gatherEvidence } from './column-evidence'

let instance: DuckDBInstance
let connection: DuckDBConnection
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:')
  connection = await instance.connect()
})
afterAll(() => {
  connection.closeSync()
  instance.closeSync()
})

/** Gathers the evidence of a column with these values. repeated: how often the first one occurs. */
async function evidenceOf(values: readonly string[], repeated: number) {
  const [first = '', ...others] = values
  const rest = others.map((value) => `UNION ALL SELECT ${quoteText(value)}`).join(' ')
  const from = `(SELECT ${quoteText(first)} AS v FROM range(${repeated}) ${rest})`
  const [evidence] = await gatherEvidence(connection, from, ['v'])
  if (evidence === undefined) throw new Error('no evidence')
  const { classes, maxDigitsBeforePoint, minScale, maxScale, ...counts } = evidence
  return { traits: { classes, maxDigitsBeforePoint, minScale, maxScale }, counts }
}

test.each<readonly string[]>([
  ['1', '-999999999', '0'],
  ['1', '1000000000', '-9223372036854775808'],
  ['1', '9223372036854775808'],
  ['1', '-0'],
  ['1', '007'],
  ['1', '+5'],
  ['1', ' 5 '],
  ['1', 'NA'],
  ['1', ''],
  ['1', '2.5'],
  ['0.5', '12', '-3.25'],
  ['0.50', '-0.25', '12345678.75'],
  ['0.50', '-0.00'],
  ['0.50', '.55'],
  ['0.50', ' 0.75'],
  ['0.50', '123456789012345678.25'],
  ['1.234', '-999.000', '0.500', '-1000.125'],
  ['1.234', '-0.999'],
  ['1', '999999999999999999', '-1000000000000000000'],
  ['0.5', '1.234', '-999.000'],
  ['0.5', '0.234', '1234.567'],
  ['0.50', '123456.75'],
  ['0.5', '0.1234567890123456'],
  ['0.5', '0.12345678901234567890'],
  ['0.5', '.5'],
  ['0.5', '1e5'],
  ['0.5', '1234567890'],
  ['0.5', 'inf'],
  ['0.5', 'nan'],
  ['true', 'FALSE'],
  ['true', 't'],
  ['yes', 'NO', 'true'],
  ['2024-02-29', '0001-01-01'],
  ['2024-02-29', '2023-02-29'],
  ['2024-02-29', '0044-03-15 (BC)'],
  ['2024-02-29', '10000-01-01'],
  ['2024-02-29', 'infinity'],
  ['2024-02-29 10:00:00', '2024-02-29T10:00:00.5', '2024-02-29 10:00:00.50'],
  ['2024-02-29 10:00:00', '10000-01-01 00:00:00'],
  ['2024-02-29 10:00:00', '0044-03-15 10:00:00 (BC)'],
  ['2024-02-29 10:00:00', '2024-02-29 10:00:00+02'],
  ['word', '', 'Łódź'],
  ['word', '12 words', '1,234', '1.5'],
  ['word', ' word', '—'],
  ['word', 'Mar 1, 2024 10:00 PM'],
  ['a text that is a long one', 'CHF 12', 'Mar 1, 2024', 'none', 'true'],
])('casts say of a long table what patterns say of a short one: %s, %s', async (...values) => {
  const [short, long] = [await evidenceOf(values, 1), await evidenceOf(values, 1500)]
  expect(long.traits).toEqual(short.traits)
  const { valueCount, numberCount, dateCount } = short.counts
  const times = (count: number) => (count === valueCount ? count + 1499 : count)
  expect(long.counts.valueCount).toBe(valueCount + 1499)
  expect(long.counts.noCount).toBe(short.counts.noCount)
  if (numberCount === valueCount || dateCount === valueCount)
    expect([long.counts.numberCount, long.counts.dateCount]).toEqual([times(numberCount), times(dateCount)])
})
