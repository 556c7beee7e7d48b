import { describe, expect, it } from 'vitest'
import type { CellValue, FieldType } from '../query/field'
import { chartTypeIds, defaultVisual } from './chart-visual'
import { resultOf } from './plot/gallery/gallery-data'
import { bestVisuals, typesAtFirst, unsuitedTypes, usualTypes } from './show-me'

const many = (count: number, row: (index: number) => CellValue[]) =>
  Array.from({ length: count }, (_, index) => row(index))
const monthly = many(12, (i) => [`2026-${String(i + 1).padStart(2, '0')}-01`, i])

describe('a type says what a result lacks for it', () => {
  it.each<[string, Readonly<Record<string, FieldType>>, CellValue[][], Readonly<Record<string, string | null>>]>([
    [
      'names alone',
      { name: 'text' },
      [['a'], ['b']],
      {
        bar: null,
        pie: null,
        scatter: 'Needs two numbers',
        histogram: 'Needs a number',
        sankey: 'Needs two categories',
      },
    ],
    [
      'numbers alone',
      { one: 'number', two: 'number' },
      many(9, (i) => [i, i]),
      {
        'point-map': 'Needs a longitude and a latitude',
        line: null,
        scatter: null,
        histogram: null,
        heatmap: 'Needs a category or dates',
      },
    ],
    ['one number', { n: 'number' }, many(9, (i) => [i]), { bar: 'Needs a category, dates or two numbers' }],
    ['months', { month: 'date', n: 'integer' }, monthly, { line: null, heatmap: null, sankey: 'Needs two categories' }],
  ])('%s', (_, fields, rows, expected) => {
    const data = resultOf(fields, rows)
    const unsuited: ReadonlyMap<string, string> = unsuitedTypes(data)
    for (const [type, reason] of Object.entries(expected))
      expect([type, unsuited.get(type) ?? null]).toEqual([type, reason])
  })

  it('a table and a number show everything', () => {
    const unsuited = unsuitedTypes(resultOf({}, []))
    expect(chartTypeIds.filter((type) => !unsuited.has(type))).toEqual(['number', 'table'])
  })
})

describe('the three that show a result best', () => {
  it.each<[string, Readonly<Record<string, FieldType>>, CellValue[][], string[]]>([
    ['months', { month: 'date', n: 'integer' }, monthly, ['line', 'bar', 'area']],
    ['a few categories', { channel: 'text', n: 'integer' }, many(4, (i) => [`c${i}`, i]), ['bar', 'pie', 'row']],
    ['many categories', { channel: 'text', n: 'integer' }, many(40, (i) => [`c${i}`, i]), ['row', 'treemap', 'table']],
    [
      'two categories',
      { a: 'text', b: 'text', n: 'integer' },
      many(6, (i) => [`c${i % 3}`, i < 3 ? 'S' : 'L', i]),
      ['bar', 'heatmap', 'row'],
    ],
    ['a dozen countries', { country: 'text', n: 'integer' }, many(12, (i) => [`c${i}`, i]), ['bar', 'map', 'row']],
    [
      'degrees',
      { lon: 'number', lat: 'number', n: 'integer' },
      many(12, (i) => [i, i, i]),
      ['point-map', 'histogram', 'scatter'],
    ],
    ['two numbers', { a: 'number', b: 'number' }, many(50, (i) => [i * 1.5, i]), ['scatter', 'histogram', 'table']],
    [
      'steps that fewer reach',
      { step: 'text', n: 'integer' },
      [
        ['a', 9],
        ['b', 5],
        ['c', 2],
      ],
      ['bar', 'pie', 'funnel'],
    ],
    [
      'changes',
      { what: 'text', n: 'integer' },
      [
        ['a', 9],
        ['b', -5],
        ['c', 2],
      ],
      ['bar', 'waterfall', 'row'],
    ],
    [
      'two years',
      { year: 'integer', mode: 'text', n: 'integer' },
      many(6, (i) => [2016 + 10 * (i % 2), `m${i}`, i]),
      ['line', 'slope', 'heatmap'],
    ],
    [
      'many rows of each category',
      { kind: 'text', n: 'number' },
      many(90, (i) => [`k${i % 3}`, i]),
      ['table', 'bar', 'box'],
    ],
    ['one number', { total: 'bigint' }, [['42']], ['number', 'table']],
  ])('%s', (_, fields, rows, expected) => {
    const best = bestVisuals(defaultVisual, resultOf(fields, rows))
    expect(best.map(({ type }) => type)).toEqual(expected)
  })

  it('have no panels of a column that is drawn already, and keep others', () => {
    const rows = many(90, (i) => [`k${i % 3}`, `p${i % 4}`, `q${i % 5}`, i, -i])
    const data = resultOf({ kind: 'text', part: 'text', other: 'text', n: 'number', m: 'number' }, rows)
    const panelsOf = (panel: string) =>
      bestVisuals({ ...defaultVisual, panel }, data).map((best) => [best.type, best.panel])
    const kept = (panel: string) =>
      bestVisuals({ ...defaultVisual, panel: null }, data).map(({ type, x, color, detail }) => [
        type,
        [x, color, detail].includes(panel) ? null : panel,
      ])
    expect(panelsOf('kind')).toEqual(kept('kind'))
    expect(panelsOf('kind').some(([, panel]) => panel === null)).toBe(true)
    expect(panelsOf('other').some(([, panel]) => panel === 'other')).toBe(true)
  })

  it('are a heatmap among the first where hours are grouped within weekdays', () => {
    const rows = many(168, (i) => [`w${i % 7}`, Math.floor(i / 7), i])
    const best = bestVisuals(defaultVisual, resultOf({ day: 'text', hour: 'integer', n: 'bigint' }, rows), [
      'day',
      'hour',
    ])
    expect(best.map(({ type }) => type)).toContain('heatmap')
  })

  it('use the columns that fit, and keep the format', () => {
    const format = { ...defaultVisual.format, unit: 'kg' }
    const fields = { month: 'date', region: 'text', n: 'integer' } as const
    const data = resultOf(
      fields,
      many(24, (i) => [monthly[i % 12]?.[0] ?? null, i < 12 ? 'a' : 'b', i]),
    )
    expect(bestVisuals({ ...defaultVisual, format }, data)).toMatchObject([
      { type: 'line', x: 'month', y: ['n'], color: 'region', format },
      { type: 'heatmap', x: 'month', y: ['n'], color: 'region', format },
      { type: 'area', x: 'month', y: ['n'], color: 'region', format },
    ])
  })
})

it('twelve types are offered at first, always in the same order, the chosen one among them', () => {
  for (const isOpen of [false, true]) expect(typesAtFirst('bar', isOpen)).toEqual(usualTypes)
  expect(usualTypes).toHaveLength(12)
  expect(typesAtFirst('sankey', false)).toEqual([...usualTypes.slice(0, 11), 'sankey'])
  expect(typesAtFirst('sankey', true)).toEqual(usualTypes)
  expect(usualTypes.slice(0, 11)).toContain('table')
})
