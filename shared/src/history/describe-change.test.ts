import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../base/json'
import { emptyQuestion, type Question } from '../builder/question'
import { questionMeasure } from '@testkit/entries/question-parts-fixture'
import { defaultVisual } from '../charts/chart-visual'
import { blankColumn } from '../tables/column-fields'
import { describeChange, describeDashboardChange, type HistoryNames } from './describe-change'

const names: HistoryNames = {
  chart: (id) => (id === 'c1' ? 'Revenue' : undefined),
  dashboard: (id) => (id === 'd2' ? 'Orders' : undefined),
  folder: (id) => (id === 'f1' ? 'Growth' : undefined),
  tab: (id) => (id === 't2' ? 'Details' : undefined),
}

function sentences(key: string, before: JsonObject | null, after: JsonObject | null): string[] {
  return describeChange({ key, version: 1, at: 1, userId: 'ann', before, after }, names).map(({ text }) => text)
}

const field = (name: string) => ({ name, type: 'text', databaseType: '' })
const chart: JsonObject = {
  modelFields: [field('city')],
  name: 'Orders',
  description: '',
  folderId: null,
  order: 'a0',
  deletedAt: null,
  updatedAt: 1,
  query: { kind: 'sql', connectionId: 'local', sql: 'select 1\nfrom orders' },
  visual: defaultVisual,
}
const visual = (changes: JsonObject): JsonObject => ({ visual: { ...defaultVisual, ...changes } })

test('a change of a chart on a dashboard is named by the chart, unless it tells of its beginning', () => {
  const told = (before: JsonObject | null, after: JsonObject) =>
    describeDashboardChange({ key: 'chart/c1', version: 1, at: 1, userId: 'ann', before, after }, names)
  expect(told(chart, { ...chart, ...visual({ type: 'bar' }) })).toEqual([
    { text: 'Chart “Revenue”: changed the chart type from table to bar' },
  ])
  expect(told(null, chart)).toEqual([{ text: 'Created the chart “Orders”' }])
})

test('a choice that charts were once stored without is not told as one when it first appears', () => {
  const { detail: _, ...stored } = defaultVisual
  expect(
    sentences('chart/c1', { ...chart, visual: stored }, { ...chart, visual: { ...defaultVisual, x: 'month' } }),
  ).toEqual(['Changed the X axis from none to month'])
})

describe('a change of a metric reads', () => {
  const metric: JsonObject = {
    name: 'Revenue',
    query: { kind: 'builder', connectionId: 'local', question: emptyQuestion },
    time: null,
    format: { style: 'auto', decimals: null, currency: null, unit: '' },
    goodDirection: 'up',
    synonyms: [],
    ownerId: 'ann',
    verified: null,
  }
  test.each<[JsonObject, string]>([
    [{ name: 'Turnover' }, 'Renamed from “Revenue” to “Turnover”'],
    [
      { time: { column: { name: 'sold' }, grain: 'month' } },
      'Changed the column it is followed by over time from none to “sold” by month',
    ],
    [
      { format: { style: 'percent', decimals: null, currency: null, unit: '' } },
      'Changed the number format from auto to percent',
    ],
    [{ goodDirection: null }, 'Changed which direction is good from up to none'],
    [{ synonyms: ['sales', 'income'] }, 'Changed the synonyms from none to sales, income'],
    [{ ownerId: 'bob' }, 'Made somebody else answer for it'],
    [{ verified: { at: 1, by: 'ann' } }, 'Verified the definition'],
  ])('%j: %s', (change, sentence) => {
    expect(sentences('metric/m1', metric, { ...metric, ...change })).toEqual([sentence])
  })
})

describe('a change of a chart reads', () => {
  test.each<[JsonObject, readonly string[]]>([
    [{ updatedAt: 2 }, []],
    [{ name: 'Sales' }, ['Renamed from “Orders” to “Sales”']],
    [{ description: 'in EUR' }, ['Wrote the description']],
    [{ folderId: 'f1' }, ['Moved to the folder “Growth”']],
    [{ folderId: 'f9' }, ['Moved to the folder that no longer exists']],
    [{ order: 'a1' }, ['Moved the chart in its list']],
    [{ deletedAt: 5 }, ['Moved it to the trash']],
    [{ isModel: true }, ['Made it a model']],
    [{ isModel: false }, ['No longer a model']],
    [{ modelColumns: { g: { label: 'Town' } } }, ['Changed what is said about a column of the model']],
    [{ modelColumns: { g: {}, h: {} } }, ['Changed what is said about 2 columns of the model']],
    [{ modelJoins: [] }, ['Changed the joins of the model']],
    [{ modelFields: [field('n')] }, ['The model lost “city”', 'The model got “n”']],
    [
      { query: { kind: 'sql', connectionId: 'local', sql: 'select 2\nfrom orders\nlimit 5' } },
      ['Changed the SQL: 2 lines added, 1 removed'],
    ],
    [
      { query: { kind: 'sql', connectionId: 'other', sql: 'select 1\nfrom orders' } },
      ['Switched to another connection'],
    ],
    [{ query: { kind: 'builder', connectionId: 'local', sql: 'select 1\nfrom orders' } }, ['Switched to the builder']],
    [visual({ pivotRows: ['city'] }), ['Changed the rows of the pivot from none to city']],
    [
      visual({ columnStyles: [{ column: 'a', isHidden: true, widthPx: 80, rules: [{ kind: 'bar' }] }] }),
      ['Added the style of column “a” (hidden, 80 px wide, 1 rule)'],
    ],
    [visual({ type: 'bar' }), ['Changed the chart type from table to bar']],
    [
      visual({ x: 'month', y: ['a', 'b'] }),
      ['Changed the X axis from none to month', 'Changed the measures from none to a, b'],
    ],
    [visual({ format: { ...defaultVisual.format, decimals: 2 } }), ['Changed the decimals from none to 2']],
    [visual({ target: { kind: 'number', value: 40 } }), ['Changed the goal from none to 40']],
    [visual({ target: { kind: 'column', column: 'plan' } }), ['Changed the goal from none to the column “plan”']],
    [
      visual({ ranges: [{ from: 60, tone: 'fair', label: '' }], rangeUnit: 'percent' }),
      ['Added the range “fair” from 60', 'Changed the unit of the ranges from value to percent'],
    ],
    [visual({ panel: 'shop' }), ['Changed the panels from none to shop']],
    [{ pinnedBy: 'ann' }, ['Changed pinned by']],
  ])('%j: %j', (changes, expected) => {
    expect(sentences('chart/c1', chart, { ...chart, ...changes })).toEqual(expected)
  })

  test('whose text is withheld shows no difference of what stands in its place', () => {
    const withheld = (sql: string, changes: JsonObject = {}): JsonObject => ({
      ...chart,
      query: { kind: 'sql', connectionId: 'c', sql, withheld: true, ...changes },
    })
    const described = (before: JsonObject, after: JsonObject) =>
      describeChange({ key: 'chart/c1', version: 1, at: 1, userId: 'ann', before, after }, names)
    expect(described(withheld('-- 81e1'), withheld('-- 9c04'))).toEqual([{ text: 'Changed the SQL' }])
    expect(described(withheld(''), withheld('-- 9c04'))).toEqual([{ text: 'Wrote the SQL' }])
    expect(described(withheld('-- 9c04'), withheld(''))).toEqual([{ text: 'Emptied the SQL' }])
    // It is unknown whether the text differs.
    expect(described(chart, withheld('-- 81e1'))).toEqual([{ text: 'Switched to another connection' }])
  })

  test.each([
    [null, chart, ['Created the chart “Orders”']],
    [chart, null, ['Undid the creation of the chart “Orders”']],
    [{ ...chart, deletedAt: 5 }, chart, ['Restored it from the trash']],
    [{ ...chart, folderId: 'f1' }, chart, ['Moved out of its folder']],
    [{ ...chart, description: 'a\nb' }, { ...chart, description: 'a' }, ['Changed the description: 1 removed']],
  ])('case %#', (before, after, expected) => {
    expect(sentences('chart/c1', before, after)).toEqual(expected)
  })

  test('part by part where a question changed', () => {
    const asking = (question: Question) => ({ ...chart, query: { kind: 'builder', connectionId: 'local', question } })
    const after = { ...emptyQuestion, measures: [questionMeasure('amount')], limit: 5 }
    expect(sentences('chart/c1', asking(emptyQuestion), asking(after))).toEqual([
      'Added the measure “Sum of amount”',
      'Limited the rows to 5',
    ])
  })

  test('line by line where a text changed', () => {
    const after = { ...chart, query: { kind: 'sql', connectionId: 'local', sql: 'select 2\nfrom orders' } }
    const [sentence] = describeChange(
      { key: 'chart/c1', version: 1, at: 1, userId: 'ann', before: chart, after },
      names,
    )
    expect(sentence?.lines).toEqual([
      { kind: 'removed', text: 'select 1' },
      { kind: 'added', text: 'select 2' },
      { kind: 'same', text: 'from orders' },
    ])
  })
})

describe('a change of a dashboard’s parts reads', () => {
  const tab = { name: 'Overview', order: 'a0' }
  const chartTile = { tabId: 't1', content: { kind: 'chart', chartId: 'c1' }, place: { x: 0, y: 0, w: 6, h: 8 } }
  const values = { kind: 'values', values: ['North'] }
  const savedView = {
    ...{ id: 'v', dashboardId: 'd', name: 'North', order: 'a0', isDefault: false },
    values: { f: { kind: 'values', values: ['North'] } },
    parameters: { n: '1' },
  }
  const filter = {
    name: 'Region',
    column: 'region',
    kind: 'category',
    default: values,
    scope: { kind: 'all' },
    order: 'a0',
  }
  const textTile = { ...chartTile, content: { kind: 'text', text: 'one' } }
  const picture = { kind: 'image', imageId: 'a', description: 'Our logo', fit: 'whole', link: null }
  const pictureTile = { ...chartTile, content: picture }
  test.each<[string, JsonObject | null, JsonObject | null, readonly string[]]>([
    ['tab/d/t1', null, tab, ['Added the tab “Overview”']],
    ['tab/d/t1', tab, null, ['Deleted the tab “Overview”']],
    ['tab/d/t1', tab, { ...tab, name: 'Start' }, ['Renamed the tab from “Overview” to “Start”']],
    ['tab/d/t1', tab, { ...tab, order: 'a5' }, ['Moved the tab “Overview” in its list']],
    ['filter/d/f', null, filter, ['Added the filter “Region”']],
    ['filter/d/f', filter, null, ['Deleted the filter “Region”']],
    [
      'filter/d/f',
      filter,
      { ...filter, name: 'Area', column: 'area', scope: { kind: 'tab', tabId: 't2' } },
      [
        'Renamed the filter from “Region” to “Area”',
        'Changed the column of the filter “Area” from region to area',
        'Applied the filter “Area” to the tab “Details” instead of all tiles',
      ],
    ],
    [
      'filter/d/f',
      { ...filter, scope: { kind: 'tab', tabId: 'gone' } },
      { ...filter, scope: { kind: 'tiles', tileIds: ['a', 'b'] } },
      ['Applied the filter “Region” to 2 chosen tiles instead of the tab that no longer exists'],
    ],
    ['filter/d/f', filter, { ...filter, default: null }, ['Changed default of the filter “Region”']],
    [
      'filter/d/f',
      filter,
      { ...filter, defaultAttribute: 'region' },
      ['Made the filter “Region” begin with each person’s own “region”'],
    ],
    [
      'filter/d/f',
      { ...filter, defaultAttribute: 'region' },
      filter,
      ['Made the filter “Region” begin with the same value for everyone'],
    ],
    ['filter/d/f', filter, { ...filter, isRequired: true }, ['Made the filter “Region” required']],
    ['filter/d/f', { ...filter, isRequired: true }, filter, ['No longer requires the filter “Region”']],
    [
      'filter/d/f',
      filter,
      { ...filter, limitedBy: ['c'] },
      ['Changed which filters limit the choices of the filter “Region”'],
    ],
    ['saved-view/d/v', null, savedView, ['Added the view “North”']],
    ['saved-view/d/v', savedView, null, ['Deleted the view “North”']],
    [
      'saved-view/d/v',
      savedView,
      { ...savedView, name: 'South', values: {}, parameters: {}, isDefault: true, order: 'a1' },
      [
        'Renamed the view from “North” to “South”',
        'Moved the view “South” in its list',
        'Made the view “South” the default',
        'Changed the values of the view “South”',
        'Changed parameters of the view “South”',
      ],
    ],
    ['tile/d/x', null, chartTile, ['Added the chart “Revenue”']],
    ['tile/d/x', chartTile, null, ['Removed the chart “Revenue” from the dashboard']],
    [
      'tile/d/x',
      { ...chartTile, content: { kind: 'chart', chartId: 'c9' } },
      null,
      ['Removed the chart that no longer exists from the dashboard'],
    ],
    ['tile/d/x', chartTile, { ...chartTile, place: { x: 6, y: 0, w: 6, h: 8 } }, ['Moved the chart “Revenue”']],
    [
      'tile/d/x',
      chartTile,
      { ...chartTile, place: { x: 0, y: 0, w: 12, h: 8 } },
      ['Resized the chart “Revenue” from 6 × 8 to 12 × 8'],
    ],
    [
      'tile/d/x',
      chartTile,
      { ...chartTile, place: { x: 0, y: 2, w: 3, h: 8 } },
      ['Moved and resized the chart “Revenue” from 6 × 8 to 3 × 8'],
    ],
    ['tile/d/x', chartTile, { ...chartTile, tabId: 't2' }, ['Moved the chart “Revenue” to the tab “Details”']],
    [
      'tile/d/x',
      textTile,
      { ...textTile, content: { kind: 'text', text: 'one\ntwo' } },
      ['Changed the text “one”: 1 line added'],
    ],
    ['tile/d/x', null, pictureTile, ['Added the picture “Our logo”']],
    [
      'tile/d/x',
      { ...chartTile, content: { ...picture, description: '' } },
      null,
      ['Removed a picture from the dashboard'],
    ],
    ['tile/d/x', textTile, pictureTile, ['Replaced the text “one” by the picture “Our logo”']],
    [
      'tile/d/x',
      pictureTile,
      { ...chartTile, content: { ...picture, imageId: 'b' } },
      ['Replaced the picture “Our logo” by another file'],
    ],
    [
      'tile/d/x',
      pictureTile,
      { ...chartTile, content: { ...picture, fit: 'fill' } },
      ['Shows the picture “Our logo” filling its tile'],
    ],
    [
      'tile/d/x',
      pictureTile,
      { ...chartTile, content: { ...picture, link: 'https://a.example' } },
      ['Changed the link of the picture “Our logo” from none to https://a.example'],
    ],
    [
      'tile/d/x',
      pictureTile,
      { ...chartTile, content: { ...picture, description: '' } },
      ['Emptied the description of a picture'],
    ],
    ['tile/d/x', textTile, chartTile, ['Replaced the text “one” by the chart “Revenue”']],
    ['tile/d/x', null, { ...textTile, content: { kind: 'text', text: '' } }, ['Added a text']],
    [
      'tile/d/x',
      chartTile,
      { ...chartTile, content: { ...chartTile.content, isLeftOut: true } },
      ['Left the chart “Revenue” out of filtering by clicks in charts'],
    ],
    [
      'tile/d/x',
      chartTile,
      {
        ...chartTile,
        content: { ...chartTile.content, click: { kind: 'dashboard', dashboardId: 'd2', filters: {}, parameters: {} } },
      },
      ['Changed what a click on the chart “Revenue” does: it opens the dashboard “Orders”'],
    ],
    [
      'tile/d/x',
      { ...chartTile, content: { ...chartTile.content, click: { kind: 'menu' } } },
      chartTile,
      ['Changed what a click on the chart “Revenue” does: it filters the other charts'],
    ],
    [
      'tile/d/x',
      { ...chartTile, content: { ...chartTile.content, isLeftOut: true } },
      { ...chartTile, content: { ...chartTile.content, parameterNames: { place: 'town' } } },
      [
        'Let clicks in charts filter the chart “Revenue”',
        'Changed which inputs of the dashboard the parameters of the chart “Revenue” are',
      ],
    ],
  ])('%s %j to %j: %j', (key, before, after, expected) => {
    expect(sentences(key, before, after)).toEqual(expected)
  })
})

describe('a change of what is said about a table reads', () => {
  const column: JsonObject = { name: 'amount', ...blankColumn }
  test.each<[string, JsonObject | null, JsonObject | null, readonly string[]]>([
    [
      'column/t/1',
      null,
      { ...column, label: 'Revenue' },
      ['Changed the label of the column “amount” from none to Revenue'],
    ],
    ['column/t/1', column, { ...column, isHidden: true }, ['Hid the column “amount”']],
    ['column/t/1', column, { ...column, description: 'in EUR' }, ['Wrote the description of the column “amount”']],
    ['table/t', null, { label: 'Orders', description: '' }, ['Changed the label of the table from none to Orders']],
    ['join/t/j', null, { column: 'person', otherColumn: 'id' }, ['Declared the join of “person” with “id”']],
    ['join/t/j', { column: 'person', otherColumn: 'id' }, null, ['Removed the join of “person” with “id”']],
  ])('%s: %j to %j', (key, before, after, expected) => {
    expect(sentences(key, before, after)).toEqual(expected)
  })
})
