import { expect, test } from 'vitest'
import type { JsonObject } from '@tidemark/shared/base/json'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { EntryMap } from '@tidemark/shared/entries/entry-map'
import { listTrash } from './list-trash'

const authorship = { createdAt: 1, createdBy: 'local', updatedAt: 1, updatedBy: 'local' }

function view(...entries: readonly (readonly [string, JsonObject])[]): EntryMap {
  return new EntryMap(entries)
}

function folder(id: string, parentId: string | null, deletedAt: number | null): readonly [string, JsonObject] {
  return [`folder/${id}`, { id, parentId, name: id, order: 'a0', deletedAt, ...authorship }]
}

function dashboard(id: string, folderId: string | null, deletedAt: number | null): readonly [string, JsonObject] {
  return [`dashboard/${id}`, { id, folderId, name: id, description: '', order: 'a0', deletedAt, ...authorship }]
}

function chart(id: string, folderId: string | null, deletedAt: number | null): readonly [string, JsonObject] {
  const query = { kind: 'sql', connectionId: 'local', sql: 'select 1' }
  return [
    `chart/${id}`,
    {
      id,
      folderId,
      name: id,
      description: '',
      query,
      visual: { ...defaultVisual },
      order: 'a0',
      deletedAt,
      ...authorship,
    },
  ]
}

test('the last deleted comes first, and what is in use is not there', () => {
  const items = listTrash(view(dashboard('old', null, 10), dashboard('kept', null, null), chart('new', null, 20)))
  expect(items.map(({ id }) => id)).toEqual(['new', 'old'])
})

test('what went with its folder is part of the folder’s line; what was deleted before has its own', () => {
  const items = listTrash(
    view(folder('f', null, 50), folder('g', 'f', 50), chart('inside', 'g', 50), dashboard('before', 'f', 40)),
  )
  expect(items.map(({ id, contents }) => [id, contents])).toEqual([
    ['f', 2],
    ['before', 0],
  ])
  expect(items[0]?.parts.map(({ id }) => id)).toEqual(['f', 'g', 'inside'])
})

test('a thing goes back to its folder only while that is in use, else to the top', () => {
  const items = listTrash(view(folder('live', null, null), dashboard('a', 'live', 5), dashboard('b', 'gone', 6)))
  expect(items.map(({ id, folderId }) => [id, folderId])).toEqual([
    ['b', null],
    ['a', 'live'],
  ])
})
