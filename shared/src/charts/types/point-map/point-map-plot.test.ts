import { describe, expect, it } from 'vitest'
import type { CellValue, FieldType } from '../../../query/field'
import type { ChartVisual } from '../../chart-visual'
import { plotInputOf, randomOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import type { PlotInput } from '../../plot/read-columns'
import { mostPoints, pointMapPlot } from './point-map-plot'

const fields = { lon: 'number', lat: 'number', people: 'number', part: 'text' } as const

function drawn(
  rows: readonly (readonly CellValue[])[],
  visual: Partial<ChartVisual> = {},
  rest: Partial<PlotInput> = {},
  of: Readonly<Record<string, FieldType>> = fields,
) {
  const plot = pointMapPlot(
    plotInputOf({
      visual: visualOf('point-map', { x: 'lon', y: ['lat'], ...visual }),
      data: resultOf(of, rows),
      ...rest,
    }),
  )
  if (plot.kind !== 'shapes') return { reason: plot.reason, points: [], notes: [], marks: [], legend: [] }
  return {
    reason: '',
    plot,
    notes: plot.notes,
    marks: plot.marks,
    legend: plot.legend.map(({ label }) => label),
    points: plot.shapes.flatMap(({ form, mark }) => (form.kind === 'circle' && mark !== null ? [form] : [])),
  }
}

const berlin = [13.4, 52.5, 400, 'North'] as const
const munich = [11.6, 48.1, 100, 'South'] as const

describe('points', () => {
  it('lie as on a map with north above, and have the rows at their place', () => {
    const { points, marks } = drawn([berlin, munich])
    const [left, right] = points
    expect([(left?.cx ?? 0) < (right?.cx ?? 0), (left?.cy ?? 0) > (right?.cy ?? 0)]).toEqual([true, true])
    expect(marks[1]).toMatchObject({
      values: [
        { label: 'lat', text: '52.5°' },
        { label: 'lon', text: '13.4°' },
      ],
      conditions: [
        { column: 'lon', op: '=', value: 13.4 },
        { column: 'lat', op: '=', value: 52.5 },
      ],
    })
  })

  it('have areas as their sizes, the largest read first, with a key; a negative size is said', () => {
    const { points, marks, plot, notes } = drawn([munich, berlin, [9, 50, -3, null]], { size: 'people' })
    expect(points.map(({ r }) => r)).toEqual([14, 8.25, 2.5])
    expect(marks[0]?.values[0]).toEqual({ label: 'people', text: '400' })
    expect(plot?.labels.map(({ text }) => text)).toEqual(['200', '40'])
    expect(notes).toEqual(['1 point whose people is missing or negative is drawn smallest.'])
  })

  it('have colours by a column, which the legend names and hides', () => {
    const rows = [berlin, munich, [9, 50, 1, null]]
    expect(drawn(rows, { color: 'part' }).legend).toEqual(['North', 'South', '(empty)'])
    const { marks } = drawn(rows, { color: 'part' }, { hidden: new Set(['South']) })
    expect(marks.map(({ label }) => label)).toEqual(['(empty)', 'North'])
    expect(marks[1]?.conditions).toContainEqual({ column: 'part', op: '=', value: 'North' })
  })

  it('off the Earth or without a place are left out with a note', () => {
    const { notes, points } = drawn([berlin, [181, 0], [0, -91], [null, 3], [4, Number.NaN]])
    expect(points).toHaveLength(1)
    expect(notes).toEqual([
      '2 rows without a longitude and a latitude left out.',
      '2 rows left out: longitudes lie between −180° and 180°, latitudes between −90° and 90°.',
    ])
    expect(drawn([[500, 500]]).reason).toContain('No row has a place on the Earth.')
  })

  it('within the USA lie on its map, with Alaska at its lower left; others on the world, unless somebody chose', () => {
    const anchorage = [-149.9, 61.2, 1, null] as const
    const dallas = [-96.8, 32.8, 1, null] as const
    const inUs = drawn([anchorage, dallas])
    expect(inUs.points[0]?.cy).toBeGreaterThan(inUs.points[1]?.cy ?? 0)
    const world = drawn([anchorage, dallas], { regions: 'countries' })
    expect(world.points[0]?.cy).toBeLessThan(world.points[1]?.cy ?? 0)
    expect(drawn([dallas, berlin], { regions: 'us-states' }).notes).toEqual(['1 point outside the USA left out.'])
  })
})

describe('points as GeoJSON', () => {
  const of = { geometry: 'text', n: 'integer' } as const
  const at = (x: number, y: number) => JSON.stringify({ type: 'Point', coordinates: [x, y, 12] })
  const visual = { x: null, y: [], detail: 'geometry' }

  it('lie where they say, with the rows that say so', () => {
    const { marks, notes } = drawn(
      [
        [at(13.4, 52.5), 1],
        [null, 2],
        ['{"type":"LineString"}', 3],
      ],
      visual,
      {},
      of,
    )
    expect(marks.map(({ values }) => values.map(({ text }) => text))).toEqual([['52.5°', '13.4°']])
    expect(marks[0]?.conditions).toEqual([{ column: 'geometry', op: '=', value: at(13.4, 52.5) }])
    expect(notes).toEqual(['2 rows without a longitude and a latitude left out.'])
  })

  it('in cells select no rows, since no condition has their degrees', () => {
    const rows = Array.from({ length: 2001 }, (_, index) => [at(index / 100, index / 50), 1])
    const { marks } = drawn(rows, visual, {}, of)
    expect(marks.length).toBeGreaterThan(1)
    expect(marks.every(({ conditions }) => conditions === null)).toBe(true)
  })

  it('are missed where there are areas', () => {
    expect(drawn([['{"type":"Polygon","coordinates":[]}', 1]], visual, {}, of).reason).toContain('holds no points')
  })
})

describe('more points than can be told apart', () => {
  const random = randomOf(4)
  const many = Array.from({ length: mostPoints + 1 }, () => [random() * 40 - 10, 36 + random() * 30, 1, 'x'])

  it('are counted in cells with a key, whose conditions share out all rows', () => {
    const { plot, marks, notes, points } = drawn(many, { size: 'people' })
    expect(points).toEqual([])
    expect(notes).toEqual([
      expect.stringMatching(
        /^2,001 rows counted in \d+ cells of equal degrees: .* Sizes and colours are for up to 2,000 points\.$/,
      ),
    ])
    expect(plot?.colorKey?.lowest).toBe('1')
    const countOf = (index: number) => Number(marks[index]?.values[0]?.text)
    expect(marks.reduce((sum, _, index) => sum + countOf(index), 0)).toBe(many.length)
    expect(countOf(0)).toBeGreaterThanOrEqual(countOf(1))
    for (const [index, { conditions }] of marks.entries())
      expect(many.filter(([lon, lat]) => meets(conditions, { lon, lat }))).toHaveLength(countOf(index))
  })

  it('are as many as up to the limit as dots', () => {
    expect(drawn(many.slice(1)).points).toHaveLength(mostPoints)
  })

  it('at one place are one cell', () => {
    expect(drawn(Array.from({ length: 3000 }, () => berlin)).marks).toHaveLength(1)
  })
})

function meets(
  conditions: readonly { readonly column: string; readonly op: string; readonly value: unknown }[] | null,
  row: Readonly<Record<string, unknown>>,
): boolean {
  return (conditions ?? []).every(({ column, op, value }) => {
    const [a, b] = [Number(row[column]), Number(value)]
    return op === '>=' ? a >= b : op === '<' ? a < b : a <= b
  })
}

it.each([
  ['no latitude', { y: [] }, 'Choose the columns with the longitude and the latitude'],
  ['a text as latitude', { y: ['part'] }, 'part does not hold numbers. Choose a column with degrees.'],
])('%s is said', (_, visual, reason) => {
  expect(drawn([berlin], visual).reason).toContain(reason)
})

it('cells over the whole world are about square, and lie inside the map', () => {
  const random = randomOf(5)
  const rows = Array.from({ length: 6000 }, () => [random() * 359.8 - 179.9, random() * 140 - 75, 1, 'x'])
  const { plot, marks } = drawn(rows)
  expect(marks.length).toBeGreaterThan(400)
  expect(marks.every(({ x, y }) => x >= 0 && x <= 600 && y >= 0 && y <= 300)).toBe(true)
  const widest = plot?.shapes.flatMap(({ form, part }) =>
    form.kind === 'path' && part === 'cell' ? [widthOf(form.d)] : [],
  )
  expect(Math.max(...(widest ?? []))).toBeLessThan(25)
})

it('points south of all countries lie inside the map', () => {
  const { points } = drawn([
    [0, -78, 1, null],
    [150, 70, 1, null],
  ])
  expect(points.every(({ cy }) => cy > 0 && cy < 300)).toBe(true)
})

/** The width of a path as written by `ringPath`: an absolute point, then steps. */
function widthOf(d: string): number {
  const numbers = (d.match(/-?(\d+\.?\d*|\.\d+)/g) ?? []).map(Number)
  let x = 0
  const xs = numbers.flatMap((number, at) => (at % 2 === 0 ? [(x += number)] : []))
  return Math.max(...xs) - Math.min(...xs)
}
