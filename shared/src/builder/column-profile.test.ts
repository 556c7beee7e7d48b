import { expect, test } from 'vitest'
import type { CellValue, FieldType } from '../query/field'
import { profileGrains, readProfile } from './column-profile'

/** An answer: the columns by name, all equally long. */
function answerOf(columns: Readonly<Record<string, readonly CellValue[]>>) {
  const names = Object.keys(columns)
  const fields = names.map((name) => ({ name, type: 'text', databaseType: '', nullable: true }) as const)
  return {
    fields,
    columns: Object.values(columns).map((cells) => [...cells]),
    rowCount: columns[names[0] ?? '']?.length ?? 0,
  }
}

type Spans = readonly (readonly [start: CellValue, count: number])[]

function barsOf(grain: (typeof profileGrains)[number]['grain'], spans: Spans, type: FieldType = 'timestamp') {
  const ofAll = (value: CellValue) => spans.map(() => value)
  const answer = answerOf({
    [grain === 'hour' ? 'hour' : 'day']: spans.map(([start]) => start),
    bar_rows: spans.map(([, count]) => count),
    row_count: ofAll(1000),
    value_count: ofAll(1000),
    distinct_count: ofAll('1000'),
    grain: ofAll(profileGrains.findIndex((known) => known.grain === grain)),
  })
  return readProfile(type, answer).spread?.bars.map(({ value, count }) => [value, count]) ?? null
}

test('spans without values have their place', () => {
  // As the most frequent come first.
  const quarters = barsOf('quarter', [
    ['2020-04-01', 5],
    ['2019-10-01', 3],
    ['2026-04-01', 1],
  ])
  expect(quarters).toHaveLength(27)
  expect(quarters?.slice(0, 4)).toEqual([
    ['2019-10-01', 3],
    ['2020-01-01', 0],
    ['2020-04-01', 5],
    ['2020-07-01', 0],
  ])
  expect(quarters?.at(-1)).toEqual(['2026-04-01', 1])
  const hours = barsOf('hour', [
    ['2026-01-01T22:00:00', 2],
    ['2026-01-02T00:00:00', 1],
  ])
  expect(hours).toEqual([
    ['2026-01-01T22:00:00', 2],
    ['2026-01-01T23:00:00', 0],
    ['2026-01-02T00:00:00', 1],
  ])
})

test('days that came as the moments they begin at are days', () => {
  const weeks = barsOf('week', [
    ['2026-01-05T00:00:00', 2],
    ['2026-01-19T00:00:00', 1],
  ])
  expect(weeks).toEqual([
    ['2026-01-05', 2],
    ['2026-01-12', 0],
    ['2026-01-19', 1],
  ])
})

test('many years share their bars, and every value is in one', () => {
  const years = Array.from({ length: 126 }, (_, index) => [`${1900 + index}-01-01`, index] as const)
  const bars = barsOf('year', [...years, ['infinity', 7]], 'date') ?? []
  expect(bars).toHaveLength(42)
  expect(bars[0]).toEqual(['1900-01-01', 0 + 1 + 2])
  expect(bars.reduce((sum, [, count]) => sum + Number(count), 0)).toBe((125 * 126) / 2)
})

test('of infinity alone there are no bars', () => {
  expect(barsOf('year', [['infinity', 9]], 'date')).toBeNull()
})

test('of an empty table there is nothing to be seen', () => {
  const answer = answerOf({ listed: [], bar_rows: [], row_count: [], value_count: [], distinct_count: [] })
  expect(readProfile('text', answer)).toEqual({
    summary: { rowCount: 0, valueCount: 0, distinctCount: null, least: null, most: null, mean: null },
    spread: null,
  })
})

test('of many values the most frequent are told, unless each occurs once', () => {
  const values = Array.from({ length: 8 }, (_, index) => `comment ${index}`)
  const spreadOf = (counts: readonly number[], distinctCount: number) =>
    readProfile(
      'text',
      answerOf({
        listed: values,
        bar_rows: counts,
        row_count: values.map(() => 800),
        value_count: values.map(() => 800),
        distinct_count: values.map(() => distinctCount),
      }),
    ).spread?.bars.length ?? null
  const once = values.map(() => 1)
  expect(spreadOf(once, 800)).toBeNull()
  expect(spreadOf(once.with(0, 2), 799)).toBe(8)
  expect(spreadOf(once, 8)).toBe(8)
})
