import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fieldTypes, isNumericType, type CellValue, type FieldType } from '../query/field'
import { exactCell } from '../query/exact-number'
import type { Compared } from '../builder/comparison'
import type { ResultFilter } from '../query/result-filter'
import type { ResultData } from '../query/run-query'
import { chartTypeIds, defaultVisual, type ChartVisual } from './chart-visual'
import type { Box, Plot } from './plot/plot'
import { plotOf } from './plot-of'
import { cellNumber } from './plot/read-columns'
import { loadAllPlots } from './load-plot'

await loadAllPlots()

const day = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const moment = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 19))

function cellOf(type: FieldType): fc.Arbitrary<CellValue> {
  switch (type) {
    case 'integer':
      return fc.integer()
    case 'bigint':
      return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n }).map(String)
    case 'number':
      return fc.oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom('NaN', 'Infinity', '-Infinity'),
        fc.integer({ min: -50, max: 50 }),
      )
    case 'decimal':
      return fc.integer().map((value) => (value / 100).toFixed(2))
    case 'boolean':
      return fc.boolean()
    case 'date':
      return day
    case 'timestamp':
      return moment
    case 'timestamptz':
      return moment.map((text) => `${text}+02:00`)
    default:
      return fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('North', 'South', ''))
  }
}

const types = fc.array(fc.constantFrom(...fieldTypes), { minLength: 1, maxLength: 4 })
const input = types.chain((chosen) => {
  const names = chosen.map((_, index) => `c${index}`)
  const name = fc.constantFrom(...names)
  const rows = fc.array(
    fc.tuple(
      ...chosen.map((type) =>
        fc.oneof({ weight: 6, arbitrary: cellOf(type) }, { weight: 1, arbitrary: fc.constant(null) }),
      ),
    ),
    { maxLength: 40 },
  )
  const visual: fc.Arbitrary<ChartVisual> = fc
    .record({
      type: fc.constantFrom(...chartTypeIds),
      x: fc.option(name),
      y: fc.uniqueArray(name, { maxLength: 3 }),
      color: fc.option(name),
      panel: fc.option(name, { freq: 1 }),
      size: fc.option(name),
      pivotRows: fc.uniqueArray(name, { maxLength: 2 }),
      pivotColumns: fc.uniqueArray(name, { maxLength: 2 }),
      pivotHeat: fc.boolean(),
      stack: fc.constantFrom('none', 'stacked', 'percent'),
      missing: fc.constantFrom('auto', 'gap', 'zero', 'connect'),
      sort: fc.constantFrom('auto', 'value', 'x', 'none'),
      target: fc.option(
        fc.oneof(
          fc.record({ kind: fc.constant('number' as const), value: fc.constantFrom(0, -5, 1e-12, 100, 1e300) }),
          fc.record({ kind: fc.constant('column' as const), column: name }),
        ),
      ),
      ranges: fc.array(
        fc.record({
          from: fc.constantFrom(-1e300, -5, 0, 1e-12, 50, 90, 1e300),
          tone: fc.constantFrom('poor' as const, 'fair' as const, 'good' as const),
          label: fc.constantFrom('', '\u202eنطاق', '😀'),
        }),
        { maxLength: 4 },
      ),
      rangeUnit: fc.constantFrom('value', 'percent'),
    })
    .map((part) => ({ ...defaultVisual, ...part, secondAxis: part.y.slice(2), lines: part.y.slice(1) }))
  return fc.record({
    visual,
    widthPx: fc.integer({ min: 120, max: 1600 }),
    heightPx: fc.integer({ min: 100, max: 900 }),
    locale: fc.constantFrom('en', 'de', 'ja', 'fr'),
    timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/Santiago'),
    weekStart: fc.integer({ min: 1, max: 7 }),
    data: rows.map((all) => ({
      fields: chosen.map((type, index) => ({ name: names[index] ?? '', type, databaseType: type, nullable: true })),
      columns: chosen.map((_, index) => all.map((row) => row[index] ?? null)),
      rowCount: all.length,
    })),
  })
})

const inside = (box: Box, x: number, y: number, slack: number) =>
  x >= box.x - slack && x <= box.x + box.width + slack && y >= box.y - slack && y <= box.y + box.height + slack

function strayMarks(plot: Plot): string[] {
  const strays: string[] = []
  if (plot.kind === 'cartesian') {
    for (const series of plot.series) {
      for (const [slot, { high, px, highPx, rect }] of series.points.entries()) {
        if (
          rect !== null &&
          !(inside(plot.box, rect.x, rect.y, 1.05) && inside(plot.box, rect.x + rect.width, rect.y + rect.height, 1.05))
        )
          strays.push(`bar ${slot} ${JSON.stringify(rect)}`)
        const [x, y] = plot.orientation === 'horizontal' ? [highPx, px] : [px, highPx]
        if (high !== null && !inside(plot.box, x, y, 0.05)) strays.push(`point ${slot} ${x} ${y}`)
      }
    }
  }
  if (plot.kind === 'panels') return plot.panels.flatMap(({ plot: one }) => strayMarks(one))
  if (plot.kind === 'scatter')
    for (const dot of plot.series.flatMap((series) => series.dots))
      if (!inside(plot.box, dot.px, dot.py, 0.05)) strays.push(`dot ${dot.px} ${dot.py}`)
  if (plot.kind === 'shapes' && plot.axes !== null) {
    for (const { form, mark } of plot.shapes)
      if (form.kind === 'rect' && !inside(plot.axes.box, form.x + form.width / 2, form.y + form.height / 2, 0.05))
        strays.push(`cell ${mark} ${JSON.stringify(form)}`)
  }
  return strays
}

function brokenNumbers(value: unknown, path: string): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => brokenNumbers(part, `${path}.${key}`))
}

it('no result makes a chart throw, and every mark lies within the plot', () => {
  fc.assert(
    fc.property(input, (made) => {
      const plot = plotOf({ ...made, now: Date.parse('2026-11-18T13:20:00Z') })
      expect(strayMarks(plot)).toEqual([])
      if (plot.kind === 'pivot') expect(brokenNumbers(plot.flat().data, 'flat')).toEqual([])
      if (plot.kind !== 'table') expect(brokenNumbers(plot, plot.kind)).toEqual([])
    }),
    { seed: 20_261_118 },
  )
})

const options = fc.record({
  xScale: fc.constantFrom('linear', 'log'),
  yScale: fc.constantFrom('linear', 'linear', 'log'),
  yMin: fc.constantFrom('', '', '0', '-20', '7', '1e90'),
  yMax: fc.constantFrom('', '', '10', '-1e-12', '1e6'),
  rightScale: fc.constantFrom('linear', 'log'),
  rightMin: fc.constantFrom('', '', '0', '-20'),
  rightMax: fc.constantFrom('', '', '10', '1e6'),
  tickLabels: fc.constantFrom('auto', 'slanted', 'upright', 'hidden'),
  yTickLabels: fc.constantFrom('auto', 'hidden'),
  valueLabels: fc.constantFrom('auto', 'all', 'off'),
  goals: fc.array(
    fc.record({
      kind: fc.constantFrom('number', 'column', 'mean', 'median', 'percentile'),
      value: fc.constantFrom('', '5', '-3', '99', '1e99'),
      to: fc.constantFrom('', '', '40'),
      column: fc.constantFrom(null, 'c0', 'c1', 'gone'),
      label: fc.constantFrom('', 'Target'),
    }),
    { maxLength: 2 },
  ),
  annotations: fc.array(
    fc.record({ x: fc.constantFrom('', '1', '2001-05-05', 'North'), text: fc.constantFrom('', 'Launch') }),
    { maxLength: 2 },
  ),
  compare: fc.constantFrom('none', 'period', 'year'),
  seriesOrder: fc.constantFrom('auto', 'name', 'value', 'hand'),
  seriesStyles: fc.array(
    fc.record({
      series: fc.constantFrom('c0', 'c1', 'North', ''),
      color: fc.constantFrom('', '3', '#aa0000'),
      isHidden: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
  trend: fc.constantFrom('none', 'linear', 'average'),
  trendSpan: fc.integer({ min: 2, max: 9 }),
})

const compared = fc.constantFrom<Compared | undefined>(
  undefined,
  { column: 'c0', from: '2000-01-01', before: null, count: 1, unit: 'year' },
  { column: 'c1', from: null, before: null, count: 3, unit: 'month' },
  { refusal: 'it has a limit' },
)

it('no choice of options makes a chart throw, and every mark lies within the plot', () => {
  fc.assert(
    fc.property(input, options, compared, (made, chosen, earlier) => {
      const data = { ...made.data, compared: earlier }
      const visual = { ...made.visual, ...chosen }
      const plot = plotOf({ ...made, data, visual, now: Date.parse('2026-11-18T13:20:00Z') })
      expect(strayMarks(plot)).toEqual([])
      if (plot.kind !== 'table') expect(brokenNumbers(plot, plot.kind)).toEqual([])
    }),
    { seed: 20_261_128 },
  )
})

it('as many rows of the result meet the conditions of a mark as it is drawn from', () => {
  fc.assert(
    fc.property(input, ({ visual, ...made }) => {
      const plot = plotOf({ ...made, visual, now: 0 })
      for (const { n, conditions } of drawnMarks(plot))
        expect([n, conditions]).toEqual([rowsMeeting(made.data, conditions), conditions])
    }),
    { seed: 20_261_121 },
  )
})

it('bins of dots have conditions that share out all rows', () => {
  for (const type of ['number', 'timestamp'] as const) {
    const rows = Array.from({ length: 20_001 }, (_, row) => [
      type === 'number' ? Math.sin(row) * 100 : new Date(row * 7_200_000).toISOString().slice(0, 19),
      Math.cos(row * 3) * 9,
      ['a', 'b', null][row % 3] ?? null,
    ])
    const data = {
      fields: (['x', 'y', 'c'] as const).map((name, index) => {
        const of = ([type, 'number', 'text'] as const)[index] ?? 'text'
        return { name, type: of, databaseType: of, nullable: true }
      }),
      columns: [0, 1, 2].map((column) => rows.map((row) => row[column] ?? null)),
      rowCount: rows.length,
    }
    const size = { widthPx: 260, heightPx: 180, locale: 'en', timeZone: 'UTC', weekStart: 1, now: 0 }
    const visual: ChartVisual = { ...defaultVisual, type: 'scatter', x: 'x', y: ['y'], color: 'c' }
    const plot = plotOf({ ...size, data, visual })
    if (plot.kind !== 'scatter') throw new Error(plot.kind)
    const dots = plot.series.flatMap((series) =>
      series.dots.map(({ n, conditions }) => ({ n, conditions: [...series.conditions, ...conditions] })),
    )
    expect(dots.length).toBeGreaterThan(100)
    expect(dots.reduce((sum, { n }) => sum + n, 0)).toBe(rows.length)
    // Checking all would take half of this file's time.
    const some = dots.filter((_, index) => index % 40 === 0)
    expect(some.filter(({ n, conditions }) => n !== rowsMeeting(data, conditions))).toEqual([])
  }
})

function drawnMarks(plot: Plot): readonly { n: number; conditions: readonly ResultFilter[] }[] {
  if (plot.kind === 'pie') return plot.slices
  if (plot.kind === 'panels')
    return plot.panels.flatMap(({ plot: one, conditions: own }) =>
      drawnMarks(one).map(({ n, conditions }) => ({ n, conditions: [...own, ...conditions] })),
    )
  if (plot.kind !== 'cartesian') return []
  return plot.series.flatMap(({ points, conditions }) =>
    points.map(({ n }, index) => {
      const slot = plot.slots[index]?.conditions ?? null
      return { n, conditions: slot === null ? [{ column: '', op: '=' as const, value: 0 }] : [...slot, ...conditions] }
    }),
  )
}

function rowsMeeting({ fields, columns, rowCount }: ResultData, conditions: readonly ResultFilter[]): number {
  const tests = conditions.map(({ column, op, value }) => {
    const index = fields.findIndex(({ name }) => name === column)
    const type = fields[index]?.type ?? 'text'
    // Numbers next to zero are drawn as zero.
    const comparable = (cell: CellValue) =>
      isNumericType(type) ? (cellNumber(cell) ?? NaN) : Date.parse(`${String(cell)}Z`)
    return (row: number): boolean => {
      // Conditions contain large integers as text.
      const cell = exactCell(columns[index]?.[row] ?? null)
      if (op === 'in') return Array.isArray(value) && value.includes(cell)
      if (op === '=') return cell === value
      if (op === '!=') return cell !== value
      if (cell === null || Array.isArray(value)) return false
      const [a, b] = [comparable(cell), comparable(value)]
      return op === '>=' ? a >= b : op === '<' ? a < b : a <= b
    }
  })
  return Array.from({ length: rowCount }, (_, row) => row).filter((row) => tests.every((test) => test(row))).length
}

it('one input always gives one plot', () => {
  fc.assert(
    fc.property(input, (made) => {
      const whole = { ...made, now: 0 }
      expect(JSON.stringify(plotOf(whole))).toBe(JSON.stringify(plotOf(structuredClone(whole))))
    }),
    { numRuns: 50, seed: 7 },
  )
})
