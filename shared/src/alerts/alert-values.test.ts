import { expect, test } from 'vitest'
import { defaultVisual, type ChartVisual } from '../charts/chart-visual'
import type { CellValue, FieldType } from '../query/field'
import { readAlertValues } from './alert-values'

type Column = readonly [name: string, type: FieldType, cells: readonly CellValue[]]

function read(columns: readonly Column[], visual: Partial<ChartVisual> = {}, column: string | null = null) {
  const data = {
    fields: columns.map(([name, type]) => ({ name, type, databaseType: '', nullable: true })),
    columns: columns.map(([, , cells]) => [...cells]),
    rowCount: columns[0]?.[2].length ?? 0,
  }
  return readAlertValues(data, { ...defaultVisual, ...visual }, { column, timeZone: 'Europe/Berlin' })
}

test('a chart over time has one series per value of its other columns, oldest first', () => {
  const found = read(
    [
      ['day', 'date', ['2026-01-02', '2026-01-01', '2026-01-02', null]],
      ['region', 'text', ['North', 'North', null, 'North']],
      ['sales', 'decimal', ['2.5', '1', '7', '100']],
    ],
    { type: 'line', x: 'day', y: ['sales'], color: 'region' },
  )
  const [first, second] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)]
  expect(found).toEqual({
    ok: true,
    value: {
      ...{ column: 'sales', grain: 'day', leftOut: 0 },
      series: [
        {
          group: 'North',
          points: [
            { at: first, value: 1 },
            { at: second, value: 2.5 },
          ],
        },
        { group: '(empty)', points: [{ at: second, value: 7 }] },
      ],
    },
  })
})

test('times with an offset are those of the zone, and texts that are times count as times', () => {
  const one = read([
    ['at', 'timestamptz', ['2026-07-01T00:00:00Z']],
    ['n', 'integer', [1]],
  ])
  expect(one.ok && one.value.series[0]?.points[0]?.at).toBe(Date.UTC(2026, 6, 1, 2))
  const texts: readonly Column[] = [
    ['day', 'text', ['2026-01-01', '2026-01-02']],
    ['n', 'integer', [1, 2]],
  ]
  const two = read(texts, { x: 'day', y: ['n'] })
  expect(two.ok && two.value.series.map(({ group }) => group)).toEqual([''])
})

test('a number that divides a chart is a group, one that is measured beside it is not', () => {
  const columns: readonly Column[] = [
    ['year', 'integer', [2025, 2026]],
    ['sales', 'integer', [1, 2]],
    ['cost', 'integer', [3, 4]],
  ]
  const found = read(columns, { type: 'bar', x: 'year', y: ['sales', 'cost'] }, 'cost')
  expect(found.ok && found.value.series).toEqual([
    { group: '2025', points: [{ at: null, value: 3 }] },
    { group: '2026', points: [{ at: null, value: 4 }] },
  ])
})

test('NaN and what is not finite is no value; no numbers and a lost column are said', () => {
  const found = read([['n', 'number', ['NaN', 'Infinity', null, 1]]])
  expect(found.ok && found.value.series[0]?.points.map(({ value }) => value)).toEqual([null, null, null, 1])
  expect(read([['name', 'text', ['a']]])).toEqual({ ok: false, error: 'It has no column of numbers to watch.' })
  expect(read([['n', 'integer', [1]]], {}, 'gone')).toMatchObject({ ok: false, error: expect.stringContaining('gone') })
})

test('of thousands of groups the first 200 are watched, and how many are not is told', () => {
  const count = 3000
  const names = Array.from({ length: count }, (_, index) => `g${index}`)
  const found = read([
    ['name', 'text', names],
    ['n', 'integer', names.map((_, index) => index)],
  ])
  expect(found.ok && [found.value.series.length, found.value.leftOut]).toEqual([200, count - 200])
})
