import { describe, expect, it } from 'vitest'
import { step, usualByYear, yearly } from '@testkit/entries/question-steps-fixture'
import { emptyQuestion, type Question, type TimeGrain } from '@tidemark/shared/builder/question'
import { chartTypes } from '@tidemark/shared/charts/chart-types'
import { chartTypeIds, type ChartType } from '@tidemark/shared/charts/chart-visual'
import { loadAllPlots } from '@tidemark/shared/charts/load-plot'
import { galleryNow, galleryZone } from '@tidemark/shared/charts/plot/gallery/gallery-charts'
import { plotInputOf, resultOf, visualOf } from '@tidemark/shared/charts/plot/gallery/gallery-data'
import { isDrawnPlot } from '@tidemark/shared/charts/plot/plot'
import { plotOf } from '@tidemark/shared/charts/plot-of'
import type { Query } from '@tidemark/shared/query/run-query'
import { markCount, rowsOfMark } from '../active-mark'
import { canBrush, rangeEndsOf, selectionOfBrush } from './brush'
import { unionOf, type Selection } from './selection'
import { endOfRange, isChosen, marksAmong, selectionOfMark } from './selection-of-mark'

await loadAllPlots()
const sql: Query = { kind: 'sql', connectionId: 'local', sql: 'SELECT 1' }

/** The types whose marks stand for no value of a column: they are of all rows. */
const ofAllRows: ReadonlySet<ChartType> = new Set(['gauge', 'progress', 'number'])
const withBrush: ReadonlySet<ChartType> = new Set(['line', 'area', 'bar', 'row', 'combo', 'histogram', 'scatter'])

describe.each(chartTypeIds)('a chart of the type %s', async (type) => {
  const [chart] = await chartTypes[type].loadGallery()
  if (chart === undefined) throw new Error('no chart')
  const plot = plotOf(plotInputOf({ ...chart, timeZone: galleryZone, now: galleryNow }))
  const source = { query: sql, visual: chart.visual, data: chart.data }

  it('filters by its marks or cells, unless they are of all rows', () => {
    if (!isDrawnPlot(plot)) {
      const cells = chart.data.fields.map(({ name }) => [{ column: name, value: chart.data.columns[0]?.[0] ?? null }])
      const found = cells.filter((values) => selectionOfMark({ conditions: [], row: 0, values }, source).length > 0)
      expect(found.length > 0).toBe(!ofAllRows.has(type) || plot.kind === 'number')
      return
    }
    const marks = Array.from({ length: markCount(plot) }, (_, index) => rowsOfMark(plot, index, null))
    const known = marks.flatMap((mark) => (mark === null ? [] : [selectionOfMark({ ...mark, values: [] }, source)]))
    expect(known.some((selection) => selection.length > 0)).toBe(!ofAllRows.has(type))
    const [first = []] = known
    if (first.length > 0)
      expect(marksAmong(plot, first, source).has(marks.findIndex((mark) => mark !== null))).toBe(true)
  })

  it('can be brushed where it has an axis of values', () => {
    expect(isDrawnPlot(plot) && canBrush(plot, source)).toBe(withBrush.has(type))
    if (!isDrawnPlot(plot) || (plot.kind !== 'cartesian' && plot.kind !== 'scatter')) return
    const { x, y, width, height } = plot.box
    const selection = selectionOfBrush(
      plot,
      { x, y },
      { x: x + width / 2, y: y + height / 2 },
      source,
      rangeEndsOf(plot, source),
    )
    const chosen = marksAmong(plot, selection, source)
    expect(chosen.size).toBeGreaterThan(0)
    expect(chosen.size).toBeLessThan(markCount(plot))
  })
})

const orders: Question = {
  ...emptyQuestion,
  source: { schema: null, name: 'orders' },
  groups: [
    {
      id: 'g',
      column: { join: null, name: 'ordered_at', type: 'timestamp', databaseType: 'TIMESTAMP' },
      grain: 'month',
      label: 'Month',
    },
    {
      id: 'h',
      column: { join: null, name: 'region', type: 'text', databaseType: 'VARCHAR' },
      grain: null,
      label: 'Where',
    },
  ],
  measures: [{ id: 'n', fn: 'count', column: null, percentile: 50, show: 'value', label: 'Orders' }],
}
const byMonth = {
  query: { kind: 'builder', connectionId: 'local', question: orders } as const,
  visual: visualOf('table', {}),
  data: resultOf({ Month: 'date', Where: 'text', Orders: 'integer' }, [
    ['2026-01-01', 'South', 3],
    ['2026-02-01', 'North', 4],
  ]),
}

const limited: Question = { ...usualByYear, steps: [yearly, step('few', { limit: 3 })] }
const yearOfDays: Selection = [{ column: 'day', kind: 'range', from: '2025-01-01', to: '2026-01-01', isToIn: false }]
const dayOfYears: Selection = [
  { column: 'day by year', kind: 'range', from: '2025-01-01', to: '2025-01-02', isToIn: false },
]

describe('a mark of a question', () => {
  it('is of the columns that it groups, a bucket from its start to the next', () => {
    const conditions = [
      { column: 'Month', op: '=', value: '2026-01-01' },
      { column: 'Where', op: '=', value: 'South' },
    ] as const
    expect(selectionOfMark({ conditions, row: null, values: [] }, byMonth)).toEqual([
      { column: 'ordered_at', kind: 'range', from: '2026-01-01', to: '2026-02-01', isToIn: false },
      { column: 'region', kind: 'values', values: ['South'] },
    ])
  })

  it('is its group where a cell of it is clicked, and all groups where a measure is', () => {
    const cell = (column: string, value: string | number) => ({ conditions: [], row: 1, values: [{ column, value }] })
    expect(selectionOfMark(cell('Where', 'North'), byMonth)).toEqual([
      { column: 'region', kind: 'values', values: ['North'] },
    ])
    expect(selectionOfMark(cell('Orders', 4), byMonth).map(({ column }) => column)).toEqual(['ordered_at', 'region'])
  })

  it('of a part of dates filters charts that group by the same', () => {
    const [group] = orders.groups
    const groups = group === undefined ? [] : [{ ...group, grain: 'weekday' as const, label: '' }]
    const query = { ...byMonth.query, question: { ...orders, groups } }
    const conditions = [{ column: 'ordered_at by weekday', op: '=', value: 1 }] as const
    const [part] = selectionOfMark({ conditions, row: null, values: [] }, { ...byMonth, query })
    expect(part).toEqual({ column: 'ordered_at by weekday', kind: 'values', values: ['1'] })
  })

  it.each([
    [{ bin: { width: '0.25' } }, 0.5, { column: 'region', kind: 'range', from: '0.5', to: '0.75', isToIn: false }],
    [{ bin: { width: '5' } }, null, { column: 'region', kind: 'values', values: [null] }],
    [{ top: { count: 2, by: null, rest: 'other' } }, 'South', { column: 'region', kind: 'values', values: ['South'] }],
    [
      { top: { count: 2, by: null, rest: 'other' } },
      '“Other”',
      { column: 'region', kind: 'values', values: ['Other'] },
    ],
    [{ top: { count: 2, by: null, rest: 'other' } }, 'Other', { column: 'Where', kind: 'values', values: ['Other'] }],
    [
      { top: { count: 2, by: null, rest: 'left-out' } },
      'Other',
      { column: 'region', kind: 'values', values: ['Other'] },
    ],
  ] as const)('of a group of %o at %s is of the column where that has such values', (part, value, expected) => {
    const groups = orders.groups.map((group) => ({ ...group, ...part })).slice(1)
    const query = { ...byMonth.query, question: { ...orders, groups } }
    const conditions = [{ column: 'Where', op: '=', value }] as const
    expect(selectionOfMark({ conditions, row: null, values: [] }, { ...byMonth, query })).toEqual([expected])
  })

  it.each<[string, Question, Record<string, TimeGrain>, Selection]>([
    ['groups', usualByYear, {}, yearOfDays],
    ['only limits', limited, { 'day by year': 'year' }, yearOfDays],
    ['only limits what it calls no span of time', limited, {}, dayOfYears],
  ])('of a question whose last step %s is of the column that "Add a filter" takes', (_, question, grains, expected) => {
    const query = { ...byMonth.query, question }
    const data = { ...resultOf({ 'day by year': 'date', Usual: 'number' }, [['2025-01-01', 3]]), grains }
    const cell = { conditions: [], row: 0, values: [{ column: 'day by year', value: '2025-01-01' }] }
    const source = { ...byMonth, query, data }
    expect(selectionOfMark(cell, source)).toEqual(expected)
    expect(isChosen({ conditions: [], row: 0 }, expected, source)).toBe(true)
  })

  it('is never of a measure', () => {
    const conditions = [{ column: 'Orders', op: '=', value: 3 }] as const
    expect(selectionOfMark({ conditions, row: null, values: [] }, byMonth)).toEqual([])
  })
})

describe('a time that is no bucket', () => {
  const source = (type: 'date' | 'timestamp') => ({
    query: sql,
    visual: visualOf('line', { x: 'at' }),
    data: resultOf({ at: type }, []),
  })
  const mark = (value: string) => ({ conditions: [{ column: 'at', op: '=', value } as const], row: null, values: [] })
  it.each([
    ['date', '2026-01-31', { from: '2026-01-31', to: '2026-02-01', isToIn: false }],
    ['timestamp', '2026-01-31T00:00:00', { from: '2026-01-31', to: '2026-02-01', isToIn: false }],
    ['timestamp', '2026-01-31T10:30:00', { from: '2026-01-31T10:30:00', to: '2026-01-31T10:30:00', isToIn: true }],
  ] as const)('%s %s', (type, value, expected) => {
    expect(selectionOfMark(mark(value), source(type))).toEqual([{ column: 'at', kind: 'range', ...expected }])
  })

  it('is brushed from the first to the last', () => {
    const marks = [mark('2026-01-31T10:30:00'), mark('2026-01-31T12:00:00')]
    expect(marks.map((mark) => endOfRange(mark, source('timestamp'))).reduce(unionOf)).toEqual([
      { column: 'at', kind: 'range', from: '2026-01-31T10:30:00', to: '2026-01-31T12:00:00', isToIn: true },
    ])
  })
})

it('a bucket of an hour ends with the hour, also at an offset', () => {
  const data = { ...resultOf({ at: 'timestamptz' }, []), grains: { at: 'hour' } as const }
  const conditions = [{ column: 'at', op: '=', value: '2026-01-31T23:00:00+01:00' }] as const
  const source = { query: sql, visual: visualOf('line', { x: 'at' }), data }
  expect(selectionOfMark({ conditions, row: null, values: [] }, source)).toEqual([
    { column: 'at', kind: 'range', from: '2026-01-31T23:00:00+01:00', to: '2026-02-01T00:00:00+01:00', isToIn: false },
  ])
})
