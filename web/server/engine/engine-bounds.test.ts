import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountSmallDisk, unmountSmallDisk } from '@testkit/store/small-disk-fixture'
import { openEngineFixture, type EngineFixture } from '@testkit/engine/engine-fixture'

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
  expect(spilledFiles(fixture)).toEqual([])
})

test('a query that fills the disk fails alone, and gives back what it took of it', async (context) => {
  const small = await openEngineFixture({ tables: {}, settings: { memoryLimitBytes: 96 * mebibyte } })
  const disk = join(small.dataDir, 'tmp')
  mkdirSync(disk)
  if (!mountSmallDisk(disk, 'size=4m')) {
    await small.close()
    return context.skip('mounting a small disk is not permitted here')
  }
  try {
    const sql = "SELECT i, repeat('x', 40) AS a FROM range(4000000) t(i) ORDER BY hash(i)"
    await expect(small.run(sql)).rejects.toMatchObject({ code: 'query-disk-full' })
    await expect.poll(() => spilledFiles(small)).toEqual([])
    expect((await small.run('SELECT 42 AS answer')).columns).toEqual([[42]])
  } finally {
    await small.engine.close()
    unmountSmallDisk(disk)
    await small.close()
  }
})

function spilledFiles({ dataDir }: EngineFixture): string[] {
  const entries = readdirSync(join(dataDir, 'tmp', 'engine'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && /temp/.test(entry.name)).map(({ name }) => name)
}
