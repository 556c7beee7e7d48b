import { describe, expect, test } from 'vitest'
import { chartSchema, type Chart } from '@tidemark/shared/charts/chart'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { dashboardSchema, type Dashboard } from '@tidemark/shared/dashboards/dashboard'
import { folderIdSchema, folderSchema, type Folder } from '@tidemark/shared/folders/folder'
import { buildContentTree, descendants, listFolderNodes, visibleRows, type TreeNode } from './content-tree'

const authorship = { createdAt: 1, createdBy: 'local', updatedAt: 1, updatedBy: 'local' }

function folder(id: string, parentId: string | null = null): Folder {
  return folderSchema.parse({ id, parentId, name: id, order: 'a0', deletedAt: null, ...authorship })
}

function dashboard(id: string, folderId: string | null = null): Dashboard {
  return dashboardSchema.parse({ id, folderId, name: id, description: '', order: 'a0', deletedAt: null, ...authorship })
}

function chart(id: string, folderId: string | null = null): Chart {
  const query = { kind: 'sql', connectionId: 'local', sql: 'select 1' }
  return chartSchema.parse({
    id,
    folderId,
    name: id,
    description: '',
    query,
    visual: defaultVisual,
    order: 'a0',
    deletedAt: null,
    ...authorship,
  })
}

function outline(tree: readonly TreeNode[]): unknown[] {
  return tree.map((node) => (node.kind === 'folder' ? { [node.name]: outline(node.children) } : node.name))
}

describe('buildContentTree', () => {
  test('nests folders, and lists dashboards before folders before charts', () => {
    const tree = buildContentTree(
      [folder('growth'), folder('ads', 'growth')],
      [dashboard('weekly', 'growth'), dashboard('top')],
      [chart('funnel', 'growth'), chart('clicks', 'ads')],
    )
    expect(outline(tree)).toEqual(['top', { growth: ['weekly', { ads: ['clicks'] }, 'funnel'] }])
  })

  test('shows what lies in a deleted folder at the top', () => {
    const tree = buildContentTree([folder('orphan', 'gone')], [dashboard('weekly', 'gone')], [])
    expect(outline(tree)).toEqual(['weekly', { orphan: [] }])
  })

  test('shows folders that contain each other at the top instead of losing them', () => {
    const tree = buildContentTree([folder('a', 'b'), folder('b', 'a')], [], [chart('c', 'a')])
    expect(outline(tree)).toEqual([{ a: ['c'] }, { b: [] }])
  })

  test('keeps a folder under its parent when only the grandparent is gone', () => {
    const tree = buildContentTree([folder('child', 'parent'), folder('parent', 'gone')], [], [])
    expect(outline(tree)).toEqual([{ parent: [{ child: [] }] }])
  })
})

describe('visibleRows', () => {
  const tree = buildContentTree([folder('growth'), folder('empty')], [dashboard('weekly', 'growth')], [])

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
  const tree = buildContentTree([folder('a'), folder('a1', 'a'), folder('b')], [], [])
  expect(listFolderNodes(tree, folderIdSchema.parse('a')).map(({ folder }) => folder.id)).toEqual(['b'])
  expect(listFolderNodes(tree, null).map(({ folder, depth }) => [folder.id, depth])).toEqual([
    ['a', 0],
    ['a1', 1],
    ['b', 0],
  ])
})

test('the descendants of a folder are all that go to the trash with it', () => {
  const [growth] = buildContentTree([folder('growth'), folder('ads', 'growth')], [dashboard('weekly', 'ads')], [])
  expect(growth && descendants(growth).map((node) => node.id)).toEqual(['growth', 'ads', 'weekly'])
})
