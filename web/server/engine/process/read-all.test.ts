import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Field } from '@tidemark/shared/query/field'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEngineFixture, type EngineFixture } from '@testkit/engine/engine-fixture'
import type { RowSink } from './engine-messages'

let fixture: EngineFixture
beforeAll(async () => {
  fixture = await openEngineFixture({
    tables: { orders: 'SELECT i AS id, i % 7 AS day FROM range(300000) t(i)' },
    settings: { maxTempBytes: 16 * 1024 ** 2 },
  })
})
afterAll(() => fixture.close())

const never = new AbortController().signal

function collector(onBatch: (rowCount: number) => Promise<void> = async () => undefined) {
  let fields: readonly Field[] = []
  const columns: unknown[][] = []
  let batchCount = 0
  const sink: RowSink = {
    start: (given) => {
      fields = given
    },
    write: async (batch) => {
      batchCount += 1
      const values = JSON.parse(Buffer.from(batch.columns).toString()) as unknown[][] // the engine's own JSON
      values.forEach((column, index) => (columns[index] ??= []).push(...column))
      await onBatch(batch.rowCount)
    },
  }
  return { sink, columns, fieldNames: () => fields.map(({ name }) => name), batchCount: () => batchCount }
}

test('all rows come, in order and in batches, with parameters and filters', async () => {
  const { sink, columns, fieldNames, batchCount } = collector()
  const query = fixture.query('SELECT id, day FROM orders WHERE id >= $from ORDER BY id; -- all', {
    params: { from: 10 },
    filters: [{ column: 'day', op: '=', value: 3 }],
  })
  await fixture.engine.readAll(query, sink, never)
  expect(fieldNames()).toEqual(['id', 'day'])
  const expected = Array.from({ length: 300_000 }, (_, id) => id).filter((id) => id >= 10 && id % 7 === 3)
  expect(columns[0]).toEqual(expected.map(String))
  expect(batchCount()).toBeGreaterThan(1)
})

test('a reader that stops reading stops the statement, and its failure is the run’s', async () => {
  const { sink, batchCount } = collector(async () => {
    throw new Error('the disk of the reader is full')
  })
  await expect(fixture.engine.readAll(fixture.query('SELECT * FROM range(100000000)'), sink, never)).rejects.toThrow(
    'the disk of the reader is full',
  )
  expect(batchCount()).toBe(1)
  expect((await fixture.run('SELECT 1 AS one')).columns).toEqual([[1]])
})

test('aborting ends a reading that waits for its reader', async () => {
  const stop = new AbortController()
  const { sink } = collector(() => {
    stop.abort()
    return new Promise(() => undefined)
  })
  await expect(
    fixture.engine.readAll(fixture.query('SELECT * FROM range(100000000)'), sink, stop.signal),
  ).rejects.toMatchObject({ code: 'query-cancelled' })
})

test('Parquet has every row and its types, and lies where only the engine writes', async () => {
  const query = fixture.query('SELECT id, day::decimal(9,2) AS day, $name AS name FROM orders -- the end', {
    params: { name: "it's; DROP" },
    filters: [{ column: 'id', op: '<', value: 1000 }],
  })
  const file = await fixture.engine.writeParquet(query, never)
  expect(file.rowCount).toBe(1000)
  expect(file.path.startsWith(join(fixture.dataDir, 'tmp', 'engine', 'exports'))).toBe(true)
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const rows = await connection.runAndReadAll(
    `SELECT count(*), sum(id), typeof(any_value(day)), any_value(name) FROM '${file.path}'`,
  )
  expect(rows.getRowsJson()).toEqual([['1000', '499500', 'DECIMAL(9,2)', "it's; DROP"]])
})

test.each([
  ["SELECT 1) TO '/tmp/tidemark-hostile.parquet' (FORMAT parquet); SELECT (2", 'query-syntax'],
  ["COPY (SELECT 1) TO '/tmp/tidemark-hostile.parquet'", 'query-refused'],
  ['SELECT 1; SELECT 2', 'query-refused'],
  ["SELECT * FROM read_csv('/etc/passwd')", 'query-refused'],
  ['SELECT 1 /* ', 'query-syntax'],
])('%s is not exported', async (sql, code) => {
  const before = hashes()
  await expect(fixture.engine.writeParquet(fixture.query(sql), never)).rejects.toMatchObject({ code })
  await expect(fixture.engine.readAll(fixture.query(sql), collector().sink, never)).rejects.toMatchObject({ code })
  expect(hashes()).toEqual(before)
  expect(existsSync('/tmp/tidemark-hostile.parquet')).toBe(false)
})

test('a file that grows past the limit of the temporary folder is stopped, and nothing is left of it', async () => {
  const before = readdirSync(join(fixture.dataDir, 'tmp', 'engine'), { recursive: true })
  const query = fixture.query('SELECT md5(i::varchar) || md5((i + 1)::varchar) FROM range(1000000000) t(i)')
  await expect(fixture.engine.writeParquet(query, never)).rejects.toMatchObject({ code: 'query-disk-full' })
  expect(readdirSync(join(fixture.dataDir, 'tmp', 'engine'), { recursive: true })).toEqual(before)
})

function hashes(): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of readdirSync(fixture.dataDir, { recursive: true, encoding: 'utf8' })) {
    const path = join(fixture.dataDir, name)
    if (statSync(path).isFile()) found[name] = createHash('sha256').update(readFileSync(path)).digest('hex')
  }
  return found
}
