import { folderIdSchema } from '@tidemark/shared/folders/folder'
import { expect, test } from 'vitest'
import type { FolderNode } from '@/features/content/content-tree'
import { sidebarRows } from './sidebar-rows'

const folder = (id: string): FolderNode => ({
  kind: 'folder',
  id: folderIdSchema.parse(id),
  name: id,
  parentId: null,
  isKept: false,
  children: [],
  placedCharts: [],
})
const [a, b] = [folder('a'), folder('b')]
const closed = ['a', 'b']
const idsOf = (content: Partial<Parameters<typeof sidebarRows>[0]>, toggled: readonly string[] = [], filter = '') =>
  sidebarRows(
    { isHere: true, tree: [a, b], favourites: [], recent: [], ...content },
    new Set([...closed, ...toggled]),
    filter,
  ).map(({ id }) => id)

test('favourites and what was opened last stand above the folders, and nothing stands for those that are empty', () => {
  expect(idsOf({})).toEqual(['section-folders', 'a', 'b'])
  expect(idsOf({ favourites: [b], recent: [a] })).toEqual([
    'section-favourites',
    'section-favourites/b',
    'section-recent',
    'section-recent/a',
    'section-folders',
    'a',
    'b',
  ])
})

test('nothing is shown before anything is here', () => {
  expect(idsOf({ isHere: false, tree: [] })).toEqual([])
})

test('a closed section leaves its heading', () => {
  expect(idsOf({ favourites: [b] }, ['section-favourites', 'section-folders'])).toEqual([
    'section-favourites',
    'section-folders',
  ])
})

test('a filter shows what it finds in the folders alone, also where they are closed', () => {
  expect(idsOf({ favourites: [b], recent: [b] }, ['section-folders'], ' B ')).toEqual(['b'])
})
