import { describe, expect, test } from 'vitest'
import type { CellValue } from '../query/field'
import { readSpread, spreadOf, type ProfiledColumn } from './column-profile'
import { duckdbDialect } from './duckdb-dialect'

const column: ProfiledColumn = {
  connectionId: 'local',
  table: { schema: null, name: 'orders' },
  name: 'at',
  type: 'date',
  databaseType: 'DATE',
}

function spreadFrom(least: string, most: string, type: ProfiledColumn['type'] = 'date') {
  const summary = { rowCount: 1000, valueCount: 1000, distinctCount: 1000, mean: null, least, most }
  const spread = spreadOf({ ...column, type }, summary, duckdbDialect)
  return spread?.kind === 'time' ? spread : expect.fail('it is spread over time')
}

function barsOf(least: string, most: string, spans: readonly (readonly [CellValue, number])[], type = column.type) {
  const columns = [spans.map(([value]) => value), spans.map(([, count]) => count)]
  return readSpread(spreadFrom(least, most, type), { columns })
}

describe('how dates are spread', () => {
  test.each([
    ['2026-01-01T00:00:00', '2026-01-02T23:00:00', 'timestamp', 'hour'],
    ['2026-01-01', '2026-01-02', 'date', 'day'],
    ['2026-01-01', '2026-03-01', 'date', 'day'],
    ['2026-01-01', '2026-04-20', 'date', 'week'],
    ['2026-01-01', '2027-12-31', 'date', 'month'],
    ['2016-01-01', '2026-01-01', 'date', 'quarter'],
    ['1926-01-01', '2026-01-01', 'date', 'year'],
    ['-infinity', 'infinity', 'date', 'year'],
  ] as const)('from %s to %s of a %s is shown by the %s, and nothing is cut off', (least, most, type, grain) => {
    const { grain: found, query } = spreadFrom(least, most, type)
    expect(found).toBe(grain)
    expect(query.kind === 'builder' && (query.question.limit ?? 0) > 1000).toBe(true)
  })

  test('spans without values have their place', () => {
    const quarters = barsOf('2019-11-15', '2026-06-30', [
      ['2019-10-01', 3],
      ['2020-04-01', 5],
      ['2026-04-01', 1],
    ])
    expect(quarters).toHaveLength(27)
    expect(quarters.slice(0, 4).map(({ value, count }) => [value, count])).toEqual([
      ['2019-10-01', 3],
      ['2020-01-01', 0],
      ['2020-04-01', 5],
      ['2020-07-01', 0],
    ])
    expect(quarters.at(-1)).toEqual({ value: '2026-04-01', count: 1 })
    const hours = barsOf(
      '2026-01-01T22:30:00',
      '2026-01-02T00:30:00',
      [
        ['2026-01-01T22:00:00', 2],
        ['2026-01-02T00:00:00', 1],
      ],
      'timestamp',
    )
    expect(hours.map(({ value, count }) => [value, count])).toEqual([
      ['2026-01-01T22:00:00', 2],
      ['2026-01-01T23:00:00', 0],
      ['2026-01-02T00:00:00', 1],
    ])
  })

  test('many years share their bars, and every value is in one', () => {
    const years = Array.from({ length: 126 }, (_, index) => [`${1900 + index}-01-01`, index] as const)
    const bars = barsOf('1900-05-05', '2025-05-05', [...years, ['infinity', 7]])
    expect(bars).toHaveLength(42)
    expect(bars[0]).toEqual({ value: '1900-01-01', count: 0 + 1 + 2 })
    expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe((125 * 126) / 2)
  })

  test('of infinity alone there are no bars', () => {
    expect(barsOf('infinity', 'infinity', [['infinity', 9]])).toEqual([])
  })
})
