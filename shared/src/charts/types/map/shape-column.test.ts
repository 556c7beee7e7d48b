import { describe, expect, it } from 'vitest'
import type { CellValue, FieldType } from '../../../query/field'
import type { ChartVisual } from '../../chart-visual'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import { mapPlot } from './map-plot'

const square = (x: number, y: number, side = 1): number[][] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
]
const polygon = (...rings: number[][][]) => JSON.stringify({ type: 'Polygon', coordinates: rings })
const west = polygon(square(7, 50))
const east = polygon(square(8, 50))

function drawn(rows: readonly (readonly CellValue[])[], visual: Partial<ChartVisual> = {}) {
  const fields: Readonly<Record<string, FieldType>> = { name: 'text', n: 'number', geometry: 'json' }
  const plot = mapPlot(
    plotInputOf({
      visual: visualOf('map', { x: 'name', y: ['n'], detail: 'geometry', ...visual }),
      data: resultOf(fields, rows),
    }),
  )
  if (plot.kind !== 'shapes') return { reason: plot.reason, said: [], notes: [], marks: [], paths: [] }
  const paths = plot.shapes.flatMap(({ form, mark }) => (form.kind === 'path' && mark !== null ? [form.d] : []))
  return {
    plot,
    reason: '',
    notes: plot.notes,
    marks: plot.marks,
    paths,
    said: plot.marks.map(({ label, values }) => [label, values[0]?.text]),
  }
}

describe('shapes of the result', () => {
  it('are areas with the name and the rows of theirs, side by side as on the Earth', () => {
    const { said, marks } = drawn([
      ['West', 1, west],
      ['East', 4, east],
      ['West', 2, west],
    ])
    expect(said).toEqual([
      ['East', '4'],
      ['West', '3'],
    ])
    expect(marks[1]).toMatchObject({ category: 'West', conditions: [{ column: 'name', op: '=', value: 'West' }] })
    expect(marks[0]?.x).toBeGreaterThan(marks[1]?.x ?? Infinity)
  })

  it('without a column of names are numbered and select no rows', () => {
    const { said, marks } = drawn([['West', 1, west]], { x: null })
    expect(said).toEqual([['Area 1', '1']])
    expect(marks[0]?.conditions).toBeNull()
  })

  it('are the same whichever way round their rings go, holes included', () => {
    const hole = square(7.4, 50.4, 0.2)
    const one = drawn([['A', 1, polygon(square(7, 50), hole)]]).paths
    const other = drawn([['A', 1, polygon(square(7, 50).toReversed(), hole.toReversed())]]).paths
    expect(one[0]?.split('M')).toHaveLength(3)
    expect(other[0]?.split('M')).toHaveLength(3)
    // The rest of the Earth would reach the edges.
    expect(one[0]).not.toContain('M1,')
    expect(drawn([['A', 1, west]]).paths[0]?.length).toBeLessThan(120)
  })

  it('are shown by their largest pieces, not by islands far away', () => {
    const far = JSON.stringify({ type: 'MultiPolygon', coordinates: [[square(7, 50)], [square(-60, 5, 0.1)]] })
    expect(drawn([['A', 1, far]]).paths[0]?.length).toBeLessThan(120)
    const { marks } = drawn([
      ['A', 1, far],
      ['B', 2, east],
    ])
    expect(Math.abs((marks[0]?.x ?? 0) - (marks[1]?.x ?? 0))).toBeGreaterThan(150)
  })

  it('that a join did not find are counted and named; rows are counted if nothing names them', () => {
    const rows = [
      ['A', 1, west],
      ['B', 2, null],
      ['C', 3, ''],
      ['C', 4, null],
      [null, 5, null],
    ]
    expect(drawn(rows).notes).toEqual(['3 of 4 names without a shape: B, C, (empty).'])
    expect(drawn(rows, { x: null }).notes).toEqual(['4 rows without a shape left out.'])
  })

  it('are those of features too, and rows without one are counted', () => {
    const { said, notes } = drawn([
      ['A', 1, JSON.stringify({ type: 'Feature', properties: {}, geometry: JSON.parse(west) })],
      ['B', 2, null],
      ['C', 3, '{"type":"Point","coordinates":[7,50]}'],
      ['D', 4, '{"type":"Polygon","coordinates":[[[7,50],["x",1],[8,51],[7,50]]]}'],
    ])
    expect(said).toEqual([['A', '1']])
    expect(notes).toEqual([
      '1 of 4 names without a shape: B.',
      '2 of 4 names with no area that can be read, but Point: C, D.',
    ])
    expect(
      drawn(
        [
          ['A', 1, west],
          ['B', 2, 'xx'],
        ],
        { x: null },
      ).notes,
    ).toEqual(['1 row left out: no shape that can be read.'])
  })

  const point = { type: 'Point', coordinates: [7, 50] }
  it.each<[string, readonly unknown[], readonly string[]]>([
    ['with its polygons', [JSON.parse(west), point, JSON.parse(east)], ['A']],
    ['not without any', [point], []],
    ['not with one that cannot be read', [JSON.parse(west), { type: 'Polygon', coordinates: [[[7]]] }], []],
    ['not with what is nothing', [null, 7], []],
  ])('are taken from a collection %s', (_, geometries, names) => {
    const { said, notes } = drawn([
      ['A', 1, JSON.stringify({ type: 'GeometryCollection', geometries })],
      ['B', 2, polygon(square(20, 40))],
    ])
    expect(said.map(([name]) => name).filter((name) => name !== 'B')).toEqual(names)
    expect(notes).toEqual(
      names.length > 0 ? [] : ['1 of 2 names with no area that can be read, but GeometryCollection: A.'],
    )
  })

  it.each([
    ['few', 5, 8, ['path'], ['var(--color-surface)', 'var(--series-1)']],
    ['many', 20, 1, ['path'], [undefined]],
    ['many without an outline', 20, 0.1, ['circle'], [undefined]],
  ])('close together have edges unless they are many: %s', (_, count, side, forms, strokes) => {
    const rows = Array.from({ length: count * count }, (__, index) => [
      `a${index}`,
      index + 1,
      polygon(square((index % count) * side, Math.floor(index / count) * side, side)),
    ])
    // The view is equally large for all.
    const { plot } = drawn([...rows, ['far', 0, polygon(square(100, 0, 0.1))]])
    const own = plot?.shapes.filter(({ mark }) => mark !== null && mark < count * count) ?? []
    expect([...new Set(own.map(({ form }) => form.kind))]).toEqual(forms)
    expect(new Set(own.map(({ stroke }) => stroke))).toEqual(new Set(strokes))
    expect(own.every(({ form }) => form.kind !== 'circle' || form.r <= 1)).toBe(true)
  })
})

it.each([
  ['no cell', null, 'geometry is empty in every row. If a join brings the shapes, it found none for names such as “A”'],
  ['points', '{"type":"Point","coordinates":[7,50]}', 'geometry holds Point, and a map fills areas'],
  ['words', 'somewhere', 'geometry holds no shapes.'],
  ['half a text', '{"type":"Polygon","coordinates":[[[7', 'geometry holds no shapes.'],
  ['a number', '7', 'geometry holds no shapes.'],
  ['metres', polygon(square(392_000, 5_820_000)), 'are not in degrees of longitude and latitude.'],
  [
    'too many points',
    polygon(Array.from({ length: 200_001 }, (_, index) => [7 + index / 1e6, 50])),
    'have 200,001 points, and a map draws up to 200,000.',
  ],
])('%s are refused with what to do', (_, geometry, reason) => {
  expect(drawn([['A', 1, geometry]]).reason).toContain(reason)
})
