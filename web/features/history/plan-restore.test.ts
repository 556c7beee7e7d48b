import { expect, test } from 'vitest'
import { EntryMap } from '@tidemark/shared/entries/entry-map'
import { planRestore } from './plan-restore'

const chart = {
  name: 'New name',
  query: { sql: 'select 2' },
  folderId: 'f2',
  order: 'a5',
  deletedAt: null,
  updatedAt: 9,
  updatedBy: 'bob',
}
const tile = { tabId: 't', content: { kind: 'chart', chartId: 'c' }, place: { x: 0, y: 0, w: 6, h: 6 } }

test('restoring a chart puts back what it holds and leaves where it lies', () => {
  const view = new EntryMap([['chart/c', chart]])
  const then = { ...chart, name: 'Old name', folderId: null, order: 'a0', deletedAt: 5, updatedAt: 1 }
  expect(planRestore('chart', view, [{ key: 'chart/c', value: then }]).changes).toEqual([
    { key: 'chart/c', expected: { name: 'New name' }, restored: { name: 'Old name' } },
  ])
})

test('a chart is neither made nor deleted by restoring', () => {
  expect(planRestore('chart', new EntryMap([['chart/c', chart]]), [{ key: 'chart/c', value: null }]).changes).toEqual(
    [],
  )
  expect(planRestore('chart', new EntryMap(), [{ key: 'chart/c', value: chart }]).changes).toEqual([])
})

test('restoring a dashboard brings back tiles that are gone and takes away those that are new', () => {
  const view = new EntryMap([
    ['chart/c', chart],
    ['tile/d/new', tile],
  ])
  const targets = [
    { key: 'tile/d/old', value: tile },
    { key: 'tile/d/new', value: null },
  ]
  expect(planRestore('dashboard', view, targets)).toEqual({
    changes: [
      { key: 'tile/d/old', expected: null, restored: tile },
      { key: 'tile/d/new', expected: tile, restored: null },
    ],
    chartChanges: [],
    leftOutCount: 0,
  })
})

test('a tile whose chart no longer exists is left out and counted', () => {
  expect(planRestore('dashboard', new EntryMap(), [{ key: 'tile/d/old', value: tile }])).toMatchObject({
    changes: [],
    leftOutCount: 1,
  })
})

test('what a dashboard’s charts were is kept apart, because they may be shown elsewhere', () => {
  const view = new EntryMap([['chart/c', chart]])
  expect(planRestore('dashboard', view, [{ key: 'chart/c', value: { ...chart, name: 'Old name' } }])).toEqual({
    changes: [],
    chartChanges: [{ key: 'chart/c', expected: { name: 'New name' }, restored: { name: 'Old name' } }],
    leftOutCount: 0,
  })
})

test('what is already as it was takes no part', () => {
  const view = new EntryMap([['chart/c', chart]])
  expect(
    planRestore('chart', view, [{ key: 'chart/c', value: { ...chart, updatedAt: 1, updatedBy: 'ann' } }]).changes,
  ).toEqual([])
})
