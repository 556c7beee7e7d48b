import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { importBytes, typesOf } from '@testkit/datasets/import-fixture'

describe('a table of an SQLite file', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-sqlite-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const fileWith = async (sql: string): Promise<Uint8Array> => {
    const path = join(folder, 'made.db')
    const database = new DatabaseSync(path)
    database.exec(sql)
    database.close()
    return readFile(path)
  }
  const importSql = async (sql: string, table: string | null = null) =>
    importBytes('sqlite', await fileWith(sql), table)
  const failureOf = async (reading: Promise<unknown>) =>
    reading.then(
      () => expect.fail('it was read'),
      (thrown: unknown) => toTidemarkError(thrown).toBody(),
    )

  test.each([
    ['integers within 32 bits', 'n integer', ['1', '-5', 'NULL'], 'n:INTEGER', [1, -5, null]],
    ['integers to the last digit', 'n integer', ['9223372036854775807'], 'n:BIGINT', ['9223372036854775807']],
    ['fractions, also beside integers', 'n numeric', ['0.1', '2', '1e308'], 'n:DOUBLE', [0.1, 2, 1e308]],
    ['infinity', 'n real', ['9e999'], 'n:DOUBLE', ['Infinity']],
    ['texts, empty ones too', 't text', [`'Zoë "x", ☃'`, "''", 'NULL'], 't:VARCHAR', ['Zoë "x", ☃', '', null]],
    ['texts of digits', 't text', ["'007'"], 't:VARCHAR', ['007']],
    ['booleans where they are declared', 'ok boolean', ['1', '0'], 'ok:BOOLEAN', [true, false]],
    ['dates where they are declared', 'd date', ["'2024-02-29'"], 'd:DATE', ['2024-02-29']],
    ['dates that never were as texts', 'd date', ["'2024-02-30'"], 'd:VARCHAR', ['2024-02-30']],
    ['dates in a column of texts', 't text', ["'2024-02-29'", 'NULL'], 't:DATE', ['2024-02-29', null]],
    ['times in a column of texts', 't text', ["'2024-02-29T12:30:00'"], 't:TIMESTAMP', ['2024-02-29 12:30:00']],
    [
      'points in time',
      't text',
      ["'2024-02-29T12:30:00Z'", "'2024-02-29 14:30:00.5+02:00'"],
      't:TIMESTAMP WITH TIME ZONE',
      ['2024-02-29 12:30:00+00', '2024-02-29 12:30:00.5+00'],
    ],
    ['a text among dates', 't text', ["'2024-02-29'", "'soon'"], 't:VARCHAR', ['2024-02-29', 'soon']],
    ['times where they are declared', 'd datetime', ["'2024-02-29 12:30:00'"], 'd:TIMESTAMP', ['2024-02-29 12:30:00']],
    ['binary values', 'b blob', ["x'deadbeef'"], 'b:BLOB', ['\\xDE\\xAD\\xBE\\xEF']],
    ['a column without values', 'n integer', ['NULL'], 'n:VARCHAR', [null]],
  ] as const)('keeps %s', async (_, column, values, types, expected) => {
    const table = await importSql(
      `CREATE TABLE t (${column}); INSERT INTO t VALUES ${values.map((value) => `(${value})`).join(', ')}`,
    )
    expect(typesOf(table)).toBe(types)
    expect(table.rows.map(([value]) => value)).toEqual(expected)
    expect(table.notes).toEqual([])
  })

  test('with values of several kinds in a column keeps them as text and says where', async () => {
    const table = await importSql("CREATE TABLE t (n); INSERT INTO t VALUES (1), (2), ('n.b.'), (9007199254740993)")
    expect(table.rows).toEqual([['1'], ['2'], ['n.b.'], ['9007199254740993']])
    expect(table.notes.map(({ message }) => message)).toEqual([
      'n has integers and texts, the first of the texts (“n.b.”) in row 3, and was kept as text.',
    ])
  })

  test('of dates has no empty texts, and none of times with an offset and without', async () => {
    const table = await importSql(
      "CREATE TABLE t (d, t); INSERT INTO t VALUES ('2024-02-29', '2024-02-29T12:30:00Z'), ('', '2024-02-29T12:30:00')",
    )
    expect(typesOf(table)).toBe('d:DATE t:VARCHAR')
    expect(table.rows).toEqual([
      ['2024-02-29', '2024-02-29T12:30:00Z'],
      [null, '2024-02-29T12:30:00'],
    ])
    expect(table.notes.map(({ message }) => message)).toEqual([
      'In d 1 empty text was read as (empty).',
      't mixes ways of writing dates and was kept as text.',
    ])
  })

  test('never loses a digit of an integer for the sake of a fraction', async () => {
    const table = await importSql('CREATE TABLE t (n); INSERT INTO t VALUES (0.5), (9007199254740993)')
    expect(table.rows).toEqual([['0.5'], ['9007199254740993']])
  })

  test('is asked for when there are several, and views are left out', async () => {
    const sql = `CREATE TABLE b (x); CREATE TABLE a (y); INSERT INTO a VALUES (1);
      CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n`
    expect(await failureOf(importSql(sql))).toMatchObject({ code: 'upload-table', choices: ['a', 'b'] })
    await rm(join(folder, 'made.db'))
    const table = await importSql(sql, 'a')
    expect(typesOf(table)).toBe('y:INTEGER')
    expect(table.notes.map(({ message }) => message)).toEqual([
      'Of 2 tables “a” was read.',
      '1 view or virtual table of the file was left out.',
    ])
  })

  test('may have any name, and columns of any name', async () => {
    const table = await importSql(
      'CREATE TABLE "a""; DROP" ("x""y", "select", "  "); INSERT INTO "a""; DROP" VALUES (1, 2, 3)',
    )
    expect(typesOf(table)).toBe('x"y:INTEGER select:INTEGER column3:INTEGER')
  })

  test('that was written with a journal on the side is read without it', async () => {
    const table = await importSql('PRAGMA journal_mode = wal; CREATE TABLE t (n); INSERT INTO t VALUES (1)')
    expect(table.rows).toEqual([[1]])
  })

  test('that is damaged is refused', async () => {
    const file = await fileWith(
      'CREATE TABLE t (n); WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 5000) INSERT INTO t SELECT i FROM s',
    )
    file.fill(0xff, 4096, 12_000)
    expect(await failureOf(importBytes('sqlite', file))).toMatchObject({
      code: 'upload-unreadable',
      detail: 'SQLite finds it damaged, or it has a password.',
    })
  })

  test('is not there in an empty database', async () => {
    expect(await failureOf(importSql('CREATE VIEW v AS SELECT 1'))).toMatchObject({ code: 'upload-empty' })
  })
})
