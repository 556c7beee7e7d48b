import { defaultVisual, type ChartVisual } from '@tidemark/shared/charts/chart-visual'
import { drawnPartOf } from '@tidemark/shared/charts/chart-points'
import { loadAllPlots } from '@tidemark/shared/charts/load-plot'
import { plotOf } from '@tidemark/shared/charts/plot-of'
import { isNumericType } from '@tidemark/shared/query/field'
import type { ResultData, RunResult } from '@tidemark/shared/query/run-query'
import { openQueryFixture, requestOf, runAll, sqlItem, type QueryFixture } from '@testkit/query/query-fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

await loadAllPlots()

let fixture: QueryFixture
beforeAll(async () => {
  fixture = await openQueryFixture()
})
afterAll(() => fixture.close())

const count = 30_000
const visual: ChartVisual = { ...defaultVisual, type: 'box', x: 'c', y: ['v'] }

async function ask(sql: string, of: ChartVisual = visual): Promise<RunResult> {
  const draw = drawnPartOf(of)
  const item = sqlItem(sql, { maxPoints: 10_000, ...(draw === null ? {} : { draw }), timeZone: 'UTC' })
  const [line] = await runAll(fixture.queries, requestOf(item))
  return line?.status === 'success' ? line : expect.fail(JSON.stringify(line?.error))
}

/** Returns the box of each category, in the engine's own numbers. */
async function ownBoxes(sql: string): Promise<readonly (readonly unknown[])[]> {
  const quantiles = [0.25, 0.5, 0.75].map((part) => `quantile_cont(v, ${part})`)
  const { columns } = await fixture.engineFixture.run(
    `SELECT c, count(v), ${quantiles.join(', ')} FROM (SELECT c, v::DOUBLE AS v FROM (${sql}) WHERE abs(v::DOUBLE) <= 1e100) GROUP BY c ORDER BY c`,
    { timeZone: 'UTC', rowLimit: { rows: 1000, reason: 'rows' } },
  )
  return (columns[0] ?? []).map((_, row) => columns.map((cells) => cells[row]))
}

function rowsOf({ fields, columns, rowCount }: ResultData, kind: number) {
  const cell = (name: string, row: number) => {
    const index = fields.findIndex((field) => field.name === name)
    const value = columns[index]?.[row] ?? null
    return isNumericType(fields[index]?.type ?? 'text') ? Number(value) : value
  }
  return Array.from({ length: rowCount }, (_, row) => row)
    .filter((row) => cell('kind', row) === kind)
    .map((row) => ['c', 'values', 'q1', 'v', 'q3'].map((name) => cell(name, row)))
}

function drawn(of: ChartVisual, data: ResultData & Partial<Pick<RunResult, 'truncated'>>) {
  const bins = data.truncated?.bins
  const size = { widthPx: 900, heightPx: 400, locale: 'en', timeZone: 'UTC', weekStart: 1, now: 0 }
  const plot = plotOf({ ...size, visual: of, data, ...(bins === undefined ? {} : { bins }) })
  if (plot.kind !== 'shapes') return expect.fail(JSON.stringify(plot))
  return {
    marks: plot.marks.map(({ label, values, note, category }) => ({ label, values, note, category })),
    shapes: plot.shapes,
    notes: plot.notes,
  }
}

describe('the quartiles of more rows than a chart gets are those of the engine itself', () => {
  test.each([
    ['doubles', `SELECT 'k' || i % 7 AS c, sin(i / 70.0) * 100 + (i * 7919) % 31 AS v FROM range(${count}) t(i)`],
    [
      'decimals',
      `SELECT 'k' || i % 3 AS c, ((i * 7919) % 5000 - 4000)::DECIMAL(12, 2) / 100 AS v FROM range(${count}) t(i)`,
    ],
    ['large integers', `SELECT 'k' || i % 5 AS c, 9007199254740993 + i * 1000 AS v FROM range(${count}) t(i)`],
    ['few different values', `SELECT 'k' || i % 4 AS c, i % 6 AS v FROM range(${count}) t(i)`],
    [
      'values missing and beyond all bounds, and rows without a category',
      `SELECT CASE WHEN i % 5 > 0 THEN 'k' || i % 5 END AS c, CASE i % 9 WHEN 0 THEN NULL WHEN 1 THEN 'NaN'::DOUBLE WHEN 2 THEN 'Infinity'::DOUBLE WHEN 3 THEN -1e300 ELSE i END AS v FROM range(${count}) t(i)`,
    ],
  ])('of %s', async (_, sql) => {
    const [result, boxesOfEngine] = [await ask(sql), await ownBoxes(sql)]
    expect(result.truncated).toMatchObject({ reason: 'bins', total: count })
    const boxes = rowsOf(result, 0)
    expect(boxes).toHaveLength(boxesOfEngine.length)
    for (const [index, box] of boxes.entries()) {
      const expected = boxesOfEngine[index] ?? []
      expect(box.slice(0, 2)).toEqual([expected[0], Number(expected[1])])
      for (const at of [2, 3, 4]) {
        const own = Number(expected[at])
        expect((Number(box[at]) - own) / Math.max(1, Math.abs(own))).toBeCloseTo(0, 10)
      }
    }
  })
})

test('the picture is the one of all rows', async () => {
  const sql = `SELECT 'k' || i % 4 AS c, CASE WHEN i % 211 = 0 THEN 1000 + i ELSE (i * 7919) % 97 END AS v FROM range(${count}) t(i)`
  const all = await fixture.engineFixture.run(sql, { timeZone: 'UTC', rowLimit: { rows: count, reason: 'rows' } })
  const [counted, whole] = [drawn(visual, await ask(sql)), drawn(visual, all)]
  expect(counted).toEqual(whole)
  expect(counted.notes).toEqual([])
  expect(counted.marks).toHaveLength(4 + 143)
})

test('all rows make one box where no column divides them, and true and false make two', async () => {
  const sql = `SELECT i % 2 = 0 AS c, i AS v FROM range(${count}) t(i)`
  const one: ChartVisual = { ...visual, x: null }
  expect(drawn(one, await ask(sql, one)).marks.map(({ label }) => label)).toEqual(['All rows'])
  expect(drawn(visual, await ask(sql)).marks.map(({ label, category }) => [label, category])).toEqual([
    ['false', 'false'],
    ['true', 'true'],
  ])
})

test('of more categories than boxes those with the most rows are kept, and the others counted', async () => {
  const result = await ask(`SELECT 'k' || least(i % 500, 250) AS c, i AS v FROM range(${count}) t(i)`)
  expect(result.truncated?.bins?.restCount).toBe(51)
  expect(rowsOf(result, 0)).toHaveLength(200)
  expect(drawn(visual, result).notes).toEqual(expect.arrayContaining(['51 categories of fewer rows left out.']))
})
