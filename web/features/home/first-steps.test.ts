import { folderIdSchema } from '@tidemark/shared/folders/folder'
import { createFolder, updateFolder } from '@tidemark/shared/folders/folder-mutators'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { expect, test } from 'vitest'
import { listFirstSteps } from './list-first-steps'
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
