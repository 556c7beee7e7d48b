import type { ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { drawnPartOf } from '@tidemark/shared/charts/chart-points'
import type { CartesianPlot, Plot, ScatterPlot } from '@tidemark/shared/charts/plot/plot'
import { plotOf } from '@tidemark/shared/charts/plot-of'
import { mostDrawnRows, type ResultData, type RunResult } from '@tidemark/shared/query/run-query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  chartEntry,
  openQueryFixture,
  requestOf,
  runAll,
  sqlItem,
  type QueryFixture,
} from '@testkit/query/query-fixture'
import { loadAllPlots } from '@tidemark/shared/charts/load-plot'

await loadAllPlots()

let fixture: QueryFixture
beforeAll(async () => {
  fixture = await openQueryFixture()
})
afterAll(() => fixture.close())

const count = 40_000
const histogram = { ...defaultVisual, type: 'histogram', x: 'v' } as const
const scatter: ChartVisual = { ...defaultVisual, type: 'scatter', x: 'x', y: ['y'] }

async function ask(sql: string, visual: ChartVisual): Promise<RunResult> {
  const draw = drawnPartOf(visual)
  const item = sqlItem(sql, { maxPoints: 10_000, ...(draw === null ? {} : { draw }), timeZone: 'Europe/Berlin' })
  const [line] = await runAll(fixture.queries, requestOf(item))
  return line?.status === 'success' ? line : expect.fail(JSON.stringify(line?.error))
}

/** Returns every row, more than a chart ever gets. */
async function askForAll(sql: string): Promise<ResultData> {
  const answer = await fixture.engineFixture.run(sql, {
    timeZone: 'Europe/Berlin',
    rowLimit: { rows: count, reason: 'rows' },
  })
  expect(answer.rowCount).toBe(count)
  return answer
}

function draw(visual: ChartVisual, data: ResultData & Partial<Pick<RunResult, 'truncated'>>, widthPx: number): Plot {
  return plotOf({
    visual,
    data,
    widthPx,
    heightPx: 320,
    locale: 'en',
    timeZone: 'Europe/Berlin',
    weekStart: 1,
    now: 0,
    ...(data.truncated?.bins === undefined ? {} : { bins: data.truncated.bins }),
  })
}

/** Drops the values that a note names, which the engine does not return with its counts. */
function unnamed(note: string): string {
  return note.replace(/(cannot be drawn): .*/, '$1.')
}

function barsOf(plot: Plot) {
  const { slots, series, notes, left, slotAxis } = plot.kind === 'cartesian' ? plot : expect.fail(JSON.stringify(plot))
  const bars = (one: CartesianPlot['series'][number]) => ({
    label: one.label,
    counts: one.points.map(({ value, n }) => [value, n]),
  })
  // The stacking order of series may differ.
  return {
    slots: slots.map(({ label, px }) => ({ label, px })),
    series: series.map(bars).toSorted((a, b) => (a.label < b.label ? -1 : 1)),
    notes: notes.map(unnamed),
    axes: [left.domain, slotAxis.ticks],
  }
}

function dotsOf(plot: Plot) {
  const { series, xAxis, yAxis, notes, opacity } = plot.kind === 'scatter' ? plot : expect.fail(JSON.stringify(plot))
  const dots = (one: ScatterPlot['series'][number]) => ({
    label: one.label,
    dots: one.dots
      .map(({ px, py, n, radius, cell }) => ({ px: Math.round(px * 10), py: Math.round(py * 10), n, radius, cell }))
      .toSorted((a, b) => a.px - b.px || a.py - b.py),
  })
  return {
    series: series.map(dots).toSorted((a, b) => (a.label < b.label ? -1 : 1)),
    domains: [xAxis.domain, yAxis.domain],
    notes: notes.map(unnamed),
    opacity,
  }
}

describe('a histogram of more rows than a chart gets has the bins and counts that all rows would give', () => {
  test.each([
    ['of doubles', `SELECT sin(i / 700.0) * 100 + (i * 7919) % 31 AS v FROM range(${count}) t(i)`],
    ['on edges', `SELECT (i % 101) / 10.0 AS v FROM range(${count}) t(i)`],
    [
      'of decimals below zero',
      `SELECT ((i * 7919) % 5000 - 4000)::DECIMAL(12, 2) / 100 AS v FROM range(${count}) t(i)`,
    ],
    ['of few whole numbers', `SELECT i % 6 AS v FROM range(${count}) t(i)`],
    ['of 64-bit integers', `SELECT 9007199254740993 + i * 1000 AS v FROM range(${count}) t(i)`],
    ['of years', `SELECT 1950 + i % 70 AS v FROM range(${count}) t(i)`],
    ['of one value', `SELECT 7.25 AS v FROM range(${count}) t(i)`],
    ['far from zero', `SELECT 1e12 + i / 1000.0 AS v FROM range(${count}) t(i)`],
    ['next to nothing', `SELECT i * 1e-120 AS v FROM range(${count}) t(i)`],
    [
      'with values missing and beyond all bounds',
      `SELECT CASE i % 9 WHEN 0 THEN NULL WHEN 1 THEN 'NaN'::DOUBLE WHEN 2 THEN 'Infinity'::DOUBLE WHEN 3 THEN -1e300 ELSE i END AS v FROM range(${count}) t(i)`,
    ],
  ])('%s', async (_, sql) => {
    const [binned, all] = [await ask(sql, histogram), await askForAll(sql)]
    expect(binned.truncated).toMatchObject({ reason: 'bins', total: count })
    expect(binned.rowCount).toBeLessThanOrEqual(602)
    for (const visual of [histogram, { ...histogram, bins: 5 }, { ...histogram, bins: 60 }])
      for (const widthPx of [180, 1300])
        expect(barsOf(draw(visual, binned, widthPx))).toEqual(barsOf(draw(visual, all, widthPx)))
  })

  test('in series, with the others added up and those without a name', async () => {
    const visual = { ...histogram, color: 'kind' }
    const sql = `SELECT i % 977 AS v, CASE WHEN i % 11 = 0 THEN NULL ELSE 'kind ' || floor(sqrt(i % 200))::INTEGER END AS kind FROM range(${count}) t(i)`
    const plots = [draw(visual, await ask(sql, visual), 700), draw(visual, await askForAll(sql), 700)]
    const [binned, all] = plots.map(barsOf)
    expect(binned).toEqual(all)
    expect(binned?.series.map(({ label }) => label)).toEqual([
      '(empty)',
      'Other (8)',
      'kind 10',
      'kind 11',
      'kind 12',
      'kind 13',
      'kind 7',
      'kind 8',
      'kind 9',
    ])
  })

  test('by what is true or not', async () => {
    const visual = { ...histogram, color: 'even' }
    const sql = `SELECT i AS v, i % 2 = 0 AS even FROM range(${count}) t(i)`
    const [binned, all] = [await ask(sql, visual), await askForAll(sql)].map((data) => barsOf(draw(visual, data, 700)))
    expect(binned).toEqual(all)
    expect(binned?.series.map(({ label }) => label)).toEqual(['false', 'true'])
  })
})

describe('a scatter plot of more rows than a chart gets has the cells that all rows would give', () => {
  test.each([
    ['in a cloud', `SELECT sin(i * 12.9) * i AS x, cos(i * 78.2) * i AS y FROM range(${count}) t(i)`],
    ['on a grid', `SELECT i % 128 AS x, (i * 31) % 64 AS y FROM range(${count}) t(i)`],
    ['on a line', `SELECT i AS x, i * 2.5 AS y FROM range(${count}) t(i)`],
    ['where x is the same everywhere', `SELECT 3 AS x, i % 500 AS y FROM range(${count}) t(i)`],
    ['at one place', `SELECT 3 AS x, 4 AS y FROM range(${count}) t(i)`],
    [
      'over days',
      `SELECT date '2020-01-01' + (i % 900)::INTEGER AS x, (i * 7919) % 1000 AS y FROM range(${count}) t(i)`,
    ],
    [
      'over times on the wall',
      `SELECT timestamp '2024-03-30 12:00:00' + to_milliseconds(i * 1250) AS x, i % 77 AS y FROM range(${count}) t(i)`,
    ],
    [
      'over a clock change',
      `SELECT timestamptz '2024-03-30 12:00:00+00' + to_seconds(i::BIGINT) AS x, sqrt(i) AS y FROM range(${count}) t(i)`,
    ],
    [
      'with values missing and beyond all bounds',
      `SELECT CASE i % 9 WHEN 0 THEN NULL WHEN 1 THEN 'NaN'::DOUBLE ELSE i END AS x, CASE i % 7 WHEN 0 THEN NULL WHEN 1 THEN -1e300 ELSE i % 100 END AS y FROM range(${count}) t(i)`,
    ],
  ])('%s', async (_, sql) => {
    const [binned, all] = [await ask(sql, scatter), await askForAll(sql)]
    expect(binned.truncated).toMatchObject({ reason: 'bins', total: count })
    for (const widthPx of [180, 1300]) {
      const made = dotsOf(draw(scatter, binned, widthPx))
      expect(made).toEqual(dotsOf(draw(scatter, all, widthPx)))
      expect(made.series.flatMap(({ dots }) => dots).length).toBeLessThanOrEqual(128 * 64)
    }
  })

  test('in series, with the others added up and those without a name', async () => {
    const visual = { ...scatter, color: 'kind', size: 'weight' }
    const sql = `SELECT i % 97 AS x, (i * 31) % 89 AS y, CASE WHEN i % 11 = 0 THEN NULL ELSE floor(sqrt(i % 200))::INTEGER END AS kind, 1 AS weight FROM range(${count}) t(i)`
    const [binned, all] = [await ask(sql, visual), await askForAll(sql)].map((data) => dotsOf(draw(visual, data, 700)))
    expect(binned).toEqual(all)
    expect(binned?.series.map(({ label }) => label)).toEqual([
      '(empty)',
      '10',
      '11',
      '12',
      '13',
      '7',
      '8',
      '9',
      'Other (8)',
    ])
  })
})

test('bins of another drawing are not drawn as if they were rows', async () => {
  const binned = await ask(`SELECT i AS v, i AS w FROM range(${count}) t(i)`, histogram)
  for (const changes of [{ type: 'bar', y: ['rows'] }, { type: 'table' }, { x: 'place' }] as const)
    expect(draw({ ...histogram, ...changes, y: [...('y' in changes ? changes.y : [])] }, binned, 500).kind).toBe(
      'empty',
    )
})

test.each([
  ['the values are text', `SELECT i::VARCHAR AS v FROM range(${count}) t(i)`, histogram],
  ['the values are days', `SELECT date '2020-01-01' + (i % 90)::INTEGER AS v FROM range(${count}) t(i)`, histogram],
  ['there is no value', `SELECT NULL::DOUBLE AS v FROM range(${count}) t(i)`, histogram],
  ['the values are the series, too', `SELECT i AS v FROM range(${count}) t(i)`, { ...histogram, color: 'v' }],
  ['a column is missing', `SELECT i AS x FROM range(${count}) t(i)`, scatter],
])('%s: the rows are cut as without a drawing', async (_, sql, visual) => {
  const { rowCount, truncated } = await ask(sql, visual)
  expect([rowCount, truncated?.reason]).toEqual([mostDrawnRows(drawnPartOf(visual)), 'rows'])
})

test('a saved histogram is counted in the engine, filters and parameters within', async () => {
  const chart = chartEntry('spread', `SELECT i % 500 AS v, i % 2 AS half FROM range(60000) t(i)`)
  fixture.entries.set('chart/spread', { ...chart, visual: { ...histogram } })
  const filters = [{ column: 'half', op: '=' as const, value: 1 }]
  const [whole, filtered] = await runAll(
    fixture.queries,
    requestOf({ chartId: 'spread', maxPoints: 10_000 }, { chartId: 'spread', maxPoints: 10_000, filters }),
  )
  expect(whole?.truncated).toMatchObject({ reason: 'bins', total: 60_000, bins: { count: 60_000, dropped: 0 } })
  expect(filtered?.truncated).toMatchObject({ reason: 'bins', total: 30_000, bins: { x: { low: 1, high: 499 } } })
  expect(filtered?.appliedFilters).toEqual(['half'])
})

test('counts all rows of a statement whose values change each time it runs', async () => {
  const sql = `SELECT i % 128 AS x, i // 128 * 200 - epoch_us(now()) AS y FROM range(${count}) t(i)`
  const { columns, truncated } = await ask(sql, scatter)
  expect(truncated).toMatchObject({ reason: 'bins', total: count })
  const [places = [], rows = [], , counts = []] = columns.slice(-4).map((cells) => cells.map(Number))
  expect([Math.min(...places), Math.max(...places), Math.min(...rows)]).toEqual([0, 127, 0])
  expect(Math.max(...rows)).toBeLessThan(64)
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(count)
})

test('counts points on the Earth in cells over their own ends, and says how many of all rows are elsewhere', async () => {
  const sql = `SELECT CASE i % 10 WHEN 0 THEN 1000 + i WHEN 1 THEN NULL ELSE i % 100 END AS lon, CASE i % 10 WHEN 2 THEN -91 ELSE i % 50 END AS lat FROM range(${count}) t(i)`
  const visual: ChartVisual = { ...defaultVisual, type: 'point-map', x: 'lon', y: ['lat'] }
  const answer = await ask(sql, visual)
  expect(answer.truncated?.bins).toMatchObject({
    x: { low: 3, high: 99 },
    y: { low: 3, high: 49 },
    dropped: 12_000,
    outside: 8000,
  })
  expect(draw(visual, answer, 700).notes).toEqual([
    '4,000 rows without a longitude and a latitude left out.',
    '8,000 rows left out: longitudes lie between −180° and 180°, latitudes between −90° and 90°.',
    expect.stringMatching(/^28,000 rows counted in /),
  ])
})
