import { describe, expect, test } from 'vitest'
import { chartSchema, type Chart } from '@tidemark/shared/charts/chart'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { dashboardSchema, type Dashboard } from '@tidemark/shared/dashboards/dashboard'
import { folderIdSchema, folderSchema, type Folder } from '@tidemark/shared/folders/folder'
import { followersOf } from './followers-of'
import type { ChartsOfDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import {
  buildContentTree,
  descendants,
  findNode,
  listFolderNodes,
  matchingRows,
  visibleRows,
  type TreeNode,
} from './content-tree'

/** A name as an id. */
const idOf = (name: string) => name.normalize('NFD').replaceAll(/[^a-zA-Z0-9]/g, '')
const authorship = { createdAt: 1, createdBy: 'local', updatedAt: 1, updatedBy: 'local' }

function folder(name: string, parentId: string | null = null): Folder {
  return folderSchema.parse({
    id: idOf(name),
    parentId: parentId && idOf(parentId),
    name,
    order: 'a0',
    deletedAt: null,
    ...authorship,
  })
}

function dashboard(name: string, folderId: string | null = null): Dashboard {
  return dashboardSchema.parse({
    id: idOf(name),
    folderId: folderId && idOf(folderId),
    name,
    description: '',
    order: 'a0',
    deletedAt: null,
    ...authorship,
  })
}

function chart(name: string, folderId: string | null = null): Chart {
  const query = { kind: 'sql', connectionId: 'local', sql: 'select 1' }
  return chartSchema.parse({
    id: idOf(name),
    folderId: folderId && idOf(folderId),
    name,
    description: '',
    query,
    visual: defaultVisual,
    order: 'a0',
    deletedAt: null,
    ...authorship,
  })
}

function outline(tree: readonly TreeNode[]): unknown[] {
  return tree.map((node) => {
    if (node.kind === 'folder') return { [node.name]: outline(node.children) }
    return node.kind === 'dashboard' && node.charts.length > 0 ? { [node.name]: outline(node.charts) } : node.name
  })
}

describe('buildContentTree', () => {
  test('nests folders, and lists dashboards before folders before charts', () => {
    const tree = buildContentTree(
      [folder('growth'), folder('ads', 'growth')],
      [dashboard('weekly', 'growth'), dashboard('top')],
      [chart('funnel', 'growth'), chart('clicks', 'ads')],
      [],
    )
    expect(outline(tree)).toEqual(['top', { growth: ['weekly', { ads: ['clicks'] }, 'funnel'] }])
  })

  test('shows what lies in a deleted folder at the top', () => {
    const tree = buildContentTree([folder('orphan', 'gone')], [dashboard('weekly', 'gone')], [], [])
    expect(outline(tree)).toEqual(['weekly', { orphan: [] }])
  })

  test('shows folders that contain each other at the top instead of losing them', () => {
    const tree = buildContentTree([folder('a', 'b'), folder('b', 'a')], [], [chart('c', 'a')], [])
    expect(outline(tree)).toEqual([{ a: ['c'] }, { b: [] }])
  })

  test('keeps a folder under its parent when only the grandparent is gone', () => {
    const tree = buildContentTree([folder('child', 'parent'), folder('parent', 'gone')], [], [], [])
    expect(outline(tree)).toEqual([{ parent: [{ child: [] }] }])
  })
})

describe('charts on dashboards', () => {
  const [weekly, daily] = [dashboard('weekly', 'growth'), dashboard('daily', 'growth')]
  const charts = [chart('funnel', 'growth'), chart('clicks', 'growth'), chart('alone', 'growth'), chart('top')]
  const id = (of: string) => chart(of).id
  const shown: readonly ChartsOfDashboard[] = [
    [weekly.id, [id('clicks'), id('funnel'), id('top'), id('gone')]],
    [daily.id, [id('funnel')]],
  ]
  const tree = buildContentTree([folder('growth')], [weekly, daily], charts, shown)

  test('stand under each dashboard that shows them, and by themselves unless one of their own folder does', () => {
    expect(outline(tree)).toEqual([
      { growth: [{ weekly: ['clicks', 'funnel', 'top'] }, { daily: ['funnel'] }, 'alone'] },
      'top',
    ])
  })

  test('stand by themselves too as favourites', () => {
    const favourites = new Set([id('clicks')])
    const favoured = buildContentTree([folder('growth')], [weekly, daily], charts, shown, favourites)
    expect(outline(favoured)[0]).toEqual({
      growth: [{ weekly: ['clicks', 'funnel', 'top'] }, { daily: ['funnel'] }, 'clicks', 'alone'],
    })
  })

  test('go to the trash with the folder that they lie in, whatever shows them', () => {
    const folders = [folder('growth'), folder('parts')]
    const parted = [chart('funnel', 'parts'), chart('clicks', 'growth')]
    const made = buildContentTree(folders, [weekly], parted, [[weekly.id, [id('funnel'), id('clicks')]]])
    expect(outline(made)).toEqual([{ growth: [{ weekly: ['funnel', 'clicks'] }] }, { parts: ['funnel'] }])
    const [growth, parts] = made
    expect(growth && descendants(growth).map((node) => node.id)).toEqual(['growth', 'weekly', 'clicks'])
    expect(parts && descendants(parts).map((node) => node.id)).toEqual(['parts', 'funnel'])
    const found = findNode(made, 'weekly')
    expect(found?.kind === 'dashboard' && followersOf(found, made).map(({ id: follower }) => follower)).toEqual([
      'clicks',
    ])
  })

  test('are left out of folders with dashboards for as long as nobody knows what those show', () => {
    expect(outline(buildContentTree([folder('growth')], [weekly], charts, null))).toEqual([
      { growth: ['weekly'] },
      'top',
    ])
    expect(outline(buildContentTree([], [], [chart('top')], null))).toEqual(['top'])
  })

  test('are lines of their own once the dashboard is opened, which it is not at first', () => {
    const ids = (toggled: readonly string[]) => visibleRows(tree, new Set(toggled)).map((row) => row.id)
    expect(ids([])).toEqual(['growth', 'weekly', 'daily', 'alone', 'top'])
    expect(ids(['weekly', 'daily'])).toEqual([
      'growth',
      'weekly',
      'weekly/clicks',
      'weekly/funnel',
      'weekly/top',
      'daily',
      'daily/funnel',
      'alone',
      'top',
    ])
  })

  test('go to the trash with the folder they lie in, once each, and not with the dashboard', () => {
    const [growth] = tree
    if (growth?.kind !== 'folder') throw new Error('the folder comes first')
    expect(descendants(growth).map((node) => node.id)).toEqual([
      'growth',
      'weekly',
      'daily',
      'alone',
      'funnel',
      'clicks',
    ])
    expect(
      growth.children
        .slice(0, 1)
        .flatMap(descendants)
        .map((node) => node.id),
    ).toEqual(['weekly'])
  })

  test('follow their dashboard to another folder unless another here shows them too', () => {
    const found = findNode(tree, 'weekly')
    expect(found?.kind === 'dashboard' && followersOf(found, tree).map((node) => node.id)).toEqual(['clicks'])
  })
})

describe('matchingRows', () => {
  const tree = buildContentTree(
    [folder('Growth'), folder('Café', 'Growth'), folder('Other')],
    [dashboard('Weekly', 'Growth')],
    [chart('Café visits', 'Growth'), chart('Rain', 'Other')],
    [[dashboard('Weekly').id, [chart('Café visits').id]]],
  )
  const found = (query: string) =>
    matchingRows(tree, query).map((row) => row.kind === 'node' && [row.node.name, row.depth, row.isExpanded])

  test('finds names whatever their case and accents, with what they lie in, all open', () => {
    expect(found('CAFE')).toEqual([
      ['Growth', 0, true],
      ['Weekly', 1, true],
      ['Café visits', 2, null],
      ['Café', 1, null],
    ])
  })

  test('wants every word, in any order', () => {
    expect(found('vis caf').map((row) => row && row[0])).toEqual(['Growth', 'Weekly', 'Café visits'])
    expect(found('caf rain')).toEqual([])
  })
})

describe('visibleRows', () => {
  const tree = buildContentTree([folder('growth'), folder('empty')], [dashboard('weekly', 'growth')], [], [])

  test('an open folder without content has a line that says so', () => {
    expect(visibleRows(tree, new Set()).map((row) => (row.kind === 'empty' ? 'empty' : row.node.name))).toEqual([
      'growth',
      'weekly',
      'empty',
      'empty',
    ])
  })

  test('a collapsed folder hides what lies in it', () => {
    const rows = visibleRows(tree, new Set(['growth', 'empty']))
    expect(rows.map((row) => row.kind === 'node' && row.node.name)).toEqual(['growth', 'empty'])
  })
})

test('a folder is offered every target except itself and what lies in it', () => {
  const tree = buildContentTree([folder('a'), folder('a1', 'a'), folder('b')], [], [], [])
  expect(listFolderNodes(tree, folderIdSchema.parse('a')).map(({ folder }) => folder.id)).toEqual(['b'])
  expect(listFolderNodes(tree, null).map(({ folder, depth }) => [folder.id, depth])).toEqual([
    ['a', 0],
    ['a1', 1],
    ['b', 0],
  ])
})

test('the descendants of a folder are all that go to the trash with it', () => {
  const [growth] = buildContentTree([folder('growth'), folder('ads', 'growth')], [dashboard('weekly', 'ads')], [], [])
  expect(growth && descendants(growth).map((node) => node.id)).toEqual(['growth', 'ads', 'weekly'])
})
