import { folderIdSchema } from '@tidemark/shared/folders/folder'
import { createFolder, updateFolder } from '@tidemark/shared/folders/folder-mutators'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { expect, test } from 'vitest'
import { dashboardIdSchema, tabIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { createDashboard } from '@tidemark/shared/dashboards/dashboard-mutators'
import { filterIdSchema } from '@tidemark/shared/filters/filter'
import { createFilter } from '@tidemark/shared/filters/filter-mutators'
import { addFavourite } from '@tidemark/shared/favourites/favourite-mutators'
import { listFirstSteps, listReadersSteps } from './list-first-steps'
import { listSampleInTrash } from './restore-sample'

const by = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }

test('the sample is no step that somebody took', async () => {
  const tx = new MapEntryTx()
  const stepsWith = async (id: string) => {
    await tx.set(`dashboard/${id}`, {
      id,
      folderId: null,
      name: id,
      description: '',
      order: 'a0',
      deletedAt: null,
      ...by,
    })
    return listFirstSteps(tx.view)
  }
  expect(await stepsWith('sample-dashboard')).toEqual({ hasData: false, hasChart: false, hasDashboard: false })
  expect(await stepsWith('own')).toEqual({ hasData: false, hasChart: false, hasDashboard: true })
})

test('the sample comes back from the trash only with its dashboard, and nothing else does', async () => {
  const tx = new MapEntryTx()
  for (const id of ['sample-climate', 'own'].map((text) => folderIdSchema.parse(text))) {
    await tx.run(createFolder, { id, parentId: null, name: id, order: 'a0' })
    await tx.run(updateFolder, { id, deletedAt: 5 })
  }
  expect(listSampleInTrash(tx.view)).toBeNull()
  const board = { id: 'sample-dashboard', folderId: null, name: 'd', description: '', order: 'a0', deletedAt: 5 }
  await tx.set('dashboard/sample-dashboard', { ...board, ...by })
  const found = listSampleInTrash(tx.view)
  expect(found?.folders.map(({ id }) => id)).toEqual(['sample-climate'])
  expect(found?.dashboards.map(({ id }) => id)).toEqual(['sample-dashboard'])
})

test('who reads is shown the newest dashboard, one that can be filtered, and whether they keep one at hand', async () => {
  const tx = new MapEntryTx('ann')
  expect(listReadersSteps(tx.view, 'ann')).toEqual({ boardId: null, filteredId: null, hasStar: false })
  for (const [at, name] of ['older', 'newer'].entries()) {
    const firstTab = { id: tabIdSchema.parse(`${name}-tab`), name, order: 'a0' }
    const id = dashboardIdSchema.parse(name)
    await tx.run(createDashboard, { id, folderId: null, name, description: '', order: 'a0', firstTab }, at + 1)
  }
  const filter = {
    name: 'City',
    column: 'city',
    kind: 'category',
    default: null,
    scope: { kind: 'all' },
    order: 'a0',
  } as const
  const [id, dashboardId] = [filterIdSchema.parse('city'), dashboardIdSchema.parse('older')]
  await tx.run(createFilter, { ...filter, id, dashboardId })
  await tx.run(addFavourite, { target: { kind: 'dashboard', id: 'older' } })
  expect(listReadersSteps(tx.view, 'ann')).toEqual({ boardId: 'newer', filteredId: 'older', hasStar: true })
  expect(listReadersSteps(tx.view, 'bob').hasStar).toBe(false)
})
