import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { DatasetFormat } from '@tidemark/shared/datasets/dataset'
import { describe, expect, test } from 'vitest'
import { quoteText } from '@/server/engine/sql/sql-quoting'
import { importBytes, tryBytes, typesOf, type ImportedTable } from '@testkit/datasets/import-fixture'
import { rowXml, workbookOf } from '@testkit/datasets/xlsx-fixture'

/** Imports a file, then another one in its place; returns the second import. */
async function inPlaceOf(format: DatasetFormat, before: string | Uint8Array, after: string | Uint8Array) {
  const { columns } = await importBytes(format, before)
  return importBytes(format, after, null, columns)
}

async function parquetOf(select: string): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-parquet-'))
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    const path = join(folder, 'made.parquet')
    await connection.run(`COPY (${select}) TO ${quoteText(path)} (FORMAT parquet)`)
    return await readFile(path)
  } finally {
    connection.closeSync()
    instance.closeSync()
    await rm(folder, { recursive: true })
  }
}

/** Writes one column of text as CSV. */
const csv = (...values: readonly string[]) => ['v,n', ...values.map((value) => `"${value}",x`)].join('\n')
const firstOf = ({ columns, rows }: ImportedTable) => [columns[0]?.databaseType, ...rows.map(([value]) => value)]

describe('a file in the place of an earlier one', () => {
  test.each([
    ['codes, for once without leading zeros', ['01067', '12345'], ['12345'], ['VARCHAR', '12345']],
    ['texts that are all numbers now, as they are written', ['soon'], ['1.50', '12%'], ['VARCHAR', '1.50', '12%']],
    ['fractions that are all whole', ['1.5', '2'], ['3', '4'], ['DOUBLE', 3, 4]],
    ['fractions that have all as many digits', ['1.5', '2'], ['3.25', '4.25'], ['DOUBLE', 3.25, 4.25]],
    ['money that is all whole', ['1.50', '2.25'], ['3', '4'], ['DECIMAL(18,2)', '3.00', '4.00']],
    ['whole numbers with a point', ['1', '2'], ['3.0', '4.0'], ['INTEGER', 3, 4]],
    ['large numbers that are small', ['3000000000'], ['5'], ['BIGINT', '5']],
    ['times that are all of midnight', ['2024-01-01 12:30'], ['2024-01-02'], ['TIMESTAMP', '2024-01-02 00:00:00']],
    ['numbers of which none is there', ['1.5'], ['', ''], ['DOUBLE', null, null]],
    ['percentages of which none is there', ['12%'], [''], ['DOUBLE', null]],
    ['dates, day first, which could be the other way round', ['31/12/2024'], ['03/04/2025'], ['DATE', '2025-04-03']],
    ['dates, month first', ['12/31/2024'], ['03/04/2025'], ['DATE', '2025-03-04']],
  ] as const)('keeps the type of %s', async (_, before, after, wanted) => {
    expect(firstOf(await inPlaceOf('csv', csv(...before), csv(...after)))).toEqual(wanted)
  })

  test.each([
    ['fractions among whole numbers', ['1'], ['1.5'], ['DOUBLE', 1.5]],
    ['a third digit of money', ['1.50'], ['1.505'], ['DECIMAL(18,3)', '1.505']],
    ['more digits than a double holds', ['1.5'], ['9007199254740993'], ['BIGINT', '9007199254740993']],
    ['a number beyond all that a type holds', ['1'], ['9223372036854775807'], ['BIGINT', '9223372036854775807']],
    ['texts among numbers', ['1'], ['1', 'many'], ['VARCHAR', '1', 'many']],
    ['a time of day', ['2024-01-01'], ['2024-01-02 08:00'], ['TIMESTAMP', '2024-01-02 08:00:00']],
    ['dates that are certain to be the other way round', ['31/12/2024'], ['12/31/2024'], ['DATE', '2024-12-31']],
    ['numbers where dates were', ['2024-01-01'], ['7'], ['INTEGER', 7]],
    ['numbers that are no percentages any more', ['12%'], ['12'], ['INTEGER', 12]],
  ] as const)('takes the type that holds %s', async (_, before, after, wanted) => {
    expect(firstOf(await inPlaceOf('csv', csv(...before), csv(...after)))).toEqual(wanted)
  })

  test('says of text what its values could be, and not how they would have been read', async () => {
    const { columns, notes } = await inPlaceOf('csv', csv('soon'), csv('12%', '5%'))
    expect(columns[0]).toMatchObject({ type: 'text', foundType: 'number' })
    expect(columns[0]).not.toHaveProperty('sign')
    expect(notes).toEqual([])
    const { columns: same } = await inPlaceOf('csv', csv('soon'), csv('later'))
    expect(same[0]).not.toHaveProperty('foundType')
  })

  test('keeps the sign of an empty column, and says which of its values are empty', async () => {
    const { columns, notes } = await inPlaceOf('csv', csv('€5', '€6'), csv('-', ''))
    expect(columns[0]).toMatchObject({ type: 'integer', sign: '€', nullCount: 2 })
    expect(notes.map(({ message }) => message)).toEqual(['In v 1 value such as - was read as empty.'])
  })

  test('asks nobody about values that fit a text as it was', async () => {
    const numbers = Array.from({ length: 50 }, (_, index) => String(index + 1))
    const { columns } = await importBytes('csv', csv('a'))
    const { result: asked } = await tryBytes('csv', csv(...numbers, 'b'), 'ask')
    expect(asked.kind).toBe('bad-rows')
    const { result } = await tryBytes('csv', csv(...numbers, 'b'), 'ask', null, columns)
    expect(result.kind).toBe('done')
  })

  test('finds columns by their names, whatever their order and letter case', async () => {
    expect(typesOf(await inPlaceOf('csv', 'Zip,n\n01,1.5\n', 'n,ZIP,new\n2,3,4\n'))).toBe(
      'n:DOUBLE ZIP:VARCHAR new:INTEGER',
    )
  })

  test('of Parquet keeps whole numbers that became fractions to have room for empty ones', async () => {
    const before = await parquetOf(`SELECT 7 AS v, 'a' AS code, 1.5::DOUBLE AS n, DATE '2024-01-01' AS day`)
    const after = await parquetOf('SELECT 8.0::DOUBLE AS v, 12 AS code, 9007199254740993 AS n, NULL::INTEGER AS day')
    const table = await inPlaceOf('parquet', before, after)
    expect(typesOf(table)).toBe('v:INTEGER code:VARCHAR n:BIGINT day:DATE')
    expect(table.rows).toEqual([[8, '12', '9007199254740993', null]])
  })

  test('of a workbook does the same', async () => {
    const book = (values: readonly (string | number)[]) =>
      workbookOf({ sheets: [{ name: 'One', rows: [['zip', 'rate'], values].map(rowXml).join('') }] })
    expect(typesOf(await inPlaceOf('xlsx', book(['01067', 1.5]), book([12345, 2])))).toBe('zip:VARCHAR rate:DOUBLE')
  })

  test('of JSON does the same', async () => {
    const rows = (...values: readonly unknown[]) => values.map((v) => JSON.stringify({ v })).join('\n')
    const cases: readonly (readonly [before: unknown, after: unknown, wanted: unknown])[] = [
      [1.5, 2, ['DOUBLE', 2]],
      ['31/12/2024', '03/04/2025', ['DATE', '2025-04-03']],
      ['soon', '12%', ['VARCHAR', '12%']],
      ['007', 7, ['VARCHAR', '7']],
      [1, null, ['INTEGER', null]],
    ]
    for (const [before, after, wanted] of cases)
      expect(firstOf(await inPlaceOf('ndjson', rows(before), rows(after)))).toEqual(wanted)
  })
})
