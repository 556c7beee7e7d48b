import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CachedRows } from './engine-messages'
import { createTableCache, type TableCache } from './table-cache'

let instance: DuckDBInstance
let control: DuckDBConnection
let kept: TableCache
let openedCount = 0
let closedCount = 0
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  instance = await DuckDBInstance.create(':memory:', { threads: '2' })
  control = await instance.connect()
  openedCount = 0
  closedCount = 0
  const connect = async () => {
    openedCount += 1
    const connection = await instance.connect()
    const close = connection.closeSync.bind(connection)
    vi.spyOn(connection, 'closeSync').mockImplementation(() => {
      closedCount += 1
      close()
    })
    return connection
  }
  kept = createTableCache({ connect, control, tableNames: new Set(), maxBytes: 8_000 })
})
afterEach(() => {
  vi.useRealTimers()
  kept.close()
  control.closeSync()
  instance.closeSync()
})

const going = () => new AbortController()
const rowsOf = (name: string, count: number, more: Partial<CachedRows> = {}): CachedRows => ({
  name: `kept-${name}`,
  sql: 'SELECT range AS id FROM range(CAST($count AS BIGINT))',
  params: { count },
  rowBytes: 8,
  ...more,
})
const borrow = (rows: CachedRows, { signal } = going()) => kept.borrow(rows, signal)
async function tableSizes(): Promise<readonly (readonly [string, number])[]> {
  const result = await control.run('SELECT table_name, estimated_size FROM duckdb_tables() ORDER BY 1')
  return (await result.getRows()).map(([name, size]) => [String(name), Number(size)])
}
const endless = 'SELECT a.range FROM range(1000000000000) a, range(1000000000000) b WHERE a.range = -b.range - 1'

test('rows are read once for all who ask for them, and stay until nobody has asked for a while', async () => {
  const givesBack = await Promise.all([borrow(rowsOf('a', 900)), borrow(rowsOf('a', 900))])
  expect([await tableSizes(), openedCount]).toEqual([[['kept-a', 900]], 1])
  for (const giveBack of givesBack) giveBack?.()
  await vi.advanceTimersByTimeAsync(4_000)
  const again = await borrow(rowsOf('a', 900))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([await tableSizes(), openedCount]).toEqual([[['kept-a', 900]], 1])
  again?.()
  await vi.advanceTimersByTimeAsync(6_000)
  await expect.poll(tableSizes).toEqual([])
})

test.each([
  ['are too many', rowsOf('a', 1_001)],
  ['cannot be read', rowsOf('a', 1, { sql: "SELECT error('no') AS id, CAST($count AS BIGINT) AS n" })],
  ['are of a table that queries cannot read', rowsOf('a', 1, { sql: 'SELECT * FROM duckdb_settings()' })],
  ['come with a second statement', rowsOf('a', 1, { sql: 'SELECT 1; SELECT 2' })],
])('rows that %s are not kept', async (_, rows) => {
  expect(await borrow(rows)).toBeNull()
  expect(await tableSizes()).toEqual([])
})

test('as many rows as there is room for are kept', async () => {
  expect(await borrow(rowsOf('a', 1_000))).not.toBeNull()
})

test('what nobody uses makes room; what somebody uses does not', async () => {
  const names = ['a', 'b', 'c', 'd']
  const [giveBack] = await Promise.all(names.map((name) => borrow(rowsOf(name, 1_000))))
  expect(await borrow(rowsOf('e', 1_000))).toBeNull()
  giveBack?.()
  expect(await borrow(rowsOf('e', 1_000))).not.toBeNull()
  expect((await tableSizes()).map(([name]) => name)).toEqual(['kept-b', 'kept-c', 'kept-d', 'kept-e'])
})

test('one who leaves leaves the others waiting; when the last one has left the reading stops', async () => {
  const rows = rowsOf('a', 1, { sql: endless, params: {} })
  const [first, second] = [going(), going()]
  const outcomeOf = (leaving: AbortController) =>
    borrow(rows, leaving).then(
      () => 'came',
      () => 'left',
    )
  const outcomes = [outcomeOf(first), outcomeOf(second)]
  first.abort()
  expect(await outcomes[0]).toBe('left')
  const inAWhile = new Promise((resolve) => setImmediate(resolve, 'waits'))
  expect(await Promise.race([outcomes[1], inAWhile])).toBe('waits')
  second.abort()
  expect(await outcomes[1]).toBe('left')
  await expect.poll(() => [openedCount, closedCount]).toEqual([1, 1])
})
