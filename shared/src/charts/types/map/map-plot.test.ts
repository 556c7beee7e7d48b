import { describe, expect, it } from 'vitest'
import type { CellValue, FieldType } from '../../../query/field'
import type { ChartVisual } from '../../chart-visual'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import type { Form } from '../../plot/plot'
import type { PlotInput } from '../../plot/read-columns'
import { mapPlot } from './map-plot'

type Rows = readonly (readonly CellValue[])[]

function drawn(
  rows: Rows,
  visual: Partial<ChartVisual> = {},
  rest: Partial<PlotInput> = {},
  fields: Readonly<Record<string, FieldType>> = { place: 'text', n: 'number' },
) {
  const plot = mapPlot(
    plotInputOf({
      visual: visualOf('map', { x: 'place', y: ['n'], ...visual }),
      data: resultOf(fields, rows),
      ...rest,
    }),
  )
  if (plot.kind !== 'shapes') return { reason: plot.reason, said: [], notes: [], marks: [], shapes: [], forms: [] }
  const shapes = plot.shapes.filter(({ mark }) => mark !== null).toSorted((a, b) => (a.mark ?? 0) - (b.mark ?? 0))
  return {
    reason: '',
    plot,
    shapes,
    notes: plot.notes,
    marks: plot.marks,
    forms: shapes.map(({ form }) => form.kind),
    said: plot.marks.map(({ label, values }) => [label, values[0]?.text]),
  }
}

describe('areas', () => {
  it('are read from the highest value to the lowest, the stronger the higher; zero has an edge, no number none of its colour', () => {
    const { said, shapes, plot } = drawn([
      ['France', 0],
      ['Germany', 30],
      ['ESP', 60],
      ['Italy', null],
    ])
    expect(said).toEqual([
      ['Spain', '60'],
      ['Germany', '30'],
      ['France', '0'],
      ['Italy', 'No number'],
    ])
    expect(shapes.map(({ fill }) => fill)).toEqual(['var(--series-1)', 'var(--series-1)', 'var(--series-1)', 'none'])
    const [most = 0, some = 0, zero = 0] = shapes.map(({ opacity }) => opacity)
    expect([most > some, some > zero, shapes[2]?.stroke]).toEqual([true, true, 'var(--series-1)'])
    expect(plot?.colorKey).toMatchObject({ lowest: '0', highest: '60' })
    expect(plot?.labels.map(({ text }) => text)).toEqual(['No rows'])
  })

  it('have the rows and the value to filter by that their names in the result say', () => {
    const { marks, notes, said } = drawn([
      ['DE', 1],
      ['Germany', 2],
      ['FR', 5],
    ])
    expect(said).toEqual([
      ['France', '5'],
      ['Germany', '3'],
    ])
    expect(marks[0]).toMatchObject({ category: 'FR', conditions: [{ column: 'place', op: '=', value: 'FR' }] })
    expect(marks[1]?.conditions).toEqual([{ column: 'place', op: 'in', value: ['DE', 'Germany'] }])
    expect(marks[1]).not.toHaveProperty('category')
    expect(notes).toEqual(['1 row had the same place as another and was added to it.'])
  })

  it('of several rows have no value where values do not add up, which a note says', () => {
    const fields = { place: 'text', 'Average price': 'number' } as const
    const rows: Rows = [
      ['DE', 1],
      ['Germany', 2],
      ['FR', 5],
    ]
    const { said, notes } = drawn(rows, { y: ['Average price'] }, {}, fields)
    expect(said).toEqual([
      ['France', '5'],
      ['Germany', 'No number'],
    ])
    expect(notes).toEqual([
      'Germany has several rows, and values of Average price do not add up: group by one row for each country.',
    ])
    expect(drawn(rows, { y: [] }).said).toEqual([
      ['Germany', '2'],
      ['France', '1'],
    ])
  })

  it('that are small or left out by the atlas are dots, of one country with a code that is a number too', () => {
    const small = drawn([
      ['Singapore', 3],
      ['United States', 2],
      ['Luxembourg', 1],
    ])
    expect(small.forms).toEqual(['circle', 'path', 'circle'])
    expect([small.marks[2]?.x, small.marks[2]?.y]).toEqual([expect.closeTo(293, -1), expect.closeTo(71, -1)])
    const { said } = drawn([[76, 4]], {}, {}, { place: 'integer', n: 'number' })
    expect(said).toEqual([['Brazil', '4']])
  })

  it('close together are shown larger, with their neighbours, and never beyond the edge', () => {
    const widthOf = (rows: Rows) => extentOf(drawn(rows).shapes[0]?.form).width
    expect(widthOf([['Germany', 1]])).toBeGreaterThan(
      2 *
        widthOf([
          ['Germany', 9],
          ['Japan', 1],
        ]),
    )
    for (const place of ['Germany', 'Russia', 'Fiji', 'USA', 'New Zealand', 'Norway', 'Chile']) {
      const { plot } = drawn([[place, 1]])
      for (const { form } of plot?.shapes ?? []) {
        const { left, right, top, bottom } = extentOf(form)
        expect([place, left >= -4, right <= 604, top >= -4, bottom <= 304]).toEqual([place, true, true, true, true])
      }
    }
  })

  it('beyond the date line stay on their side of the world', () => {
    const { shapes, marks } = drawn([
      ['Russia', 2],
      ['Fiji', 1],
      ['United States', 3],
    ])
    expect(extentOf(shapes[1]?.form).width).toBeLessThan(330)
    expect(marks[2]?.x).toBeGreaterThan(540)
  })
})

it.each([
  ['French Guiana', 'countries', [['France', 1]], ['circle']],
  ['Réunion', 'countries', [], ['circle']],
  ['Guam', 'us-states', [['Texas', 1]], ['circle']],
  ['PR', 'us-states', [['Florida', 1]], ['circle']],
] as const)('%s is a dot among %s, inside the drawing', (place, regions, others, forms) => {
  const { plot, shapes, notes } = drawn([[place, 2], ...others], { regions })
  const { left, right, top, bottom } = extentOf(shapes[0]?.form)
  expect([shapes[0]?.form.kind, left > 0, right < 600, top > 0, bottom < 300]).toEqual([
    ...forms,
    true,
    true,
    true,
    true,
  ])
  expect(notes).toEqual([])
  const beside = plot?.labels.map(({ text }) => text).filter((text) => text !== 'No rows')
  expect(beside).toEqual(regions === 'countries' ? [] : [place.slice(0, 2).toUpperCase()])
})

describe('places', () => {
  it('that are not found are counted and named, empty ones counted', () => {
    const { notes } = drawn([
      ['Germany', 1],
      ['Atlantis', 2],
      ['Germany', 1],
      ['Lemuria', 2],
      [null, 3],
      ['', 3],
    ])
    expect(notes).toEqual([
      '2 of 3 names not found among the countries: Atlantis, Lemuria.',
      '2 rows without a place left out.',
      '1 row had the same place as another and was added to it.',
    ])
    const many = Array.from({ length: 60 }, (_, index) => [`Nowhere ${index}`, 1])
    expect(drawn([['Germany', 1], ...many]).notes[0]).toMatch(/^60 of 61 names .* Nowhere 39 and 20 more\.$/)
  })

  it('are states where more of them are, unless somebody chose', () => {
    const rows: Rows = [
      ['Georgia', 1],
      ['TX', 2],
      ['Ohio', 3],
    ]
    expect(drawn(rows).said.map(([label]) => label)).toEqual(['Ohio', 'Texas', 'Georgia'])
    expect(drawn([['Georgia', 1]]).plot?.summary).toContain('1 country')
    expect(drawn([['Georgia', 1]], { regions: 'us-states' }).plot?.summary).toContain('1 state.')
    expect(drawn(rows, { regions: 'countries' }).notes).toEqual([
      '2 of 3 names not found among the countries: TX, Ohio.',
    ])
  })
})

it.each([
  ['no column', { x: null }, 'Choose the column with the places'],
  ['a text as measure', { y: ['place'] }, 'place does not hold numbers.'],
  ['no place known', {}, 'No value of place, such as “Atlantis”, is the name or code of a country or US state.'],
  ['no state', { regions: 'us-states' as const }, 'is the name or code of a state of the USA.'],
])('%s is said', (_, visual, reason) => {
  expect(drawn([['Atlantis', 1]], visual).reason).toContain(reason)
})

it('a map of which every value is missing says so', () => {
  expect(drawn([['Germany', null]]).reason).toBe('Every value is missing.')
})

/** The box of a form; of a path as written by `PathWriter`: an absolute point, then steps. */
function extentOf(form: Form | undefined) {
  const xs: number[] = []
  const ys: number[] = []
  if (form?.kind === 'circle') {
    xs.push(form.cx - form.r, form.cx + form.r)
    ys.push(form.cy - form.r, form.cy + form.r)
  }
  if (form?.kind === 'path')
    for (const ring of form.d.split('M').slice(1)) {
      const numbers = (ring.match(/-?(\d+\.?\d*|\.\d+)/g) ?? []).map(Number)
      let [x, y] = [0, 0]
      for (let at = 0; at < numbers.length; at += 2) {
        x += numbers[at] ?? 0
        y += numbers[at + 1] ?? 0
        xs.push(x)
        ys.push(y)
      }
    }
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  return { left, right, top, bottom, width: right - left }
}
