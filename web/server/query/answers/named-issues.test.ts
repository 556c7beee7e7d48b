import { createChart, updateChart } from '@tidemark/shared/charts/chart-mutators'
import { chartIdSchema, chartKey } from '@tidemark/shared/charts/chart'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { plotOf } from '@tidemark/shared/charts/plot-of'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { localOwner } from '@tidemark/shared/access/actor'
import { maxResultBytes, type RunResult } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isResult } from '../run/encoded-result'
import { openQueryFixture, requestOf, runAll, sqlItem, type QueryFixture } from '@testkit/query/query-fixture'
import { loadAllPlots } from '@tidemark/shared/charts/load-plot'

await loadAllPlots()

let fixture: QueryFixture
beforeAll(async () => {
  fixture = await openQueryFixture()
})
afterAll(() => fixture.close())

async function ask(sql: string, timeZone = 'Europe/Berlin'): Promise<RunResult> {
  const [line] = await runAll(fixture.queries, requestOf(sqlItem(sql, { timeZone })))
  return line?.status === 'success' ? line : expect.fail(JSON.stringify(line?.error))
}

function lineOf(data: RunResult, x: string, y: string) {
  const plot = plotOf({
    visual: { ...defaultVisual, type: 'line', x, y: [y] },
    data,
    widthPx: 900,
    heightPx: 300,
    locale: 'en',
    timeZone: 'Europe/Berlin',
    weekStart: 1,
    now: Date.UTC(2025, 0, 1),
  })
  return plot.kind === 'cartesian' ? plot : expect.fail(plot.kind)
}

const endless = 'SELECT count(*) FROM range(1000000000000) a, range(1000000000000) b WHERE a.range = -b.range - 1'

describe('what the trackers of other tools are full of', () => {
  test('rows are not cut at 2 000 without a word (Metabase #4564)', async () => {
    expect(await ask('SELECT * FROM range(2001)')).toMatchObject({ rowCount: 2001, truncated: null })
    const [line] = await runAll(fixture.queries, requestOf({ chartId: 'rows' }))
    expect(line).toMatchObject({ rowCount: 10_000, truncated: { reason: 'rows' } })
  })

  test('a null is a gap of a line and not a zero (Superset #15809)', async () => {
    const data = await ask(
      "SELECT date '2024-01-01' + i::INTEGER AS day, CASE WHEN i <> 3 THEN i END AS n FROM range(6) t(i) WHERE i <> 4",
    )
    const points = lineOf(data, 'day', 'n').series[0]?.points ?? []
    expect(points.map(({ value, high, n }) => [value, high, n])).toEqual([
      [0, 0, 1],
      [1, 1, 1],
      [2, 2, 1],
      [null, null, 1],
      [null, null, 0],
      [5, 5, 1],
    ])
  })

  test.each([
    ['spring', '2024-03-31', 23],
    ['autumn', '2024-10-27', 25],
  ])('the week of a clock change in %s is there, whole and once (Metabase #71811)', async (_, day, hours) => {
    const weeks = await ask(
      `SELECT date_trunc('week', moment) AS week, count(*) AS n
       FROM (SELECT timestamptz '${day} 12:00:00' - INTERVAL 21 DAY + to_hours(i::INTEGER) AS moment FROM range(24 * 42) t(i))
       GROUP BY week ORDER BY week`,
    )
    const { slots, series } = lineOf(weeks, 'week', 'n')
    const counts = series[0]?.points.map(({ value }) => value) ?? []
    expect(slots).toHaveLength(7)
    expect(counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(24 * 42)
    // The fourth week ends with the Sunday on which clocks change; the others have 168 hours.
    expect(counts.slice(1, 6)).toEqual([168, 168, 144 + hours, 168, 168])
  })

  test('a result larger than memory should hold is stopped while it is read (Redash #3241, #4867)', async () => {
    const result = await ask("SELECT repeat('x', 10000) AS text FROM range(5000)")
    expect(result.truncated?.reason).toBe('bytes')
    expect(JSON.stringify(result.columns).length).toBeLessThanOrEqual(maxResultBytes + 1000)
    expect(result.rowCount).toBeGreaterThan(3000)
  })

  test('a cancelled query does not go on in the engine (Metabase #2399, #40731, #45571)', async () => {
    const queries = fixture.open({ limits: { perConnection: 1 } })
    const leaving = new AbortController()
    const running = runAll(queries, requestOf(sqlItem(endless)), { signal: leaving.signal })
    const next = runAll(queries, requestOf(sqlItem('SELECT 1 AS one')))
    setTimeout(() => leaving.abort(), 100)
    expect((await running)[0]?.status).toBe('cancelled')
    // The only place is free again, because the engine has stopped the run.
    expect((await next)[0]?.columns).toEqual([[1]])
  })

  test('a tile does not wait for slower ones of its dashboard (Superset #16224, #18586)', async () => {
    const leaving = new AbortController()
    const order: number[] = []
    for await (const line of fixture.queries.runEncoded(
      localOwner,
      requestOf(sqlItem(endless), sqlItem('SELECT 1 AS one')),
      leaving.signal,
    )) {
      if (isResult(line)) order.push(line.item)
      leaving.abort()
    }
    expect(order).toEqual([1, 0])
  })

  test('two people change one chart, and both changes stay (Metabase #54759, #73120, Superset #10327, Lightdash #16804, #17559)', async () => {
    const tx = new MapEntryTx()
    const id = chartIdSchema.parse('shared')
    const query = { kind: 'sql', connectionId: 'local', sql: 'SELECT 1' } as const
    await tx.run(createChart, {
      id,
      folderId: null,
      name: 'Sales',
      description: '',
      query,
      visual: defaultVisual,
      order: 'a0',
    })
    // Each of the two edits was based on the chart as it was created.
    await tx.run(updateChart, { id, name: 'Sales by week' })
    await tx.run(updateChart, { id, query: { ...query, sql: 'SELECT 2' } })
    expect(tx.entries.get(chartKey(id))).toMatchObject({ name: 'Sales by week', query: { sql: 'SELECT 2' } })
  })
})
