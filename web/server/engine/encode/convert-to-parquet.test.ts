import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Field } from '@tidemark/shared/query/field'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startConverting } from './convert-to-parquet'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-convert-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a column with a value that its type does not have is text, and the others keep their types', async () => {
  const path = join(folder, 'rows.ndjson')
  const rows = [
    { 'the day': '0000-00-00', at: '2024-02-29T12:00:00+00:00', bits: '18446744073709551615', n: 1 },
    { 'the day': '2024-02-29', at: null, bits: '0', n: null },
  ]
  writeFileSync(path, rows.map((row) => JSON.stringify(row)).join('\n'))
  const field = (name: string, type: Field['type'], databaseType: string) => ({
    name,
    type,
    databaseType,
    nullable: true,
  })
  const fields = [
    field('the day', 'date', 'date'),
    field('at', 'timestamptz', 'timestamp'),
    field('bits', 'bigint', 'bit(64)'),
    field('n', 'integer', 'int'),
  ]
  const limits = { threads: 1, memoryLimitBytes: 256 * 1024 ** 2, maxTempBytes: 1024 ** 2 }
  const written = await startConverting(
    { path, fields },
    { ...limits, tempDir: folder, hiddenPath: folder, exportsDir: folder, niceness: 0 },
  ).result
  expect(written.rowCount).toBe(2)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const described = await connection.runAndReadAll(`DESCRIBE FROM '${written.path}'`)
  expect(described.getRows().map(([name, type]) => [name, type])).toEqual([
    ['the day', 'VARCHAR'],
    ['at', 'TIMESTAMP WITH TIME ZONE'],
    ['bits', 'VARCHAR'],
    ['n', 'BIGINT'],
  ])
  const read = await connection.runAndReadAll(`SELECT "the day", bits FROM '${written.path}'`)
  expect(read.getRows()).toEqual([
    ['0000-00-00', '18446744073709551615'],
    ['2024-02-29', '0'],
  ])
  connection.closeSync()
  instance.closeSync()
})
