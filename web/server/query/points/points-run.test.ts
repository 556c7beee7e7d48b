import { keepM4 } from '@tidemark/shared/charts/plot/m4'
import type { DrawnPoints } from '@tidemark/shared/query/points'
import type { RunItem, RunResult } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  chartEntry,
  openQueryFixture,
  runAll,
  requestOf,
  sqlItem,
  type QueryFixture,
} from '@testkit/query/query-fixture'

let fixture: QueryFixture
beforeAll(async () => {
  fixture = await openQueryFixture()
})
afterAll(() => fixture.close())

const line: DrawnPoints = { mark: 'line', x: 'x', y: ['y'], color: null }
const columns = 60
const count = 20_000
/** A line with spikes and steps, whose values show their origin. */
const spiky = `SELECT i AS x, CASE WHEN i % 997 = 3 THEN 500 ELSE sin(i / 700.0) * 100 + (i * 7919) % 31 END AS y FROM range(${count}) t(i)`

async function ask(sql: string, changes: Partial<RunItem> = {}): Promise<RunResult> {
  const [line] = await runAll(fixture.queries, requestOf(sqlItem(sql, { maxPoints: 4 * columns, ...changes })))
  if (line?.status !== 'success') return expect.fail(JSON.stringify(line?.error))
  return line
}

function column(result: RunResult, name: string): readonly (number | null)[] {
  const values = result.columns[result.fields.findIndex((field) => field.name === name)] ?? []
  return values.map((value) => (value === null ? null : Number(value)))
}

test('the points of a long line are those that M4 keeps, and the pixels of the line are the same', async () => {
  const result = await ask(spiky, { draw: line })
  expect(result.truncated).toEqual({ reason: 'points', total: count, columns })
  const xs = Array.from({ length: count }, (_, i) => i)
  const whole = (
    await fixture.engineFixture.run(`SELECT y FROM (${spiky}) AS t ORDER BY x`, {
      rowLimit: { rows: count, reason: 'rows' },
    })
  ).columns[0]?.map(Number)
  const keep = new Set<number>()
  keepM4(xs, whole ?? [], columns, keep)
  expect(column(result, 'x')).toEqual([...keep].sort((a, b) => a - b))
  const span: Span = { low: 0, high: count - 1, bottom: -100, top: 510 }
  const kept = column(result, 'x').map((x, index) => ({ x: x ?? NaN, y: column(result, 'y')[index] ?? null }))
  const pixels = rasterize(kept, span)
  expect(pixels).toEqual(
    rasterize(
      xs.map((x) => ({ x, y: whole?.[x] ?? null })),
      span,
    ),
  )
  // Removing a single point changes the pixels.
  const spike = kept.findIndex(({ y }) => y === 500)
  expect(rasterize(kept.toSpliced(spike, 1), span)).not.toEqual(pixels)
})

test('rows without a value part the line where they lie, and hold nothing up elsewhere', async () => {
  const gap = `SELECT i AS x, CASE WHEN i BETWEEN 5000 AND 8000 OR i % 50 = 0 THEN NULL ELSE i % 13 END AS y FROM range(${count}) t(i)`
  const result = await ask(gap, { draw: line })
  const points = column(result, 'x').map((x, index) => ({ x: x ?? NaN, y: column(result, 'y')[index] ?? null }))
  const inside = points.filter(({ x }) => x > 5000 && x < 8000)
  expect(inside.length).toBeGreaterThan(3)
  expect(inside.every(({ y }) => y === null)).toBe(true)
  const span: Span = { low: 0, high: count - 1, bottom: 0, top: 13 }
  const whole = Array.from({ length: count }, (_, x) => ({
    x,
    y: (x >= 5000 && x <= 8000) || x % 50 === 0 ? null : x % 13,
  }))
  const empty = (pixels: ReadonlySet<string>) =>
    Array.from({ length: columns }, (_, at) => at).filter(
      (at) => ![...pixels].some((pixel) => pixel.startsWith(`${at},`)),
    )
  expect(empty(rasterize(points, span))).toEqual([15, 16, 17, 18, 19, 20, 21, 22, 23])
  expect(empty(rasterize(whole, span))).toEqual(empty(rasterize(points, span)))
})

test('a result that fits is given whole, and is run once', async () => {
  const before = fixture.executed.length
  const result = await ask(`SELECT i AS x, i AS y, 'z' AS z FROM range(10000) t(i)`, { draw: line })
  expect([result.rowCount, result.truncated, result.fields.map(({ name }) => name)]).toEqual([
    10_000,
    null,
    ['x', 'y', 'z'],
  ])
  expect(fixture.executed.length - before).toBe(1)
})

describe.each([
  ['dates', "date '2000-01-01' + (i // 4)::INTEGER", 20_000],
  ['timestamps', "timestamp '2024-01-01' + to_seconds(i::BIGINT)", 20_000],
  ['points in time', "timestamptz '2024-03-31 00:00:00+00' + to_seconds(i::BIGINT)", 20_000],
  ['decimals', 'i::DECIMAL(18, 3) / 8', 20_000],
  ['64-bit integers', '9007199254740993 + i', 20_000],
])('with %s on the x axis', (_, x, rows) => {
  test('a line is thinned out to the pixels', async () => {
    const result = await ask(`SELECT ${x} AS x, i % 17 AS y FROM range(${rows}) t(i)`, { draw: line })
    expect(result.truncated).toEqual({ reason: 'points', total: rows, columns })
    expect(result.rowCount).toBeGreaterThan(2 * columns)
    expect(result.rowCount).toBeLessThanOrEqual(4 * columns)
  })
})

test('rows that share an x are one point, their sum, as a chart draws them', async () => {
  const shared = `SELECT i // 2 AS x, i % 2 + (i // 2) % 5 AS y FROM range(60000) t(i)`
  const result = await ask(shared, { draw: line })
  const ys = column(result, 'y')
  expect(column(result, 'x').map((x, index) => [x, ys[index]])).toEqual(
    column(result, 'x').map((x) => [x, 1 + 2 * ((x ?? 0) % 5)]),
  )
  expect(new Set(column(result, 'x')).size).toBe(result.rowCount)
})

describe.each([
  ['in order of x', 'ORDER BY x, kind'],
  ['the other way round', 'ORDER BY x DESC, kind DESC'],
  ['in no order', 'ORDER BY hash(x, kind)'],
])('rows %s', (_, order) => {
  const sums = async (rows: string, draw: DrawnPoints = line, y = 'y') => {
    const result = await ask(`SELECT * FROM (${rows}) ${order}`, { draw })
    expect(result.truncated).toMatchObject({ reason: 'points' })
    return [...new Set(column(result, y))].toSorted((a, b) => Number(a) - Number(b))
  }

  test('share an x though the first ones do not', async () => {
    const twice = `SELECT i % 15000 AS x, 1 AS y, 2 AS z, NULL AS kind FROM range(30000) t(i)`
    expect(await sums(twice)).toEqual([2])
    expect(await sums(twice, { ...line, y: ['y', 'z'] }, 'z')).toEqual([4])
    // Only the last row shares its x.
    const once = 'SELECT least(i, 14999) AS x, 1 AS y, NULL AS kind FROM range(15001) t(i)'
    expect(await sums(once)).toEqual([1, 2])
  })

  test('share an x within a series alone, and in the one without a name', async () => {
    const series = (last: string) =>
      `SELECT i // 2 AS x, CASE i % 2 WHEN 0 THEN 'a' END AS kind, 1 AS y FROM range(30000) t(i) ${last}`
    const byKind = { ...line, color: 'kind' }
    expect(await sums(series(''), byKind)).toEqual([1])
    expect(await sums(series("UNION ALL SELECT 14999, 'a', 1"), byKind)).toEqual([1, 2])
    expect(await sums(series('UNION ALL SELECT 14999, NULL, 1'), byKind)).toEqual([1, 2])
  })

  test('share an x where a chart tells no two of them apart', async () => {
    const times = `SELECT timestamp '1969-12-31 23:59:59' + to_microseconds(500 * i) AS x, 1 AS y, NULL AS kind FROM range(30000) t(i)`
    expect(await sums(times)).toEqual([2])
    const long = 'SELECT 9007199254740992 + i AS x, 1 AS y, NULL AS kind FROM range(30000) t(i)'
    expect((await sums(long)).at(-1)).toBeGreaterThan(1)
  })

  test('add nothing that cannot be drawn, and share no place without an x', async () => {
    const odd = `SELECT i % 15000 AS x, CASE WHEN i < 15000 THEN 1 WHEN i % 2 = 0 THEN 'NaN'::DOUBLE END AS y, NULL AS kind FROM range(30000) t(i)`
    expect(await sums(odd)).toEqual([1])
    const unplaced = 'SELECT CASE WHEN i % 50 > 0 THEN i END AS x, 1 AS y, NULL AS kind FROM range(20000) t(i)'
    expect(await sums(unplaced)).toEqual([1])
  })
})

test('each measure and each series keeps its own ends', async () => {
  const two = await ask(
    `SELECT i AS x, i % 5 AS y, CASE WHEN i = 12345 THEN 99 ELSE 0 END AS z FROM range(${count}) t(i)`,
    {
      draw: { ...line, y: ['y', 'z'] },
    },
  )
  const at = column(two, 'x').indexOf(12_345)
  expect([column(two, 'z')[at], column(two, 'y')[at]]).toEqual([99, 0])
  const series = await ask(
    `SELECT i AS x, CASE WHEN i % 10 = 9 THEN NULL ELSE 'kind ' || i % 10 END AS kind, CASE WHEN i = 15 THEN 777 ELSE i % 10 END AS y FROM range(${count}) t(i)`,
    { draw: { ...line, color: 'kind' } },
  )
  expect(series.truncated).toEqual({ reason: 'points', total: count, columns, seriesCount: 9 })
  const kinds = new Set(series.columns[series.fields.findIndex(({ name }) => name === 'kind')])
  // The seven largest series, and the rows without a name.
  expect([...kinds].map(String).sort()).toEqual([
    'kind 2',
    'kind 3',
    'kind 4',
    'kind 5',
    'kind 6',
    'kind 7',
    'kind 8',
    'null',
  ])
  const panels = await ask(
    `SELECT i AS x, CASE WHEN i % 10 < 9 THEN 'kind ' || i % 10 END AS kind, i % 10 AS y FROM range(${count}) t(i)`,
    { draw: { ...line, color: 'kind', panels: true } },
  )
  // Panels are more than series in one chart can be.
  expect(panels.truncated).toEqual({ reason: 'points', total: count, columns })
  expect(new Set(panels.columns[panels.fields.findIndex(({ name }) => name === 'kind')]).size).toBe(10)
  const named = await ask(
    `SELECT i AS x, i % 3 = 0 AS kind, CASE WHEN i = 15 THEN 777 ELSE 1 END AS y FROM range(${count}) t(i)`,
    { draw: { ...line, color: 'kind' } },
  )
  expect(named.truncated).toEqual({ reason: 'points', total: count, columns })
  expect(column(named, 'y')).toContain(777)
})

test('what is not finite is no end of a line', async () => {
  const result = await ask(
    `SELECT i AS x, CASE i WHEN 77 THEN 'NaN'::DOUBLE WHEN 78 THEN 'Infinity'::DOUBLE ELSE i % 7 END AS y FROM range(${count}) t(i)`,
    { draw: line },
  )
  const own = column(result, 'y').filter((y) => y !== null && Number.isFinite(y))
  expect(Math.max(...own.map(Number))).toBe(6)
  expect(result.truncated?.reason).toBe('points')
})

test.each([
  ['x is text', `SELECT i::VARCHAR AS x, i AS y FROM range(${count}) t(i)`, line],
  ['y is text', `SELECT i AS x, i::VARCHAR AS y FROM range(${count}) t(i)`, line],
  ['a column is there twice', `SELECT i AS x, i AS y, i + 1 AS "X" FROM range(${count}) t(i)`, line],
  ['a column is missing', `SELECT i AS x FROM range(${count}) t(i)`, line],
  ['x is the same everywhere', `SELECT 1 AS x, i AS y FROM range(${count}) t(i)`, line],
  [
    'x has no end',
    `SELECT CASE WHEN i = 0 THEN timestamp 'infinity' ELSE timestamp '2024-01-01' + to_seconds(i::BIGINT) END AS x, i AS y FROM range(${count}) t(i)`,
    line,
  ],
])('%s: the rows are cut as without a drawing', async (_, sql, draw) => {
  const { rowCount, truncated } = await ask(sql, { draw })
  // The total is only reported if counting is quick.
  expect([rowCount, truncated?.reason]).toEqual([10_000, 'rows'])
})

test('filters, parameters and comments count within', async () => {
  const sql = `SELECT i AS x, i * {{factor}}::INTEGER AS y, i % 2 AS half FROM range(60000) t(i) -- {{nothing}} ; the end`
  const result = await ask(`${sql}\n;`, {
    draw: line,
    parameters: { factor: '3' },
    filters: [{ column: 'half', op: '=', value: 1 }],
  })
  expect(result.truncated).toEqual({ reason: 'points', total: 30_000, columns })
  expect(result.appliedFilters).toEqual(['half'])
  expect(column(result, 'y')).toEqual(column(result, 'x').map((x) => 3 * (x ?? NaN)))
})

test('a saved chart is thinned out by what it draws, or by what it is about to', async () => {
  const chart = chartEntry('long-line', spiky)
  fixture.entries.set('chart/long-line', {
    ...chart,
    visual: { ...(chart['visual'] as object), type: 'line', x: 'x', y: ['y'] },
  })
  const answered = await runAll(
    fixture.queries,
    requestOf(
      { chartId: 'long-line', maxPoints: 4 * columns },
      { chartId: 'long-line' },
      { chartId: 'long-line', maxPoints: 8 * columns, draw: { ...line, x: 'y', y: ['x'] } },
    ),
  )
  expect(answered.map(({ truncated }) => truncated)).toMatchObject([
    { reason: 'points', total: count, columns },
    { reason: 'rows' },
    { reason: 'points', total: count, columns: 2 * columns },
  ])
  expect(answered[0]?.fields.map(({ name }) => name)).toEqual(['x', 'y'])
})

interface Point {
  readonly x: number
  readonly y: number | null
}
interface Span {
  readonly low: number
  readonly high: number
  readonly bottom: number
  readonly top: number
}

const pixelRows = 40

/**
 * Returns the pixels that a line of zero width crosses, as `column,row`: for each step, the rows between its ends in
 * each column.
 */
function rasterize(points: readonly Point[], { low, high, bottom, top }: Span): ReadonlySet<string> {
  const pixels = new Set<string>()
  const placed = points.map(({ x, y }) =>
    y === null
      ? null
      : { x: ((x - low) / (high - low)) * columns, y: ((y - bottom) / (top - bottom)) * (pixelRows - 1) },
  )
  const light = (at: number, from: number, to: number) => {
    for (let row = Math.floor(Math.min(from, to)); row <= Math.floor(Math.max(from, to)); row++)
      pixels.add(`${Math.min(columns - 1, at)},${row}`)
  }
  placed.forEach((to, index) => {
    if (to === null) return
    light(Math.floor(to.x), to.y, to.y)
    const from = placed[index - 1]
    if (from === null || from === undefined) return
    const yAt = (x: number) => (to.x === from.x ? to.y : from.y + ((to.y - from.y) * (x - from.x)) / (to.x - from.x))
    for (let at = Math.floor(from.x); at <= Math.floor(to.x); at++)
      light(at, yAt(Math.max(from.x, at)), yAt(Math.min(to.x, at + 1)))
  })
  return new Set([...pixels].sort())
}
