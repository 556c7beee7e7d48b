import { describe, expect, it } from 'vitest'
import type { CellValue, FieldType } from '../../../query/field'
import type { ChartVisual } from '../../chart-visual'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import type { PlotInput } from '../../plot/read-columns'
import { heatmapPlot } from './heatmap-plot'

type Rows = readonly (readonly CellValue[])[]

function drawn(
  fields: Readonly<Record<string, FieldType>>,
  rows: Rows,
  visual: Partial<ChartVisual>,
  size: Partial<PlotInput> = {},
) {
  const plot = heatmapPlot(
    plotInputOf({
      visual: visualOf('heatmap', visual),
      data: resultOf(fields, rows),
      now: Date.parse('2026-11-18T12:00:00Z'),
      ...size,
    }),
  )
  if (plot.kind !== 'shapes') return { reason: plot.reason, cells: [], notes: [], labels: [], rows: [], columns: [] }
  return {
    reason: '',
    plot,
    notes: plot.notes,
    labels: plot.labels.map(({ text }) => text),
    rows: plot.axes?.y.ticks.map(({ label }) => label),
    columns: plot.axes?.x.ticks.map(({ label }) => label),
    cells: plot.marks.map(({ label, values }, index) => ({
      label,
      text: values[0]?.text,
      fill: plot.shapes[index]?.fill,
      opacity: plot.shapes[index]?.opacity,
    })),
  }
}

const fields = { shop: 'text', month: 'text', n: 'integer' } as const
const visual = { x: 'month', color: 'shop', y: ['n'] }

describe('two columns', () => {
  it('a value of zero is a cell, a pair without rows is none, and one without a number is hollow', () => {
    const rows: Rows = [
      ['A', 'Jan', 4],
      ['A', 'Feb', 0],
      ['B', 'Jan', null],
    ]
    const { cells, rows: down, columns } = drawn(fields, rows, visual)
    expect([down, columns]).toEqual([
      ['A', 'B'],
      ['Jan', 'Feb'],
    ])
    expect(cells.map(({ label, text, fill }) => [label, text, fill])).toEqual([
      ['Jan · A', '4', 'var(--series-1)'],
      ['Feb · A', '0', 'var(--series-1)'],
      ['Jan · B', 'No number', 'none'],
    ])
    expect(cells[1]?.opacity).toBeLessThan(cells[0]?.opacity ?? 0)
  })

  it('rows at the same place are added up, which a note says; without a measure they are counted', () => {
    const rows: Rows = [
      ['A', 'Jan', 4],
      ['A', 'Jan', 5],
      ['B', 'Jan', 1],
    ]
    const summed = drawn(fields, rows, visual)
    expect(summed.cells.map(({ text }) => text)).toEqual(['9', '1'])
    expect(summed.notes).toEqual(['1 row had the same place as another and was added to it.'])
    const counted = drawn(fields, rows, { ...visual, y: [] })
    expect(counted.cells.map(({ text }) => text)).toEqual(['2', '1'])
    expect(counted.notes).toEqual([])
  })

  it('values of both signs diverge from zero, equally strong where they are equally far from it', () => {
    const rows: Rows = [
      ['A', 'Jan', -5],
      ['A', 'Feb', 5],
      ['A', 'Mar', 10],
    ]
    const { cells, plot } = drawn(fields, rows, visual)
    expect(cells[0]).toMatchObject({ fill: 'var(--series-5)', opacity: cells[1]?.opacity })
    expect(cells[1]).toMatchObject({ fill: 'var(--series-1)' })
    expect([plot?.colorKey?.lowest, plot?.colorKey?.highest]).toEqual(['−10', '10'])
  })

  it('the empty value comes last, what does not fit is left out with a note, and mark conditions name both columns', () => {
    const rows: Rows = Array.from({ length: 40 }, (_, index) => [index === 0 ? null : `Shop ${index}`, 'Jan', index])
    const all = drawn(fields, rows, visual, { heightPx: 780 })
    expect(all.rows?.at(-1)).toBe('(empty)')
    const few = drawn(fields, rows, visual, { heightPx: 140 })
    expect(few.rows?.[0]).toBe('Shop 39')
    expect(few.notes).toEqual([`Showing the largest ${few.cells.length} of 40 categories.`])
    expect(few.plot?.marks[0]?.conditions).toEqual([
      { column: 'month', op: '=', value: 'Jan' },
      { column: 'shop', op: '=', value: 'Shop 39' },
    ])
    expect(few.plot?.marks[0]?.category).toBe('Jan')
  })

  it('rows get thin, with fewer of them labelled, before any is left out', () => {
    const rows: Rows = Array.from({ length: 24 * 7 }, (_, index) => [
      index % 24,
      `Day ${Math.floor(index / 24)}`,
      index,
    ])
    const hours = { hour: 'integer', day: 'text', n: 'integer' } as const
    const day = drawn(hours, rows, { x: 'day', color: 'hour', y: ['n'] }, { heightPx: 250 })
    expect([day.cells.length, day.notes]).toEqual([168, []])
    expect(day.rows?.slice(0, 3)).toEqual(['0', '2', '4'])
  })

  it('cells say their values only where all of them fit', () => {
    const rows: Rows = [
      ['A', 'Jan', 1_234_567],
      ['A', 'Feb', 2],
    ]
    expect(drawn(fields, rows, visual).labels).toHaveLength(2)
    expect(drawn(fields, rows, visual, { widthPx: 90 }).labels).toEqual([])
  })
})

describe('a calendar', () => {
  const days = { day: 'date', n: 'integer' } as const
  const ofDays = { x: 'day', y: ['n'] }
  const year: Rows = Array.from({ length: 366 }, (_, index) => [
    new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10),
    index,
  ])

  it('has the days of a leap year once each, its weeks from Monday or as the reader has them', () => {
    const fromMonday = drawn(days, year, ofDays)
    expect(fromMonday.cells).toHaveLength(366)
    expect(new Set(fromMonday.cells.map(({ label }) => label)).size).toBe(366)
    expect(fromMonday.rows).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
    const fromSunday = drawn(days, year, ofDays, { weekStart: 7 })
    expect(fromSunday.rows?.[0]).toBe('Sun')
    // 1 January 2024 was a Monday.
    const [monday, sunday] = [fromMonday.plot?.marks[0]?.y ?? 0, fromSunday.plot?.marks[0]?.y ?? 0]
    expect(sunday).toBeGreaterThan(monday)
  })

  it('keeps days of a zone on their own dates over clock changes', () => {
    const rows: Rows = ['2025-10-25', '2025-10-26', '2025-10-27'].map((day, index) => [
      `${day}T00:00:00${index < 2 ? '+02:00' : '+01:00'}`,
      index,
    ])
    const { cells } = drawn({ day: 'timestamptz', n: 'integer' }, rows, ofDays, { timeZone: 'Europe/Berlin' })
    expect(cells.map(({ label }) => label)).toEqual(['Sat, Oct 25, 2025', 'Sun, Oct 26, 2025', 'Mon, Oct 27, 2025'])
  })

  it('shows the last weeks that fit, which a note says', () => {
    const { notes, cells } = drawn(days, year, ofDays, { widthPx: 200 })
    expect(notes).toEqual(['Showing the last 40 weeks of 53.'])
    expect(cells.at(-1)?.label).toContain('Dec 31')
  })
})

it.each([
  ['no column', {}, 'Choose the column whose values stand side by side.'],
  ['no second column and no days', { x: 'shop', y: ['n'] }, 'Choose the column whose values stand one below another.'],
  ['a text as measure', { ...visual, y: ['shop'] }, 'shop does not hold numbers.'],
])('%s is said', (_, chosen, reason) => {
  expect(drawn(fields, [['A', 'Jan', 1]], chosen).reason).toContain(reason)
})
