import { EntryMap } from '@tidemark/shared/entries/entry-map'
import { expect, test } from 'vitest'
import { keyOfPage, listOpened } from './list-opened'

const authorship = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
const dashboard = (id: string, deletedAt: number | null = null) => {
  const value = { id, folderId: null, name: id, description: '', order: 'a0', deletedAt, ...authorship }
  return [`dashboard/${id}`, value] as const
}

test('the last five in use are listed, without the one that is open', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const view = new EntryMap([...ids.map((id) => dashboard(id, id === 'b' ? 5 : null))])
  const opened = ['a', 'b', 'gone', ...ids.slice(2)].map((id) => `dashboard/${id}`)
  const listed = (open: string | null) => listOpened(view, opened, open).map(({ thing }) => thing.id)
  expect(listed(null)).toEqual(['a', 'c', 'd', 'e', 'f'])
  expect(listed('dashboard/c')).toEqual(['a', 'd', 'e', 'f', 'g'])
})

test.each([
  ['/dashboards/d', 'dashboard/d'],
  ['/charts/c_1', 'chart/c_1'],
  ['/data/s', 'dataset/s'],
  ['/metrics/m', 'metric/m'],
  ['/segments/s', 'segment/s'],
  ['/data', null],
  ['/', null],
  ['/connections/p', null],
])('the page %s is of %s', (pathname, key) => {
  expect(keyOfPage(pathname)).toBe(key)
})
