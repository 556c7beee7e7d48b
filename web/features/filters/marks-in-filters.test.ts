import { expect, test } from 'vitest'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import type { JsonObject } from '@tidemark/shared/base/json'
import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { chartVisualSchema, defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { tileSchema, type Tile } from '@tidemark/shared/dashboards/dashboard'
import { filterSchema, type Filter } from '@tidemark/shared/filters/filter'
import type { SelectedColumn, Selection } from '@/features/charts/selections/selection'
import { addressWithChoice, chosenInAddress } from './filter-address'
import { filtersByMarks } from './filters-by-marks'
import { addressWithMarks, addressWithoutMarks, marksInFilters } from './marks-in-filters'
import { filtersOfTile } from './tile-filters'

const made = { createdAt: 0, createdBy: 'ann', updatedAt: 0, updatedBy: 'ann' }
const tileOf = (id: string): Tile =>
  tileSchema.parse({
    ...{ id, dashboardId: 'd', tabId: 't', place: { x: 0, y: 0, w: 1, h: 1 }, ...made },
    content: { kind: 'chart', chartId: 'places' },
  })
const filterOf = (kind: Filter['kind'], column: string, parts: object = {}) =>
  filterSchema.parse({
    ...{ id: column, dashboardId: 'd', name: column, column, kind, default: null, scope: { kind: 'all' }, order: 'a0' },
    ...{ ...made, ...parts },
  })
const [one, other] = [tileOf('one'), tileOf('other')]
const tiles = [one, other]
const rome: SelectedColumn = { column: 'city', kind: 'values', values: ['Rome'] }
const may: SelectedColumn = { column: 'day', kind: 'range', from: '2026-05-01', to: '2026-06-01', isToIn: false }

/** A view with one chart, whose answer calls its column city Place. */
function viewOfPlaces() {
  const tx = new MapEntryTx()
  const column = { join: null, name: 'city', type: 'text', databaseType: 'VARCHAR' }
  const question = {
    ...emptyQuestion,
    groups: [{ id: 'g', column, grain: null, label: 'Place' }],
  } as unknown as JsonObject // as stored
  tx.entries.set('chart/places', {
    ...{ ...made, id: 'places', folderId: null, name: 'Places', description: '', order: 'a0', deletedAt: null },
    ...{ query: { kind: 'builder', connectionId: 'local', question }, visual: chartVisualSchema.parse(defaultVisual) },
  })
  return tx.view
}
const view = viewOfPlaces()

function chosenBy(text: string, selection: Selection | null, filters: readonly Filter[], tile = one): string {
  return decodeURIComponent(addressWithMarks(new URLSearchParams(text), view, tile, selection, filters).toString())
}

test.each<[string, Selection, readonly Filter[], string]>([
  ['a value is that of the filter of its column', [rome], [filterOf('category', 'city')], 'f.city=Rome&f.city.by=one'],
  [
    'a filter is found by the name in the answer',
    [rome],
    [filterOf('category', 'Place')],
    'f.Place=Rome&f.Place.by=one',
  ],
  [
    'a range of days is that of the filter',
    [may],
    [filterOf('time', 'day')],
    'f.day=2026-05-01..2026-05-31&f.day.by=one',
  ],
  [
    'a column without a filter stands alone',
    [rome, may],
    [filterOf('category', 'city')],
    's.one.day=[2026-05-01..2026-06-01)&f.city=Rome&f.city.by=one',
  ],
  ['a filter of another kind holds none', [rome], [filterOf('search', 'city')], 's.one.city=Rome'],
  [
    'a range within a day is no value of a filter',
    [{ ...may, from: '2026-05-01T10:00:00', to: '2026-05-01T11:00:00' }],
    [filterOf('time', 'day')],
    's.one.day=[2026-05-01T10:00:00..2026-05-01T11:00:00)',
  ],
  [
    'a filter of other tiles holds none',
    [rome],
    [filterOf('category', 'city', { scope: { kind: 'tiles', tileIds: ['other'] } })],
    's.one.city=Rome',
  ],
])('%s', (_, selection, filters, address) => {
  expect(chosenBy('', selection, filters)).toBe(address)
})

test('letting marks go gives a filter back what it had before, also after others were chosen', () => {
  const filters = [filterOf('category', 'city')]
  const first = chosenBy('f.city=Oslo&f.city=Rome', [rome], filters)
  expect(first).toBe('f.city=Rome&f.city.by=one&f.city.was=Oslo&f.city.was=Rome')
  const second = chosenBy(first, [{ ...rome, values: ['Oslo'] }], filters, other)
  expect(second).toBe('f.city=Oslo&f.city.by=other&f.city.was=Oslo&f.city.was=Rome')
  expect(chosenBy(second, null, filters, one)).toBe(second)
  expect(chosenBy(second, null, filters, other)).toBe('f.city=Oslo&f.city=Rome')
  expect(addressWithoutMarks(new URLSearchParams(second), filters).toString()).toBe('f.city=Oslo&f.city=Rome')
  const inBar = addressWithChoice(new URLSearchParams(first), filterOf('category', 'city'), {
    kind: 'values',
    values: ['Bern'],
  })
  expect(inBar.toString()).toBe('f.city=Bern')
})

test('a filter that marks have set leaves their own tile as it was, and the others know what they would be', () => {
  const filters = [filterOf('category', 'city')]
  const address = new URLSearchParams('f.city=Rome&f.city.by=one&f.city.was=Oslo&f.city.was=Rome')
  const chosen = chosenInAddress(address, filters)
  const byMarks = filtersByMarks(address, filters, tiles, {})
  const calendar = { today: '2026-11-20', weekStart: 1 }
  const [own, others] = tiles.map((tile) => filtersOfTile(tile, filters, chosen, calendar, new Map(), byMarks))
  const both = [{ column: 'city', op: 'in', value: ['Oslo', 'Rome'] }]
  expect([own?.conditions, own?.own]).toEqual([both, undefined])
  expect([others?.conditions, others?.own]).toEqual([[{ column: 'city', op: 'in', value: ['Rome'] }], both])
  const leftOut = {
    ...other,
    content: { kind: 'chart', chartId: chartIdSchema.parse('places'), isLeftOut: true },
  } as const
  const spared = filtersOfTile(leftOut, filters, chosen, calendar, new Map(), byMarks)
  expect([spared.conditions, spared.own, spared.notTaken]).toEqual([both, undefined, ['city']])
  expect([...marksInFilters(view, { filters, tiles, chosen, byMarks })]).toEqual([['one', [rome]]])
})

test.each([
  ['a tile that is gone', 'f.city=Rome&f.city.by=gone'],
  ['no value', 'f.city.by=one'],
])('an address that names %s sets no filter by marks', (_, address) => {
  expect(filtersByMarks(new URLSearchParams(address), [filterOf('category', 'city')], tiles, {}).size).toBe(0)
})

test('the value of a saved view is what a filter had before', () => {
  const filters = [filterOf('category', 'city')]
  const base = { city: { kind: 'values', values: ['Bern'] } } as const
  const set = filtersByMarks(new URLSearchParams('f.city=Rome&f.city.by=one'), filters, tiles, base)
  expect(set.get(filterOf('category', 'city').id)?.before).toEqual(base.city)
})
