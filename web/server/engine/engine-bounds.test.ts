import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEngineFixture, type EngineFixture } from './engine-fixture'

const mebibyte = 1024 ** 2

let fixture: EngineFixture
beforeAll(async () => {
  fixture = await openEngineFixture({
    tables: { orders: 'SELECT i AS id FROM range(2500) t(i)' },
    settings: { memoryLimitBytes: 96 * mebibyte, maxTempBytes: 8 * mebibyte },
  })
})
afterAll(() => fixture?.close())

test.each([
  ['memory', 'SELECT length(list(i)) FROM range(20000000) t(i)', 'query-out-of-memory'],
  ['temporary disk', "SELECT i, repeat('x', 40) AS a FROM range(4000000) t(i) ORDER BY hash(i)", 'query-disk-full'],
])('a query that needs more %s than it may fails alone, and leaves nothing behind', async (_, sql, code) => {
  await fixture.run('SELECT count(*) FROM orders')
  const [failed, beside] = await Promise.allSettled([fixture.run(sql), fixture.run('SELECT count(*) FROM orders')])
  expect(failed).toMatchObject({ status: 'rejected', reason: { code } })
  expect(beside).toMatchObject({ status: 'fulfilled', value: { columns: [['2500']] } })
  expect((await fixture.run('SELECT count(*) FROM orders')).columns).toEqual([['2500']])
  const entries = readdirSync(join(fixture.dataDir, 'tmp', 'engine'), { recursive: true, withFileTypes: true })
  expect(entries.filter((entry) => entry.isFile() && /temp/.test(entry.name)).map(({ name }) => name)).toEqual([])
})
