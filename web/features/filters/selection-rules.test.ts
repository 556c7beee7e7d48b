import { localOwner, type Actor } from '@tidemark/shared/access/actor'
import { emptyQuestion, type Question, type QuestionGroup } from '@tidemark/shared/builder/question'
import { chartVisualSchema, defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { tileSchema } from '@tidemark/shared/dashboards/dashboard'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { condition, questionColumn, questionMeasure } from '@testkit/entries/question-parts-fixture'
import { expect, test } from 'vitest'
import { step, usualByYear, yearly } from '@testkit/entries/question-steps-fixture'
import type { JsonObject } from '@tidemark/shared/base/json'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { Selection } from '@/features/charts/selections/selection'
import { filtersBySelections, typeInTile } from './selection-rules'
import { bothFilters } from './tile-filters'

const stamps = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
const topOf = (top: Partial<NonNullable<QuestionGroup['top']>> = {}): Question => ({
  ...emptyQuestion,
  source: { schema: null, name: 'sales' },
  groups: [
    {
      id: 'g',
      column: { ...questionColumn('cat'), type: 'text' },
      grain: null,
      label: 'Kind',
      top: { count: 2, by: 'price', rest: 'other', ...top },
    },
  ],
  measures: [questionMeasure('price'), questionMeasure('cost')],
})
const [theGroup] = topOf().groups
const returned = { id: 'u', table: { schema: null, name: 'returns' }, columns: [] }
const monthly: QuestionGroup = { id: 'm', column: questionColumn('at'), grain: 'month', label: '' }

test.each<[string, Question, string[], boolean]>([
  ['the same', topOf(), ['Other'], true],
  [
    'the same with a measure of another name',
    { ...topOf(), measures: [questionMeasure('price', 'P')] },
    ['Other'],
    true,
  ],
  ['more of the largest', topOf({ count: 3 }), ['Other'], false],
  [
    'of each month',
    { ...topOf({ within: 'm' }), groups: [monthly, ...topOf({ within: 'm' }).groups] },
    ['Other'],
    false,
  ],
  ['among rows of others', { ...topOf(), unions: [returned] }, ['Other'], false],
  ['with none of others', { ...topOf(), unions: [] }, ['Other'], true],
  ['the largest by another measure', topOf({ by: 'cost' }), ['Other'], false],
  ['the largest by their rows', topOf({ by: null }), ['Other'], false],
  ['the largest alone', topOf({ rest: 'left-out' }), ['Other'], false],
  ['the largest of fewer rows', { ...topOf(), filter: { match: 'all', items: [condition('f')] } }, ['Other'], false],
  ['no largest', { ...topOf(), groups: theGroup ? [{ ...theGroup, top: undefined }] : [] }, ['Other'], false],
  ['more of the largest, and a value that is one', topOf({ count: 3 }), ['a'], true],
])('the others of a mark filter a chart of the same alone: of %s', (_, question, values, isTaken) => {
  const tx = new MapEntryTx()
  const tiles = [topOf(), question].map((asked, at) => {
    const id = `c${at}`
    tx.entries.set(`chart/${id}`, {
      ...stamps,
      id,
      folderId: null,
      name: id,
      description: '',
      query: { kind: 'builder', connectionId: 'local', question: asked },
      visual: chartVisualSchema.parse({ ...defaultVisual, type: 'bar' }),
      order: 'a0',
      deletedAt: null,
    })
    const content = { kind: 'chart', chartId: id }
    return tileSchema.parse({
      ...stamps,
      id: `t${at}`,
      dashboardId: 'd',
      tabId: 't',
      content,
      place: { x: 0, y: 0, w: 4, h: 4 },
    })
  })
  const [first, second] = tiles
  if (first === undefined || second === undefined) return expect.fail('there are two tiles')
  const selected = new Map([[first.id, [{ column: 'Kind', kind: 'values', values } as const]]])
  const left = filtersBySelections(tx.view, localOwner, tiles, selected).get(second.id)
  const none = { conditions: [], names: {}, waitsFor: [] }
  const { conditions, notTaken } = bothFilters(none, left)
  expect([conditions, notTaken]).toEqual(
    isTaken ? [[{ column: 'Kind', op: 'in', value: values }], undefined] : [[], ['Kind']],
  )
})

const listed = { folderId: null, description: '', deletedAt: null, ...stamps }
const visual = { ...defaultVisual, type: 'table' }
const asking = (id: string, question: object): JsonObject => {
  const query = { kind: 'builder', connectionId: 'local', question: question as JsonObject }
  return { ...listed, id, name: id, query, visual, order: 'a0' }
}
const column = (name: string, type: string) => ({ name, type, databaseType: '', nullCount: 0, sample: [] })
const top = { count: 2, by: null, rest: 'other' }
const group = (name: string, part: object) => ({
  ...{ id: name, column: { join: null, name, type: 'integer', databaseType: '' }, grain: null, label: '' },
  ...part,
})
const rows = { ...emptyQuestion, source: { schema: null, name: 'sales' } }
const groups = [group('n', { top, label: 'Few' }), group('day', { grain: 'weekday', label: 'Weekday' })]
const entries: Readonly<Record<string, JsonObject>> = {
  'chart/step': asking('step', { ...usualByYear, steps: [yearly, step('few', { limit: 3 })] }),
  'chart/years': asking('years', usualByYear),
  'chart/rows': asking('rows', { ...rows, groups }),
  'chart/shops': asking('shops', { ...emptyQuestion, source: { schema: null, name: 'shops' } }),
  'join/1': {
    ...{ ...stamps, id: '1', source: { kind: 'dataset', id: 'shops' }, column: 'id' },
    ...{ other: { kind: 'dataset', id: 'sales' }, otherColumn: 'n' },
  },
  'dataset/shops': {
    ...{ ...listed, id: 'shops', name: 'shops', tableName: 'shops', format: 'csv', fileName: 'x.csv', versionId: 'v1' },
    ...{ rowCount: 1, sizeBytes: 1, notes: [], sourceUrl: null, licence: null },
    columns: [column('id', 'integer'), column('day', 'date')],
  },
  'dataset/sales': {
    ...{ ...listed, id: 'sales', name: 'sales', tableName: 'sales', format: 'csv', fileName: 'x.csv', versionId: 'v1' },
    ...{ rowCount: 1, sizeBytes: 1, notes: [], sourceUrl: null, licence: null },
    columns: [column('day', 'date'), column('n', 'integer'), column('flag', 'boolean')],
  },
}
const view: EntryView = {
  get: (key) => entries[key],
  scan: (prefix) => Object.entries(entries).filter(([key]) => key.startsWith(prefix)),
}
const tileOf = (chartId: string) =>
  tileSchema.parse({
    ...{ ...stamps, id: `t-${chartId}`, dashboardId: 'd', tabId: 'one', place: { x: 0, y: 0, w: 4, h: 4 } },
    content: { kind: 'chart', chartId },
  })
const tiles = ['step', 'years', 'rows'].map(tileOf)
const viewer: Actor = { ...localOwner, kind: 'person', userId: 'viewer', role: 'viewer' }

test.each<[string, Actor, Selection, string]>([
  ['years of a step', viewer, [{ column: 'day by year', kind: 'values', values: ['2025-01-01'] }], 'day by year'],
  [
    'days behind a step',
    viewer,
    [{ column: 'day', kind: 'range', from: '2025-01-01', to: null, isToIn: false }],
    'day by year',
  ],
  [
    'days behind a step, for an owner,',
    localOwner,
    [{ column: 'day', kind: 'range', from: '2025-01-01', to: null, isToIn: false }],
    'day',
  ],
])('%s filter the answers beside it by a column they have', (_, actor, selection, expected) => {
  const [chosen, years] = tiles
  const filters = filtersBySelections(view, actor, tiles, new Map(chosen === undefined ? [] : [[chosen.id, selection]]))
  expect(years && filters.get(years.id)?.conditions.map((one) => one.column)).toEqual([expected])
})

test.each<[string, string, string, string, string]>([
  ['what a declared join matches, by its name there', 'rows', 'n', 'shops', 'id'],
  ['what a declared join matches, from its other side', 'shops', 'id', 'rows', 'n'],
  ['the column of the same name', 'rows', 'day', 'shops', 'day'],
  ['the same column where the table is the same', 'rows', 'n', 'step', 'n'],
  ['the same name where nothing is declared', 'rows', 'flag', 'shops', 'flag'],
])('a chart of another table is filtered by %s', (_, from, name, to, expected) => {
  const both = [tileOf(from), tileOf(to)] as const
  const selected = new Map([[both[0].id, [{ column: name, kind: 'values', values: ['1'] } as const]]])
  const filters = filtersBySelections(view, localOwner, both, selected).get(both[1].id)
  expect(filters?.conditions).toEqual([{ column: expected, op: 'in', value: ['1'] }])
})

test.each([
  ['rows', 'day', 'date'],
  ['rows', 'flag', 'boolean'],
  ['rows', 'Few', undefined],
  ['rows', 'Weekday', undefined],
  ['rows', 'gone', undefined],
  ['years', 'day by year', 'date'],
  ['step', 'day by year', 'date'],
  ['step', 'day', 'date'],
])('in the chart %s the column %s is of the type %s', (chartId, name, type) => {
  expect(typeInTile(view, tileOf(chartId), name)).toBe(type)
})
