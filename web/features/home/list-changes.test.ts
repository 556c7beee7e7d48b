import { datasetKey } from '@tidemark/shared/datasets/dataset'
import { dataVersionKey } from '@tidemark/shared/data-versions/data-version'
import { EntryMap } from '@tidemark/shared/entries/entry-map'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { expect, test } from 'vitest'
import { listChanges } from './list-changes'

/** The visit before ended at 100, this one began at 200. */
const away = { userId: 'ann', since: 100, startedAt: 200 }
const edited = (updatedAt: number, updatedBy: string, createdAt = 1) => ({
  createdAt,
  createdBy: 'bob',
  updatedAt,
  updatedBy,
})
const dashboard = (id: string, by: ReturnType<typeof edited>, deletedAt: number | null = null) =>
  [`dashboard/${id}`, { id, folderId: null, name: id, description: '', order: 'a0', deletedAt, ...by }] as const
const textTile = (dashboardId: string, by: ReturnType<typeof edited>) =>
  [
    `tile/${dashboardId}/x`,
    {
      id: 'x',
      dashboardId,
      tabId: 't',
      content: { kind: 'text', text: '' },
      place: { x: 0, y: 0, w: 1, h: 1 },
      ...by,
    },
  ] as const
const changesIn = (...entries: ConstructorParameters<typeof EntryMap>[0][]) =>
  listChanges(new EntryMap(entries.flatMap((entry) => [...(entry ?? [])])), away).map(({ id, by, at, isNew }) => [
    id,
    by,
    at,
    isNew,
  ])

test('what others changed counts until now, what is one’s own only from before this visit', () => {
  const found = changesIn([
    dashboard('before', edited(99, 'bob')),
    dashboard('away', edited(150, 'bob')),
    dashboard('now', edited(300, 'bob')),
    dashboard('mine-now', edited(300, 'ann')),
    dashboard('mine-elsewhere', edited(160, 'ann')),
    dashboard('gone', edited(170, 'bob'), 171),
    dashboard('made', edited(140, 'bob', 140)),
  ])
  expect(found).toEqual([
    ['now', 'bob', 300, false],
    ['mine-elsewhere', 'ann', 160, false],
    ['away', 'bob', 150, false],
    ['made', 'bob', 140, true],
  ])
})

test('a dashboard changed when one of its tiles did, and is told once', () => {
  expect(changesIn([dashboard('d', edited(150, 'bob')), textTile('d', edited(180, 'cleo'))])).toEqual([
    ['d', 'cleo', 180, false],
  ])
})

test('data changed when a file took the place of another, and when a program said so', () => {
  const orders = { ...datasetOf('orders', { updatedAt: 150 }), updatedBy: 'bob' }
  const rain = datasetOf('rain', { updatedAt: 50 })
  const found = changesIn([
    [datasetKey(orders.id), orders],
    [datasetKey(rain.id), rain],
    [dataVersionKey(rain.id), { sourceId: rain.id, version: 2, at: 250 }],
  ])
  expect(found).toEqual([
    [rain.id, null, 250, false],
    [orders.id, 'bob', 150, false],
  ])
})
