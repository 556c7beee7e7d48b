import { describe, expect, it } from 'vitest'
import type { CellValue, FieldType } from '../../../query/field'
import type { ChartVisual } from '../../chart-visual'
import { columnStyleSchema, type ColumnRule, type ColumnStyle, type RuleTest } from '../../column-style'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import type { PlotInput } from '../../plot/read-columns'
import { looksOf, testOf } from './cell-looks'
import { listOf } from './list-cell'
import { rowTotalsIn } from './row-totals'
import { ruleWords } from './rule-words'
import type { RowGroup } from './group-rows'
import { tablePlot } from './table-plot'

const data = resultOf({ id: 'integer', name: 'text', site: 'text', total: 'number' }, [
  [7, 'Ada', 'https://ada.example/', 3],
  [8, null, 'javascript:alert(1)', -1],
])
const plotFor = (visual: Partial<ChartVisual>) => tablePlot(plotInputOf({ visual: visualOf('table', visual), data }))
const namesOf = (visual: Partial<ChartVisual>) => plotFor(visual).data.fields.map(({ name }) => name)

describe('a table shows its columns', () => {
  it.each<[string, Partial<ChartVisual>, string[]]>([
    ['as they come', {}, ['id', 'name', 'site', 'total']],
    [
      'in the order that was chosen, new ones last',
      { columnOrder: ['total', 'gone', 'id'] },
      ['total', 'id', 'name', 'site'],
    ],
    [
      'without hidden ones, pinned ones first',
      {
        columnStyles: [
          { column: 'name', isHidden: true },
          { column: 'total', isPinned: true },
        ],
      },
      ['total', 'id', 'site'],
    ],
    [
      'all of them, if all were hidden',
      { columnStyles: ['id', 'name', 'site', 'total'].map((column) => ({ column, isHidden: true })) },
      ['id', 'name', 'site', 'total'],
    ],
    ['only those that it is of', { x: 'name', y: ['total'] }, ['name', 'total']],
  ])('%s', (_, visual, names) => {
    expect(namesOf(visual)).toEqual(names)
  })

  it('with their own values, and says how many are hidden', () => {
    const plot = plotFor({ columnOrder: ['total'], columnStyles: [{ column: 'id', isHidden: true }] })
    expect(plot.data.columns).toEqual([
      [3, -1],
      ['Ada', null],
      ['https://ada.example/', 'javascript:alert(1)'],
    ])
    expect([plot.notes, plot.pinned]).toEqual([['1 column hidden.'], 0])
  })

  it('with links to safe addresses alone, made of other columns where a template says so', () => {
    const { looks } = plotFor({
      columnStyles: [
        { column: 'site', kind: 'link' },
        { column: 'id', kind: 'link', link: 'https://crm.example/{name}/{}' },
      ],
    })
    expect([looks[2]?.(0), looks[2]?.(1)]).toEqual([{ href: 'https://ada.example/' }, {}])
    expect([looks[0]?.(0), looks[0]?.(1)]).toEqual([{ href: 'https://crm.example/Ada/7' }, {}])
    expect(looks[3]).toBeNull()
  })
})

describe('a row of totals', () => {
  const sales = resultOf({ city: 'text', id: 'integer', revenue: 'decimal', rate: 'number' }, [
    ['Rome', 7, '0.10', 0.5],
    [null, 8, '0.20', 0.25],
  ])
  const totalFor = (given: Partial<PlotInput>) =>
    tablePlot(plotInputOf({ visual: visualOf('table', { tableTotals: true }), data: sales, ...given })).total

  it('adds up what can be added up, and no ids or percentages', () => {
    expect(totalFor({ data: { ...sales, signs: { rate: '%' } } })).toEqual({
      of: 'The totals add up the rows: of averages and distinct counts they mean nothing.',
      cells: [null, null, '0.30', null],
    })
    const format = { style: 'percent', decimals: null, currency: null, unit: '' } as const
    const visual = visualOf('table', { tableTotals: true, columnStyles: [{ column: 'revenue', format }] })
    expect(totalFor({ visual })?.cells).toEqual([null, null, null, 0.75])
  })

  it('is that of the database where it has one, in the order of the columns', () => {
    const totalled = {
      ...resultOf({ city: 'text', visitors: 'bigint', level: 'integer' }, [
        ['', '9', 1],
        ['Rome', '5', 0],
        [null, '5', 0],
      ]),
      totals: { of: { mark: 'pivot' as const, rows: [], columns: [] }, column: 'level' },
    }
    const visual = visualOf('table', { tableTotals: true, columnOrder: ['visitors'] })
    const plot = tablePlot(plotInputOf({ visual, data: totalled }))
    expect([plot.total, plot.data.columns]).toEqual([
      { of: 'The totals are of all rows.', cells: ['9', null] },
      [
        ['5', '5'],
        ['Rome', null],
      ],
    ])
  })

  it.each<[string, Partial<PlotInput>]>([
    ['of rows that were cut', { isCut: true }],
    ['of rows that a database can total but has not', { data: { ...sales, lacksTotals: true } }],
    ['of no rows', { data: resultOf({ n: 'integer' }, []) }],
    ['that nobody asked for', { visual: visualOf('table', {}) }],
  ])('is not one %s', (_, given) => {
    expect(totalFor(given)).toBeNull()
  })
})

describe('groups of rows', () => {
  const visits = resultOf({ city: 'text', day: 'date', visitors: 'bigint', level: 'integer' }, [
    ['', '', '9', 3],
    ['Rome', '', '6', 1],
    [null, '', '5', 1],
    ['Rome', '2026-01-01', '5', 0],
    [null, '2026-01-01', '5', 0],
    ['Rome', '2026-01-02', '4', 0],
  ])
  const of = { mark: 'pivot' as const, rows: [], columns: [], groups: ['city'] }
  const counted = { ...visits, totals: { of, column: 'level' } }
  const grouped = (visual: Partial<ChartVisual>, given: Partial<PlotInput> = {}) => {
    const input = plotInputOf({ visual: visualOf('table', { tableGroups: ['city'], ...visual }), data: counted })
    const { groups, data, total } = tablePlot({ ...input, ...given })
    const told = (all: readonly RowGroup[] = []): unknown[] =>
      all.flatMap(({ path, cells, rows, groups: inner }) => [[...path, cells], rows, ...told(inner)])
    return { of: groups?.of, groups: told(groups?.groups), names: data.fields.map(({ name }) => name), total }
  }

  it('have the totals that the database worked out', () => {
    expect(grouped({})).toMatchObject({
      of: 'The totals of groups are of all their rows.',
      groups: [['Rome', [null, null, '6']], [0, 2], [null, [null, null, '5']], [1]],
      total: null,
    })
    expect(grouped({ tableTotals: true }).total?.cells).toEqual([null, null, '9'])
  })

  it('come first, and cannot be hidden, nor left out', () => {
    const hidden = [{ column: 'day', isHidden: true }]
    expect(grouped({ tableGroups: ['day'], columnStyles: hidden, columnOrder: ['visitors'] }).names).toEqual([
      'day',
      'visitors',
      'city',
    ])
    expect(grouped({ y: ['visitors'] }).names).toEqual(['city', 'visitors'])
  })

  it('by all that the question groups by have the numbers of their rows', () => {
    const both = { ...counted, totals: { column: 'level', of: { ...of, groups: ['day', 'city'] } } }
    expect(grouped({ tableGroups: ['day', 'city'] }, { data: both }).groups).toEqual([
      ['2026-01-01', [null, null, null]],
      [0, 1],
      ['2026-01-01', 'Rome', ['2026-01-01', 'Rome', '5']],
      [0],
      ['2026-01-01', null, ['2026-01-01', null, '5']],
      [1],
      ['2026-01-02', [null, null, null]],
      [2],
      ['2026-01-02', 'Rome', ['2026-01-02', 'Rome', '4']],
      [2],
    ])
  })

  it('show the rows that a limit leaves, and have totals of all', () => {
    const limited = grouped({}, { data: { ...counted, totals: { of, column: 'level', limit: 1, isOfMore: true } } })
    expect(limited).toMatchObject({
      of: 'The totals of groups are of all their rows, also of those that are not shown.',
      groups: [['Rome', [null, null, '6']], [0]],
    })
  })

  const sales = resultOf({ city: 'text', revenue: 'decimal', id: 'integer' }, [
    ['Rome', '0.10', 1],
    ['Oslo', '1', 2],
    ['Rome', '0.20', 3],
  ])
  it.each<[string, Partial<PlotInput>, string, readonly CellValue[]]>([
    ['add up their rows where no database can', { data: sales }, 'add up their rows', [null, '0.30', null]],
    ['have none of rows that were cut', { data: sales, isCut: true }, 'not all rows are here', [null, null, null]],
    ['wait for the database', { data: { ...sales, lacksTotals: true } }, 'with the next answer', [null, null, null]],
    [
      'wait for those of other groups',
      { data: { ...counted, totals: { of: { ...of, groups: ['day'] }, column: 'level' } } },
      'with the next answer',
      [null, null, null],
    ],
  ])('%s', (_, given, words, cells) => {
    const made = grouped({}, given)
    expect(made.of).toContain(words)
    expect(made.groups[0]).toEqual(['Rome', cells])
  })

  it('of a column that the answer lacks are none', () => {
    expect(grouped({ tableGroups: ['gone'] }).of).toBeUndefined()
  })
})

describe('a column of totals', () => {
  const money = { style: 'currency', decimals: null, currency: 'EUR', unit: '' } as const
  const shops = resultOf({ shop: 'text', year: 'integer', net: 'decimal', tax: 'decimal', orders: 'integer' }, [
    ['a', 2026, '0.1', '0.20', 3],
    ['b', 2026, '1', null, 4],
    ['c', 2026, null, null, 5],
  ])
  const summed = (visual: Partial<ChartVisual>, data = shops) => {
    const plot = tablePlot(plotInputOf({ visual: visualOf('table', { rowTotals: true, ...visual }), data }))
    const field = plot.data.fields.at(-1)
    return [
      field?.name,
      plot.data.shown?.[field?.name ?? '']?.description,
      plot.data.columns.at(-1),
      plot.total?.cells.at(-1),
    ]
  }

  it('adds up the numbers of one kind with all their digits, and no years', () => {
    const columnStyles = ['net', 'tax'].map((column) => ({ column, format: money }))
    expect(summed({ columnStyles, tableTotals: true })).toEqual([
      'Total',
      'Adds up net and tax of each row.',
      ['0.30', '1', null],
      '1.30',
    ])
    expect(summed({ columnStyles: [{ column: 'net', isHidden: true }] })[2]).toEqual(['3.20', '4', '5'])
  })

  it.each<[string, readonly string[], string]>([
    ['sums', ['avg', 'net', 'tax', 'orders'], 'net and tax'],
    ['counts, if they come first', ['orders', 'avg', 'net', 'returns'], 'orders and returns'],
  ])("adds up %s, and no averages, of a question's measures", (_, names, summed) => {
    const data = {
      ...resultOf(Object.fromEntries(names.map((name) => [name, 'number'])), [names.map((__, place) => 10 ** place)]),
      shown: { avg: { adds: 'nothing' }, orders: { adds: 'counts' }, returns: { adds: 'counts' } },
    } as const
    const description = `Adds up ${summed} of each row.`
    const plot = tablePlot(plotInputOf({ visual: visualOf('table', { rowTotals: true }), data }))
    expect(plot.data.shown?.['Total']).toMatchObject({ description })
    expect(rowTotalsIn(visualOf('table', {}), data)?.description).toBe(description)
  })

  it('has no more digits than doubles mean', () => {
    const data = resultOf({ share: 'number', net: 'decimal', n: 'integer' }, [[0.5, '1.25', 2]])
    expect(summed({}, data)[2]).toEqual([3.75])
  })

  it('has a name of its own, and is left out where nothing can be added up', () => {
    expect(summed({}, resultOf({ Total: 'integer', n: 'integer' }, [[1, 2]]))).toEqual([
      'Total 2',
      'Adds up Total and n of each row.',
      [3],
      undefined,
    ])
    expect(summed({}, resultOf({ name: 'text', year: 'integer' }, [['a', 2026]]))[0]).toBe('year')
  })
})

const column = (type: FieldType, values: readonly CellValue[]) => ({
  field: { name: 'c', type, databaseType: type, nullable: true },
  values,
})

describe('a rule', () => {
  it.each<[RuleTest, FieldType, CellValue, boolean]>([
    [{ op: 'less', value: '0' }, 'number', -1, true],
    [{ op: 'less', value: '0' }, 'number', null, false],
    [{ op: 'less', value: '' }, 'number', -1, false],
    [{ op: 'less', value: 'x' }, 'number', -1, false],
    [{ op: 'is-not', value: '1' }, 'number', null, true],
    [{ op: 'is-not', value: '' }, 'number', null, false],
    [{ op: 'is-not', value: ' ' }, 'number', 1, false],
    [{ op: 'is-not', value: '1,5' }, 'number', 1, false],
    [{ op: 'at-least', value: '' }, 'date', '2026-03-31', false],
    [{ op: 'is-not', value: 'soon' }, 'date', '2026-03-31', false],
    [{ op: 'at-least', value: '20' }, 'date', '2026-03-31', false],
    [{ op: 'between', from: '2026-01-01', to: '' }, 'date', '2026-03-31', false],
    [{ op: 'between', from: '', to: '2026-12-31' }, 'timestamp', '2026-03-31T00:00:00', false],
    [{ op: 'at-least', value: '2026' }, 'date', '2026-03-31', true],
    [{ op: 'is', value: 'infinity' }, 'date', 'infinity', true],
    [{ op: 'is-not', value: '' }, 'text', 'Ada', false],
    [{ op: 'contains', value: '' }, 'text', 'Ada', false],
    [{ op: 'at-least', value: '10' }, 'bigint', '9', false],
    [{ op: 'at-least', value: '10' }, 'bigint', '10', true],
    [{ op: 'greater', value: '1' }, 'number', 'NaN', false],
    [{ op: 'between', from: '1', to: '2' }, 'decimal', '2.00', true],
    [{ op: 'is', value: '2026-03' }, 'date', '2026-03-31', true],
    [{ op: 'at-most', value: '2026-03-31' }, 'timestamp', '2026-03-31T23:59:59', true],
    [{ op: 'greater', value: '2026-03-31 12:00' }, 'timestamp', '2026-03-31T12:30:00', true],
    [{ op: 'is', value: 'Ab' }, 'text', 'ab', false],
    [{ op: 'contains', value: 'ÄB' }, 'text', 'xäby', true],
    [{ op: 'is-empty' }, 'text', '', true],
    [{ op: 'is', value: 'true' }, 'boolean', true, true],
    [{ op: 'is', value: ' True' }, 'boolean', true, true],
    [{ op: 'is-not', value: 'tru' }, 'boolean', false, false],
    [{ op: 'is-not', value: '' }, 'boolean', true, false],
    [{ op: 'is-not', value: 'true' }, 'boolean', false, true],
  ])('%o of %s holds for %s: %s', (test, type, value, expected) => {
    expect(testOf(column(type, []), test)(value)).toBe(expected)
  })

  it('that comes first counts, as far as it says something', () => {
    const rules: ColumnRule[] = [
      { kind: 'fill', test: { op: 'less', value: '0' }, tone: 'bad' },
      { kind: 'scale' },
      { kind: 'text', test: { op: 'less', value: '5' }, tone: 'good' },
      { kind: 'icon', test: { op: 'greater', value: '5' }, tone: 'good', icon: 'up' },
    ]
    const look = looksOf(column('integer', [-5, 0, 10]), rules)
    expect(look?.(-5)).toMatchObject({ background: expect.stringContaining('color-bad'), color: 'var(--color-good)' })
    expect(look?.(10)).toMatchObject({ background: expect.stringContaining('series'), icon: { name: 'up' } })
    expect(look?.(null)).toEqual({})
  })

  it('of bars begins them at zero, on either side', () => {
    const bar = (value: CellValue, values: readonly CellValue[]) =>
      looksOf(column('number', values), [{ kind: 'bar' }])?.(value).bar
    expect(bar(3, [-1, 3])).toMatchObject({ from: 0.25, to: 1 })
    expect(bar(-1, [-1, 3])).toMatchObject({ from: 0, to: 0.25 })
    expect(bar(5, [5, 10])).toMatchObject({ from: 0, to: 0.5 })
    expect(bar(0, [0, 0])).toMatchObject({ from: 0, to: 0 })
    expect(bar('NaN', ['NaN', 1e300])).toBeUndefined()
  })

  it.each<[ColumnRule, string]>([
    [{ kind: 'fill', test: { op: 'less', value: '0' }, tone: 'bad' }, 'Below 0: a red background'],
    [{ kind: 'text', test: { op: 'between', from: '1', to: 'x' }, tone: 'good' }, 'From 1 to “x”: green text'],
    [{ kind: 'icon', test: { op: 'is-empty' }, tone: 'warn', icon: 'flag' }, 'Empty: a flag, amber'],
    [{ kind: 'bar' }, 'A bar as long as the value'],
  ])('%o is said in words', (rule, words) => {
    expect(ruleWords(rule)).toBe(words)
  })
})

describe('a list', () => {
  it.each<[CellValue, readonly (number | null)[] | null]>([
    ['[1, 2.5, null]', [1, 2.5, null]],
    ['["1", "2e3"]', [1, 2000]],
    ['{1,NULL,3}', [1, null, 3]],
    ['[]', null],
    ['["a"]', null],
    ['{"a": 1}', null],
    ['[1, {}]', null],
    ['[1,', null],
    ['text', null],
    [null, null],
  ])('is read from %s', (value, expected) => {
    expect(listOf(value)).toEqual(expected)
  })
})

it('a style is stored without what nobody chose', () => {
  const style: ColumnStyle = { column: 'a', kind: 'bytes', widthPx: 120 }
  expect(columnStyleSchema.parse(style)).toEqual(style)
  expect(columnStyleSchema.safeParse({ column: 'a', widthPx: 5 }).success).toBe(false)
})
