import { describe, expect, it } from 'vitest'
import type { CellValue, FieldType } from '../../../query/field'
import type { ChartVisual } from '../../chart-visual'
import { columnStyleSchema, type ColumnRule, type ColumnStyle, type RuleTest } from '../../column-style'
import { plotInputOf, resultOf, visualOf } from '../../plot/gallery/gallery-data'
import type { PlotInput } from '../../plot/read-columns'
import { looksOf, testOf } from './cell-looks'
import { listOf } from './list-cell'
import { ruleWords } from './rule-words'
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
