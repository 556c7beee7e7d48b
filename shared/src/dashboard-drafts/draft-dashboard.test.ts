import { describe, expect, it } from 'vitest'
import { checkQuestion } from '../builder/check-question'
import { outputNames } from '../builder/part-labels'
import { placesOverlap } from '../dashboards/tile-layout'
import type { CellValue, FieldType } from '../query/field'
import { dashboardDraftSchema, type DashboardDraft, type DraftRequest } from './dashboard-draft'
import { draftDashboard } from './draft-dashboard'
import { planDraft, splitOfRows } from './draft-plan'
import { factsOf, promisingColumns, type DraftedColumn } from './table-facts'

type Cells = readonly (readonly [name: string, type: FieldType, cell: (row: number) => CellValue])[]

/** A table whose rows are all there, as far as a draft reads them. */
function draft(
  cells: Cells,
  rowCount: number,
  {
    sign = {},
    said = {},
    ...asked
  }: Partial<DraftRequest> & {
    readonly sign?: Readonly<Record<string, string>>
    readonly said?: Readonly<Record<string, Pick<DraftedColumn, 'label' | 'role' | 'unit'>>>
  } = {},
): DashboardDraft {
  const described = cells.map(([name, type]): DraftedColumn => ({
    name,
    type,
    databaseType: '',
    sign: sign[name],
    ...said[name],
  }))
  const columns = promisingColumns(described)
  const rows = {
    rowCount,
    fields: columns.map(({ name, type }) => ({ name, type, databaseType: '', nullable: true })),
    columns: columns.map(({ name }) => {
      const cell = cells.find(([other]) => other === name)?.[2] ?? (() => null)
      return Array.from({ length: rowCount }, (_, row) => cell(row))
    }),
  }
  const table = {
    connectionId: 'local',
    source: { schema: null, name: 't' },
    title: 'films',
    columnCount: cells.length,
  }
  const plan = planDraft(table, factsOf(columns, rows, rowCount), asked)
  return draftDashboard(plan, {
    rowCount,
    extent: null,
    keyCount: null,
    splits: plan.candidates.map(({ column }) => splitOfRows(column.name, plan.measure, rows)),
    isOfSome: false,
    notes: [],
  })
}

const genres = ['Drama', 'Comedy', 'Action', 'Horror', 'Western', 'Musical', 'Adventure', 'Thriller']
const films: Cells = [
  ['film_id', 'integer', (row) => row + 1],
  ['Title', 'text', (row) => `Film ${row}`],
  ['US Gross', 'bigint', (row) => String(1000 * (row % 8) + (row % 7))],
  ['Worldwide Gross', 'bigint', (row) => (row % 50 === 0 ? null : String(5000 * (row % 8) + (row % 7)))],
  ['Release Date', 'date', (row) => `${1910 + (row % 118)}-03-01`],
  ['Major Genre', 'text', (row) => genres[row % 8] ?? null],
  ['Rated', 'text', (row) => ['PG', 'R', 'G'][row % 3] ?? null],
  ['Director', 'text', (row) => `Director ${row % 90}`],
  ['IMDB Rating', 'number', (row) => 1 + (row % 83) / 10],
  ['zip', 'integer', (row) => 10_000 + (row % 300)],
]

const namesOf = ({ tiles }: DashboardDraft) => tiles.map(({ name }) => name)
const tileNamed = ({ tiles }: DashboardDraft, name: string) => {
  const tile = tiles.find((one) => one.name === name)
  if (tile === undefined) throw new Error(`no tile ${name} among ${tiles.map((one) => one.name).join(', ')}`)
  return tile
}

describe('a draft of a table', () => {
  const made = draft(films, 900)

  it('has numbers, a trend, what splits the measure, how it is spread, and rows', () => {
    expect(made.title).toBe('Films overview')
    expect(namesOf(made)).toEqual([
      'Number of rows',
      'Total worldwide gross',
      'Average IMDB rating',
      'Worldwide gross by year',
      'Worldwide gross by major genre',
      'Worldwide gross by rated',
      'Distribution of worldwide gross',
      'Rows with the highest worldwide gross',
    ])
    expect(made.filters.map(({ name, kind }) => [name, kind])).toEqual([
      ['Release date', 'time'],
      ['Major genre', 'category'],
      ['Rated', 'category'],
    ])
    expect(made.notes).toEqual([])
  })

  it('says why each tile is there', () => {
    expect(tileNamed(made, 'Worldwide gross by year').reason).toBe(
      'By year, because Release Date goes from 1910 to 2027.',
    )
    expect(tileNamed(made, 'Worldwide gross by major genre').reason).toBe(
      'Because it has 8 values, with the largest differences.',
    )
    expect(tileNamed(made, 'Total worldwide gross').reason).toMatch(/amounts that add up, of which 98 % of the rows/)
  })

  it('asks questions that the builder can ask and charts draw, in places that do not overlap', () => {
    expect(dashboardDraftSchema.safeParse(made).success).toBe(true)
    for (const { query, visual } of made.tiles) {
      expect(checkQuestion(query.question)).toEqual([])
      const { groups, measures, columns } = query.question
      const names = groups.length + measures.length > 0 ? outputNames(query.question) : columns.map(({ name }) => name)
      expect(names).toEqual(
        expect.arrayContaining([visual.x, ...visual.y, visual.color].filter((name) => name !== null)),
      )
    }
    const places = made.tiles.map(({ place }) => place)
    expect(places.flatMap((a, at) => places.slice(at + 1).filter((b) => placesOverlap(a, b)))).toEqual([])
  })

  it('names the columns of its filters in every question, so that each tile can be narrowed', () => {
    for (const { query } of made.tiles)
      expect(query.question.columns.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['Release Date', 'Major Genre', 'Rated']),
      )
  })

  it('offers the other measures and times, and takes those that are asked for', () => {
    expect(made.measures.map(({ label }) => label)).toEqual([
      'Worldwide gross',
      'US gross',
      'Average IMDB rating',
      'Number of rows',
    ])
    expect(made.times.map(({ column }) => column)).toEqual(['Release Date', null])
    const asked = draft(films, 900, { measure: 'IMDB Rating', time: null })
    expect(namesOf(asked)).toContain('Average IMDB rating by major genre')
    expect(namesOf(asked).some((name) => name.endsWith('by year'))).toBe(false)
    expect(asked.notes).toEqual([])
    expect(namesOf(draft(films, 900, { measure: null }))).toContain('Number of rows by year')
  })
})

describe('what does not add up is averaged, and its tiles say why:', () => {
  const years: Cells = [
    ['country', 'text', (row) => `Country ${row % 20}`],
    ['year', 'integer', (row) => 1990 + Math.floor(row / 20)],
  ]
  const shops: Cells = [
    ['shop', 'text', (row) => `Shop ${row}`],
    ['opened', 'date', (row) => `${2000 + (row % 20)}-05-01`],
  ]
  const spread = (row: number) => 1 + ((row * 7919) % 5000)
  const level = 'it is a level at each time, which a sum over time would count again'
  it.each<[string, Cells, string, Cells[number], Parameters<typeof draft>[2], string | null]>([
    ['people of countries, year by year', years, 'Average population', ['population', 'bigint', spread], {}, level],
    ['stocks', years, 'Average units in stock', ['units_in_stock', 'integer', spread], {}, level],
    [
      'stocks of things that are there once',
      shops,
      'Total units in stock',
      ['units_in_stock', 'integer', spread],
      {},
      null,
    ],
    [
      'people, where there is no time',
      shops.slice(0, 1),
      'Total population',
      ['population', 'bigint', spread],
      {},
      null,
    ],
    [
      'temperatures by their unit',
      shops,
      'Average reading',
      ['reading', 'number', spread],
      { said: { reading: { unit: '°C' } } },
      'values in °C do not add up',
    ],
    [
      'speeds by a unit in the name',
      shops,
      'Average reading (km/h)',
      ['reading (km/h)', 'number', spread],
      {},
      'its name has a unit that does not add up',
    ],
    [
      'prices',
      shops,
      'Average unit price',
      ['unit_price', 'number', spread],
      { sign: { unit_price: 'EUR' } },
      'values of that name are compared rather than added up',
    ],
    [
      'what people call a rate',
      shops,
      'Average churn rate',
      ['c4', 'integer', spread],
      { said: { c4: { label: 'Churn rate' } } },
      'values of that name are compared rather than added up',
    ],
    [
      'values in a narrow range',
      shops,
      'Average reading',
      ['reading', 'integer', (row) => 150 + (row % 50)],
      {},
      'all of its values lie between 150 and 199',
    ],
    ['counts', shops, 'Total reading', ['reading', 'integer', spread], {}, null],
  ])('%s', (_, table, name, measured, options, why) => {
    const made = draft([...table, measured], 400, options)
    const { reason } = tileNamed(made, name)
    if (why === null) expect(reason).toContain('add up.')
    else expect(reason).toContain(`they are averaged because ${why}.`)
    const trend = made.tiles.find(({ visual }) => visual.type === 'line')
    if (why !== null) expect(trend?.reason).toMatch(new RegExp(`Averaged because .*\\.$`))
  })
})

describe('the columns that split the measure', () => {
  const amount: Cells[number] = ['amount', 'number', (row) => 100 * (row % 3) + (row % 7)]
  it('come in the order of what they tell apart, and one of two that say the same', () => {
    const made = draft(
      [
        amount,
        ['weekday', 'text', (row) => `day ${row % 7}`],
        ['country_code', 'text', (row) => ['D', 'F', 'P'][(row % 50 === 0 ? 0 : row) % 3] ?? null],
        ['country', 'text', (row) => ['Germany', 'France', 'Peru'][(row % 50 === 0 ? 0 : row) % 3] ?? null],
      ],
      840,
    )
    expect(namesOf(made).filter((name) => name.startsWith('Amount by'))).toEqual([
      'Amount by country',
      'Amount by weekday',
    ])
  })

  it('say that their values differ only where they do', () => {
    const made = draft(
      [amount, ['kind', 'text', (row) => 'abc'.charAt(row % 3)], ['half', 'text', (row) => (row < 401 ? 'x' : 'y')]],
      840,
    )
    const reasonOf = (name: string) => tileNamed(made, name).reason
    expect([reasonOf('Amount by kind'), reasonOf('Amount by half')]).toEqual([
      'Because it has 3 values, with the largest differences.',
      'Because it has 2 values.',
    ])
  })

  it('are those with rows in each of their values where rows are counted', () => {
    const made = draft(
      [
        ['rare', 'text', (row) => (row === 0 ? 'x' : 'y')],
        ['even', 'text', (row) => 'abcd'.charAt(row % 4)],
      ],
      400,
    )
    expect(made.filters.map(({ column }) => column)).toEqual(['even', 'rare'])
  })
})

describe('the grain of a trend', () => {
  const day = 86_400_000
  it.each([
    [1 / 12, 'minute'],
    [2, 'hour'],
    [60, 'day'],
    [500, 'week'],
    [3000, 'month'],
    [9000, 'quarter'],
    [118 * 365, 'year'],
  ])('for %s days is the %s', (days, grain) => {
    const at = (row: number) => new Date(Date.UTC(1905, 0, 1) + (days * day * row) / 99).toISOString().slice(0, 19)
    const made = draft(
      [
        ['at', 'timestamp', at],
        ['amount', 'integer', (row) => row * row],
      ],
      100,
    )
    expect(namesOf(made)).toContain(`Amount by ${grain}`)
  })

  it('with values for few of its spans has a line through the gaps', () => {
    const missingOf = (every: number) =>
      draft(
        [
          ['on', 'date', (row) => `${1900 + every * (row % 12)}-01-01`],
          ['amount', 'number', (row) => row % 40],
        ],
        240,
      ).tiles.find(({ visual }) => visual.type === 'line')?.visual.missing
    expect([missingOf(10), missingOf(4)]).toEqual(['connect', 'connect'])
    expect(draft(films, 900).tiles.find(({ visual }) => visual.type === 'line')?.visual.missing).toBe('auto')
  })

  it('of dates is a day at least', () => {
    const made = draft([['on', 'date', (row) => `2026-01-0${1 + (row % 2)}`]], 100)
    expect(namesOf(made)).toContain('Number of rows by day')
  })

  it('of whole numbers that are years is their own', () => {
    const made = draft(
      [
        ['year', 'integer', (row) => 1990 + row],
        ['sales', 'number', (row) => row * 1.5],
      ],
      30,
    )
    expect(tileNamed(made, 'Sales by year').query.question.groups[0]?.grain).toBeNull()
    expect(made.filters.map(({ kind }) => kind)).toEqual(['number'])
  })
})

describe('the measure', () => {
  it.each([
    [['price', 'amount'], 'Amount'],
    [['latitude', 'value'], 'Average value'],
    [['unit_price'], 'Average unit price'],
    [['row_number', 'visits'], 'Visits'],
    [['customer_id', 'zip', 'phone'], 'Number of rows'],
    [['rank', 'score'], 'Average score'],
  ])('of %j is %s', (names, label) => {
    const cells = names.map((name): Cells[number] => [name, 'number', (row) => (row * 37) % 101])
    expect(draft(cells, 300).measures[0]?.label).toBe(label)
  })

  it('with the sign of a currency adds up, and with % it does not', () => {
    const cells: Cells = [
      ['a', 'number', (row) => (row * 37) % 101],
      ['b', 'number', (row) => (row * 31) % 97],
    ]
    expect(draft(cells, 300, { sign: { b: '€', a: '%' } }).measures.map(({ label }) => label)).toEqual([
      'B',
      'Average a',
      'Number of rows',
    ])
  })

  it('is none of the flags and row numbers', () => {
    const made = draft(
      [
        ['flag', 'integer', (row) => row % 2],
        ['n', 'integer', (row) => row + 1],
      ],
      300,
    )
    expect(made.measures).toEqual([{ column: null, label: 'Number of rows' }])
    expect(namesOf(made)).toContain('Number of rows by flag')
  })
})

describe('a draft about a column', () => {
  it('of numbers begins with how they are spread', () => {
    const made = draft(films, 900, { about: 'IMDB Rating' })
    expect(made.title).toBe('About IMDB rating')
    expect(namesOf(made).slice(0, 6)).toEqual([
      'Number of rows',
      'Average IMDB rating',
      'Median IMDB rating',
      'Highest IMDB rating',
      'Average IMDB rating by year',
      'Distribution of IMDB rating',
    ])
  })

  it('of few values splits the trend and the measure by them', () => {
    const made = draft(films, 900, { about: 'Rated' })
    expect(namesOf(made)).toEqual(
      expect.arrayContaining([
        'Worldwide gross by year and rated',
        'Worldwide gross by rated',
        'Distinct values of rated',
      ]),
    )
    expect(tileNamed(made, 'Worldwide gross by rated').reason).toBe('Because it has 3 values.')
  })

  it('of many values shows the largest few', () => {
    const tile = tileNamed(draft(films, 900, { about: 'Director' }), 'Worldwide gross by director, top 15')
    expect(tile.query.question.limit).toBe(15)
  })

  it('of times shows the rows over them too', () => {
    expect(namesOf(draft(films, 900, { about: 'Release Date' }))).toContain('Number of rows by year')
  })
})

describe('a draft of a table that has little', () => {
  it.each<[string, Cells, number, readonly string[], readonly RegExp[]]>([
    [
      'one column of numbers',
      [['value', 'number', (row) => (row * 37) % 101]],
      300,
      ['Number of rows', 'Average value', 'Distribution of value', 'Rows with the highest value'],
      [/no trend/, /nothing is split/],
    ],
    [
      'texts alone',
      [
        ['a', 'text', (row) => `t${row}`],
        ['b', 'text', (row) => `kind ${row % 4}`],
      ],
      300,
      ['Number of rows', 'Number of rows by b', 'First rows'],
      [/rows are counted/, /no trend/],
    ],
    [
      'texts that all differ',
      [['a', 'text', (row) => `t${row}`]],
      300,
      ['Number of rows', 'First rows'],
      [/rows are counted/, /no trend/, /nothing is split/],
    ],
    [
      'nothing but nulls',
      [
        ['a', 'text', () => null],
        ['b', 'number', () => null],
      ],
      300,
      ['Number of rows', 'First rows'],
      [/All columns are empty/, /rows are counted/, /no trend/, /nothing is split/],
    ],
    [
      'a single row',
      [
        ['a', 'text', () => 'x'],
        ['amount', 'number', () => 3],
        ['on', 'date', () => '2026-01-01'],
      ],
      1,
      ['Number of rows', 'Total amount', 'Rows with the highest amount'],
      [/one row/],
    ],
    [
      'no rows',
      [
        ['a', 'text', () => 'x'],
        ['amount', 'number', () => 3],
      ],
      0,
      ['Number of rows', 'First rows'],
      [/no rows/],
    ],
    [
      'one moment',
      [
        ['on', 'date', () => '2026-01-01'],
        ['amount', 'number', (row) => row % 40],
      ],
      300,
      ['Number of rows', 'Total amount', 'Distribution of amount', 'Rows with the highest amount'],
      [/All rows have the same on/, /nothing is split/],
    ],
  ])('(%s) says what it could not do', (_, cells, rowCount, names, notes) => {
    const made = draft(cells, rowCount)
    expect(namesOf(made)).toEqual(names)
    expect(made.notes).toEqual(notes.map((note) => expect.stringMatching(note)))
    for (const { query } of made.tiles) expect(checkQuestion(query.question)).toEqual([])
  })

  it('reads the columns of a very wide table that say most, some of each kind', () => {
    const wide = Array.from({ length: 2000 }, (_, at): DraftedColumn => ({
      name: `c${at}`,
      type: at === 1999 ? 'date' : at % 2 === 0 ? 'number' : at % 5 === 0 ? 'json' : 'text',
      databaseType: '',
    }))
    const read = promisingColumns(wide)
    expect(read).toHaveLength(100)
    expect(read.map(({ type }) => type)).toEqual(expect.arrayContaining(['date', 'number', 'text']))
    expect(read.some(({ type }) => type === 'json')).toBe(false)
    expect(read.some(({ name }) => name === 'c1501')).toBe(false)
    expect(promisingColumns(wide, ['c1501']).some(({ name }) => name === 'c1501')).toBe(true)
  })
})

describe('a draft of a table whose columns people describe', () => {
  it('measures, groups and counts by what they say a column is', () => {
    const said = {
      'Worldwide Gross': { role: 'key' },
      zip: { role: 'category' },
      'US Gross': { role: 'measure' },
    } as const
    const { measures } = draft(films, 900, { said })
    expect(measures.map(({ column }) => column)).toContain('US Gross')
    expect(measures.map(({ column }) => column)).not.toContain('Worldwide Gross')
    expect(draft(films, 900, { said: { film_id: { role: 'measure' } }, measure: 'film_id' }).measure).toBe('film_id')
  })

  it('names its tiles, filters and choices by labels, and asks for the columns by their names', () => {
    const said = { 'Major Genre': { label: 'Kind of film' }, 'US Gross': { label: 'Box office' } }
    const made = draft(films, 900, { said, measure: 'US Gross' })
    const tile = tileNamed(made, 'Box office by kind of film')
    expect(tile.query.question.groups[0]?.column.name).toBe('Major Genre')
    expect(tile.visual.y).toEqual(['Sum of US Gross'])
    expect(made.filters.map(({ name, column }) => [name, column])).toContainEqual(['Kind of film', 'Major Genre'])
    expect(made.measures).toContainEqual({ column: 'US Gross', label: 'Box office' })
  })
})
