import { describe, expect, test } from 'vitest'
import { localOwner, type Actor } from '@tidemark/shared/access/actor'
import type { JsonObject } from '@tidemark/shared/base/json'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { tileSchema } from '@tidemark/shared/dashboards/dashboard'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { filterSchema, type FilterScope } from '@tidemark/shared/filters/filter'
import type { Field } from '@tidemark/shared/query/field'
import { blankColumn } from '@tidemark/shared/tables/column-fields'
import { columnSettingsKeyOf } from '@tidemark/shared/tables/table-settings'
import {
  chartsOfTiles,
  filterColumns,
  kindForType,
  nameForColumn,
  signOfFilter,
  sourcesOfFilter,
  typeOfFilter,
} from './filter-sources'
import { SeenAnswers } from './seen-answers'
import { isFilterOfTab } from './tile-filters'

const made = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
const listed = { folderId: null, description: '', deletedAt: null, ...made }
const chart = (id: string, query: JsonObject): JsonObject => ({
  ...listed,
  id,
  name: id,
  query,
  visual: { ...defaultVisual },
  order: 'a0',
})
const dataset = (name: string, columns: readonly JsonObject[]): JsonObject => ({
  ...listed,
  id: name,
  name,
  tableName: name,
  format: 'csv',
  fileName: 'x.csv',
  versionId: 'v1',
  rowCount: 1,
  sizeBytes: 1,
  columns: [...columns],
  notes: [],
  sourceUrl: null,
  licence: null,
})
const sql = { kind: 'sql', connectionId: 'local', sql: 'select 1' }
const question = { ...emptyQuestion, source: { schema: null, name: 'orders' } }
const profiled = { nullCount: 0, sample: [] }
const entries: Readonly<Record<string, JsonObject>> = {
  'chart/one': chart('one', sql),
  'chart/two': chart('two', sql),
  'chart/asked': chart('asked', { kind: 'builder', connectionId: 'local', question }),
  'chart/signed': chart('signed', sql),
  'chart/withheld': chart('withheld', { ...sql, withheld: true }),
  'chart/signed-question': chart('signed-question', {
    kind: 'builder',
    connectionId: 'local',
    question: { ...emptyQuestion, source: { schema: null, name: 'deals' } },
  }),
  'chart/other': chart('other', sql),
  'chart/blank': chart('blank', { ...sql, sql: ' ' }),
  'dataset/orders': dataset('orders', [{ name: 'region', type: 'text', databaseType: 'VARCHAR', ...profiled }]),
  'dataset/deals': dataset('deals', [
    { name: 'won', type: 'number', databaseType: 'DOUBLE', ...profiled, sign: '%' },
    { name: 'cost', type: 'number', databaseType: 'DOUBLE', ...profiled, sign: '$' },
  ]),
}
const view: EntryView = {
  get: (key) => entries[key],
  scan: (prefix) => Object.entries(entries).filter(([key]) => key.startsWith(prefix)),
}
const tileOf = (chartId: string, index: number) =>
  tileSchema.parse({
    ...made,
    id: `x${index}`,
    dashboardId: 'd',
    tabId: index < 2 ? 't1' : 't2',
    content: { kind: 'chart', chartId },
    place: { x: 0, y: 0, w: 4, h: 4 },
  })
const tiles = ['one', 'two', 'asked', 'blank', 'one'].map(tileOf)
const field = (name: string, type: Field['type']): Field => ({ name, type, databaseType: '', nullable: true })
const viewer: Actor = { ...localOwner, kind: 'person', userId: 'viewer', role: 'viewer' }
const filterOf = (column: string, scope: unknown = { kind: 'all' }) =>
  filterSchema.parse({
    ...made,
    id: 'f',
    dashboardId: 'd',
    name: column,
    column,
    kind: 'category',
    default: null,
    scope,
    order: 'a0',
  })

test('columns are those of answers and of what questions read, the most common first', () => {
  const fields = new Map([
    ['one', [field('region', 'text'), field('day', 'date')]],
    ['two', [field('day', 'timestamp')]],
  ])
  expect(filterColumns(view, chartsOfTiles(view, tiles), fields)).toEqual([
    { name: 'day', type: 'date', chartCount: 2 },
    { name: 'region', type: 'text', chartCount: 2 },
  ])
})

test('a dashboard is filtered by the columns of a model that its charts ask, as by those of a table', () => {
  const over = (model: string) => ({
    kind: 'builder',
    connectionId: 'local',
    question: { ...emptyQuestion, source: { schema: null, name: 'M', model } },
  })
  const group = {
    id: 'g',
    column: { join: null, name: 'won', type: 'number', databaseType: '' },
    grain: null,
    label: 'Won',
  }
  const groups = { kind: 'builder', connectionId: 'local', question: { ...question, groups: [group] } }
  const all: Readonly<Record<string, JsonObject>> = {
    ...entries,
    'chart/asked': { ...chart('asked', { kind: 'builder', connectionId: 'local', question }), isModel: true },
    'chart/grouped': { ...chart('grouped', groups), isModel: true },
    'chart/rows': chart('rows', over('asked')),
    'chart/groups': chart('groups', over('grouped')),
  }
  const models: EntryView = {
    get: (key) => all[key],
    scan: (prefix) => Object.entries(all).filter(([key]) => key.startsWith(prefix)),
  }
  const tiles = [tileOf('rows', 0), tileOf('groups', 1)]
  expect(filterColumns(models, chartsOfTiles(models, tiles), new Map())).toEqual([
    { name: 'region', type: 'text', chartCount: 1 },
    { name: 'Won', type: 'number', chartCount: 1 },
  ])
})

describe('the values of a filter come from', () => {
  const seen = new SeenAnswers([['two', { fields: [field('city', 'text')] }]])
  test.each([
    ['the charts that were seen to have its column', filterOf('city'), localOwner, [{ query: sql }]],
    ['the question that reads it', filterOf('region'), localOwner, [{ query: entries['chart/asked']?.query }]],
    ['saved charts, for who may not ask', filterOf('city'), viewer, [{ chartId: 'two' }]],
    ['charts in its scope', filterOf('city', { kind: 'tiles', tileIds: ['x4'] }), viewer, [{ chartId: 'one' }]],
    [
      'any that could have it, where none is known',
      filterOf('nope'),
      viewer,
      [{ chartId: 'one' }, { chartId: 'two' }, { chartId: 'asked' }],
    ],
  ])('%s', (_, filter, actor, sources) => {
    expect(sourcesOfFilter(view, actor, filter, tiles, seen)).toEqual(sources)
  })
  test('charts as they run on the first tile in its scope: with parameters, and the conditions of the other filters', () => {
    const others = [{ column: 'city', op: '=' as const, value: 'Rome' }]
    const askedWith = ({ id }: { readonly id: string }) => ({ parameters: { tile: id }, filters: others })
    const filter = filterOf('city', { kind: 'tiles', tileIds: ['x1', 'x4'] })
    expect(sourcesOfFilter(view, viewer, filter, tiles, new SeenAnswers(), askedWith)).toEqual([
      { chartId: 'two', parameters: { tile: 'x1' }, filters: others },
      { chartId: 'one', parameters: { tile: 'x4' }, filters: others },
    ])
  })
})

test.each<[FilterScope['kind'], unknown, readonly boolean[]]>([
  ['all', { kind: 'all' }, [true, true]],
  ['tab', { kind: 'tab', tabId: 't2' }, [false, true]],
  ['tab', { kind: 'tab', tabId: 'gone' }, [true, true]],
  ['tiles', { kind: 'tiles', tileIds: ['x1'] }, [true, false]],
  ['tiles', { kind: 'tiles', tileIds: ['gone'] }, [true, true]],
])('a filter for %s %j is shown on the tabs %j', (_, scope, expected) => {
  const tabs = ['t1', 't2'].map((id) => ({ id: tileSchema.shape.tabId.parse(id) }))
  expect(tabs.map(({ id }) => isFilterOfTab(filterOf('c', scope), id, tabs, tiles))).toEqual(expected)
})

test('a column says what kind of filter it is for, and a name', () => {
  expect((['date', 'timestamptz', 'decimal', 'text', 'boolean'] as const).map(kindForType)).toEqual([
    'time',
    'time',
    'number',
    'category',
    'category',
  ])
  expect(['order_date', 'x', '  '].map(nameForColumn)).toEqual(['Order date', 'X', '  '])
})

test.each([
  ['the sign that it has in the answer of SQL', ['signed'], 'won', '%'],
  ['the sign that it has in the answer of SQL that is withheld', ['withheld'], 'won', '%'],
  ['the sign that it has in the data of a question', ['one', 'signed-question'], 'cost', '$'],
  ['the sign that it has in the answer of a question', ['signed-question'], 'sum of cost', '$'],
  ['none where charts disagree', ['signed', 'other'], 'won', undefined],
  ['none where nothing has one', ['one', 'asked'], 'region', undefined],
  ['none before there is an answer', ['two'], 'won', undefined],
])('a filter’s numbers have %s', (_, charts, column, sign) => {
  const seen = new SeenAnswers(
    Object.entries({
      one: {},
      signed: { won: '%' },
      withheld: { won: '%' },
      'signed-question': { 'sum of cost': '$' },
      other: { won: '$' },
    }).map(([id, signs]) => [id, { fields: [], signs }]),
  )
  expect(signOfFilter(view, filterOf(column), charts.map(tileOf), seen)).toBe(sign)
})

test.each([
  ['what answers and data agree on', ['one', 'asked'], 'region', 'binary', 'text', undefined],
  ['what all answers say', ['one', 'two'], 'hash', 'binary', 'binary', 'binary'],
  ['what the data of a question says', ['asked'], 'region', 'date', 'date', 'text'],
  ['nothing before there is an answer', ['two'], 'other', 'text', 'text', undefined],
] as const)('a filter’s column is %s', (_, charts, column, one, two, type) => {
  const seen = new SeenAnswers([
    ['one', { fields: [field(column === 'other' ? 'city' : column, one)] }],
    ['two', { fields: [field(column === 'other' ? 'city' : column, two)] }],
  ])
  expect(typeOfFilter(view, filterOf(column), charts.map(tileOf), seen)).toBe(type)
})

test('a filter has the label and the sign that people gave its column, and is not offered what they hid', () => {
  const source = { kind: 'dataset', id: 'deals' } as const
  const said = (name: string, fields: object) => ({ source, name, ...blankColumn, ...fields, ...made }) as JsonObject
  const settings: Readonly<Record<string, JsonObject>> = {
    [columnSettingsKeyOf('deals', 'cost')]: said('cost', { label: 'Price', style: 'currency', currency: 'EUR' }),
    [columnSettingsKeyOf('deals', 'won')]: said('won', { isHidden: true }),
  }
  const all = { ...entries, ...settings }
  const described: EntryView = {
    get: (key) => all[key],
    scan: (prefix) => Object.entries(all).filter(([key]) => key.startsWith(prefix)),
  }
  const ofDeals = [tileOf('signed-question', 0)]
  expect(filterColumns(described, chartsOfTiles(described, ofDeals), new Map())).toEqual([
    { name: 'cost', type: 'number', chartCount: 1, label: 'Price' },
  ])
  expect(signOfFilter(described, filterOf('cost'), ofDeals, new SeenAnswers())).toBe('EUR')
  const origins = { total: { table: 'deals', column: 'cost', isCalculated: true } }
  const seen = new SeenAnswers([['one', { fields: [field('total', 'number')], origins }]])
  expect(signOfFilter(described, filterOf('total'), [tileOf('one', 0)], seen)).toBe('EUR')
})
