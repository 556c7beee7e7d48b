import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test } from 'vitest'
import { importBytes } from '@testkit/datasets/import-fixture'
import { rowXml, workbookOf } from '@testkit/datasets/xlsx-fixture'

type Value = string | number
type Format = (typeof formats)[number]
const formats = ['csv', 'json', 'xlsx', 'sqlite'] as const

/** Creates a file with a column `v` of these values, and a name beside each. */
async function fileOf(format: Format, values: readonly Value[]): Promise<string | Uint8Array> {
  switch (format) {
    case 'csv':
      return ['v,name', ...values.map((value) => `"${value}",x`)].join('\n')
    case 'json':
      return JSON.stringify(values.map((v) => ({ v, name: 'x' })))
    case 'xlsx':
      return workbookOf({
        sheets: [{ name: 'One', rows: [['v', 'name'], ...values.map((value) => [value, 'x'])].map(rowXml).join('') }],
      })
    case 'sqlite':
      return sqliteOf(values)
  }
}

async function sqliteOf(values: readonly Value[]): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-same-'))
  try {
    const database = new DatabaseSync(join(folder, 'made.db'))
    database.exec('CREATE TABLE t (v, name)')
    const insert = database.prepare("INSERT INTO t VALUES (?, 'x')")
    for (const value of values) insert.run(value)
    database.close()
    return await readFile(join(folder, 'made.db'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe.each(formats)('a column of a file in %s', (format) => {
  test.each<readonly [string, readonly Value[], string, readonly unknown[]]>([
    ['marks of missing values among whole numbers', [1, 'n/a', 3, '-'], 'INTEGER', [1, null, 3, null]],
    ['marks among fractions', [1.5, 'NaN', 2, '#DIV/0!'], 'DOUBLE', [1.5, null, 2, null]],
    ['infinite numbers among others', [1, 'inf', '-Infinity'], 'DOUBLE', [1, 'Infinity', '-Infinity']],
    ['infinite numbers alone', ['inf', '-inf'], 'VARCHAR', ['inf', '-inf']],
    ['yes and no', ['yes', 'No', 'NA'], 'BOOLEAN', [true, false, null]],
    ['true and false', ['true', 'FALSE'], 'BOOLEAN', [true, false]],
    ['the code of Norway alone', ['NO', 'no', 'n/a'], 'VARCHAR', ['NO', 'no', 'n/a']],
    ['yes, no and another word', ['yes', 'no', 'maybe'], 'VARCHAR', ['yes', 'no', 'maybe']],
    ['marks alone', ['n/a', '-'], 'VARCHAR', ['n/a', '-']],
    ['marks among words', ['n/a', 'word', '?'], 'VARCHAR', ['n/a', 'word', '?']],
    ['dates and marks', ['2024-03-01', 'null'], 'DATE', ['2024-03-01', null]],
    ['dates of which one says the order', ['31/12/2024', '03/04/2024'], 'DATE', ['2024-12-31', '2024-04-03']],
    ['times of day', ['10:30', '–'], 'TIME', ['10:30:00', null]],
    ['amounts in one currency', ['$1,234.50', '($2.00)', '--'], 'DOUBLE', [1234.5, -2, null]],
    ['percentages', ['12.5%', '7%'], 'DOUBLE', [0.125, 0.07]],
    ['codes that look like numbers', ['1E5', '12E3', '7E10'], 'VARCHAR', ['1E5', '12E3', '7E10']],
  ])('is the same as in other formats for %s', async (_, values, type, expected) => {
    const { columns, rows } = await importBytes(format, await fileOf(format, values))
    expect([columns[0]?.databaseType, ...rows.map(([value]) => value)]).toEqual([type, ...expected])
  })

  test('that only a person can tell says what it could be', async () => {
    const { notes } = await importBytes(format, await fileOf(format, ['03/04/2024', '05/06/2024']))
    expect(notes).toEqual([
      {
        message: 'v could be day/month or month/day and was kept as text.',
        column: 'v',
        couldBe: [
          { kind: 'date', order: 'day-first' },
          { kind: 'date', order: 'month-first' },
        ],
      },
    ])
  })

  test('says how many of its values were marks', async () => {
    const { notes } = await importBytes(format, await fileOf(format, [1, 'n/a', 3, '-']))
    expect(notes).toEqual([{ message: 'In v 2 values such as - or n/a were read as empty.', column: 'v' }])
  })
})
