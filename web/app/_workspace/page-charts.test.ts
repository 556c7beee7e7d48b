import { expect, test } from 'vitest'
import { localOwner, type Actor } from '@tidemark/shared/access/actor'
import type { JsonObject } from '@tidemark/shared/base/json'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { chartsOfRoute } from './page-charts'
import { parseRoute } from './workspace-route'

const made = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
const listed = { folderId: null, description: '', deletedAt: null, ...made }
const chart = (id: string, sql: string) => ({
  ...listed,
  id,
  name: id,
  query: { kind: 'sql', connectionId: 'local', sql },
  visual: { ...defaultVisual },
  order: 'a0',
})
const tile = (id: string, tabId: string, chartId: string, parameterNames?: JsonObject) => ({
  ...made,
  id,
  tabId,
  dashboardId: 'board',
  content: { kind: 'chart', chartId, ...(parameterNames === undefined ? {} : { parameterNames }) },
  place: { x: 0, y: 0, w: 4, h: 4 },
})

const filter = (id: string, kind: string, scope: JsonObject) => ({
  ...made,
  id,
  dashboardId: 'board',
  name: id,
  column: id,
  kind,
  default: null,
  scope,
  order: 'a0',
})
const now = Date.parse('2026-11-20T23:30:00Z')

const entries: Readonly<Record<string, JsonObject>> = {
  'chart/asked': chart('asked', 'select {{city}}, [[ {{n}}, ]] 1'),
  'chart/plain': chart('plain', 'select 1'),
  'chart/blank': chart('blank', ' '),
  'dashboard/board': { ...listed, id: 'board', name: 'Board', order: 'a0' },
  'tab/board/first': { ...made, id: 'first', dashboardId: 'board', name: 'First', order: 'a0' },
  'tab/board/second': { ...made, id: 'second', dashboardId: 'board', name: 'Second', order: 'a1' },
  'workspace/settings': { ...made, name: 'W', timeZone: 'Europe/Berlin', weekStart: 1 },
  'filter/board/when': filter('when', 'time', { kind: 'all' }),
  'filter/board/where': filter('where', 'category', { kind: 'tiles', tileIds: ['two'] }),
  'tile/board/one': tile('one', 'first', 'asked'),
  'tile/board/two': tile('two', 'first', 'plain'),
  'tile/board/three': tile('three', 'first', 'asked', { city: null }),
  'tile/board/four': tile('four', 'second', 'asked', { city: 'town' }),
}
const view: EntryView = {
  get: (key) => entries[key],
  scan: (prefix) => Object.entries(entries).filter(([key]) => key.startsWith(prefix)),
}

const seen = { widthPx: 1280, now, actor: localOwner, collapsedSections: [] }

// At this time it is already the next day in Berlin.
const today = [
  { column: 'when', op: '>=', value: '2026-11-21' },
  { column: 'when', op: '<', value: '2026-11-22' },
]
const somewhere = { column: 'where', op: 'in', value: ['Rome', null] }

test.each([
  ['their own region', ['Rome', 'Oslo'], '', ['Rome', 'Oslo']],
  ['what the address says', ['Rome'], 'f.where=Bonn', ['Bonn']],
  ['everything, where the address says so', ['Rome'], 'f.where=', null],
  ['their own default view before that of everyone', ['Rome'], 'f.when=', ['Mine']],
  ['all, where they have no region', [], 'view=', null],
])('a dashboard is run for a person with %s', (_, region, query, values) => {
  const viewEntry = (changes: JsonObject) => ({
    ...{ ...made, dashboardId: 'board', name: 'V', parameters: {}, isDefault: true, order: 'a0' },
    ...changes,
  })
  const only = (value: string): JsonObject => ({ where: { kind: 'values', values: [value] } })
  const withViews = query === 'f.when=' || query === 'view='
  const own: Readonly<Record<string, JsonObject>> = {
    ...entries,
    'filter/board/where': { ...filter('where', 'category', { kind: 'all' }), defaultAttribute: 'region' },
    ...(withViews
      ? {
          'saved-view/board/all': viewEntry({ id: 'all', values: only('Everyone’s') }),
          'personal-view/bob/board/mine': viewEntry({ id: 'mine', userId: 'bob', values: only('Mine') }),
          'personal-view/eve/board/hers': viewEntry({ id: 'hers', userId: 'eve', values: only('Hers') }),
        }
      : {}),
  }
  const ownView: EntryView = {
    get: (key) => own[key],
    scan: (prefix) => Object.entries(own).filter(([key]) => key.startsWith(prefix)),
  }
  const bob: Actor = {
    ...localOwner,
    kind: 'person',
    userId: 'bob',
    role: 'viewer',
    attributes: { region: [...region] },
  }
  const runs = chartsOfRoute(ownView, parseRoute('/dashboards/board'), new URLSearchParams(query), {
    ...seen,
    actor: bob,
  })
  const asked = values === null ? undefined : [{ column: 'where', op: 'in', value: values }]
  expect(runs.map(({ item }) => ('filters' in item ? item.filters : undefined))).toEqual(runs.map(() => asked))
  expect(runs.length).toBeGreaterThan(0)
})

test.each([
  ['/charts/asked', '', [['asked', { chartId: 'asked' }]]],
  [
    '/charts/asked',
    'p.city=Rome&p.other=1',
    [['asked {"city":"Rome"}', { chartId: 'asked', parameters: { city: 'Rome' } }]],
  ],
  ['/charts/blank', 'p.city=Rome', []],
  ['/charts/there-is-none', '', []],
  ['/data', 'p.city=Rome', []],
  [
    '/dashboards/board',
    'p.city=Rome',
    [
      ['asked {"city":"Rome"}', { chartId: 'asked', parameters: { city: 'Rome' } }],
      ['plain', { chartId: 'plain' }],
      // This tile keeps its default value.
      ['asked', { chartId: 'asked' }],
    ],
  ],
  [
    '/dashboards/board',
    'f.when=today&f.where=Rome&f.where=%5CN',
    [
      [`asked ${JSON.stringify(today)}`, { chartId: 'asked', filters: today }],
      [`plain ${JSON.stringify([...today, somewhere])}`, { chartId: 'plain', filters: [...today, somewhere] }],
    ],
  ],
  [
    '/dashboards/board',
    'tab=second&p.city=Rome&p.town=Oslo',
    [['asked {"city":"Oslo"}', { chartId: 'asked', parameters: { city: 'Oslo' } }]],
  ],
] as const)('%s with %j is drawn with the answers to what its address asks', (path, query, expected) => {
  const found = chartsOfRoute(view, parseRoute(path), new URLSearchParams(query), seen)
  expect(new Map(found.map(({ key, item }) => [key, item]))).toEqual(new Map<string, unknown>(expected))
})

test('a chart is compared and coloured on its own page as on a dashboard', () => {
  const visual = { ...defaultVisual, type: 'bar', x: 'month', y: ['n'], color: 'kind', compare: 'period' }
  const compared: Readonly<Record<string, JsonObject>> = {
    ...entries,
    'chart/plain': { ...chart('plain', 'select 1'), visual },
  }
  const comparedView: EntryView = {
    get: (key) => compared[key],
    scan: (prefix) => Object.entries(compared).filter(([key]) => key.startsWith(prefix)),
  }
  const itemAt = (path: string) =>
    chartsOfRoute(comparedView, parseRoute(path), new URLSearchParams(), seen).find(
      ({ item }) => item.chartId === 'plain',
    )?.item
  const asked = {
    chartId: 'plain',
    compare: { column: 'month', with: 'period' },
    colorBy: { column: 'kind', largestBy: 'n' },
  }
  expect(itemAt('/charts/plain')).toEqual(asked)
  expect(itemAt('/dashboards/board')).toEqual(asked)
})

test('a chart on its own page may be too long to come with it; those of a dashboard come whatever they are', () => {
  const foundAt = (path: string) =>
    chartsOfRoute(view, parseRoute(path), new URLSearchParams(), seen).map(({ maxBytes }) => maxBytes !== undefined)
  expect(foundAt('/charts/plain')).toEqual([true])
  expect(foundAt('/dashboards/board')).toEqual([false, false, false])
})

test('Home is drawn with what is known of its charts, each once, and has nothing run', () => {
  const found = chartsOfRoute(view, parseRoute('/'), new URLSearchParams(), seen)
  expect(found.map(({ key }) => key)).toContain('plain')
  expect(new Set(found.map(({ key }) => key)).size).toBe(found.length)
  expect(new Set(found.map(({ item }) => item.cache?.mode))).toEqual(new Set(['only-cache']))
})

test('tiles of a section that is collapsed in this browser are not run for its page', () => {
  const heading = (id: string, y: number) => ({
    ...tile(id, 'first', ''),
    content: { kind: 'text', text: id, isHeading: true },
    place: { x: 0, y, w: 12, h: 1 },
  })
  const at = (id: string, chartId: string, y: number) => ({
    ...tile(id, 'first', chartId),
    place: { x: 0, y, w: 4, h: 4 },
  })
  const { 'tile/board/one': _, 'tile/board/two': __, 'tile/board/three': ___, ...others } = entries
  const sections: Readonly<Record<string, JsonObject>> = {
    ...others,
    'tile/board/a': at('a', 'asked', 0),
    'tile/board/h': heading('h', 5),
    'tile/board/b': at('b', 'plain', 6),
    'tile/board/i': heading('i', 12),
    'tile/board/c': at('c', 'blank', 13),
  }
  const sectionView: EntryView = {
    get: (key) => sections[key],
    scan: (prefix) => Object.entries(sections).filter(([key]) => key.startsWith(prefix)),
  }
  const runWith = (collapsedSections: readonly string[]) =>
    chartsOfRoute(sectionView, parseRoute('/dashboards/board'), new URLSearchParams(), {
      ...seen,
      collapsedSections,
    }).map(({ item }) => item.chartId)
  expect(runWith([])).toEqual(['asked', 'plain', 'blank'])
  expect(runWith(['h', 'elsewhere'])).toEqual(['asked', 'blank'])
  expect(runWith(['i'])).toEqual(['asked', 'plain'])
})
