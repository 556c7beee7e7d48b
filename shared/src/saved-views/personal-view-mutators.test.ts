import { beforeEach, expect, test } from 'vitest'
import { dashboardIdSchema, tabIdSchema } from '../dashboards/dashboard'
import { createDashboard } from '../dashboards/dashboard-mutators'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { createPersonalView, deletePersonalView, updatePersonalView } from './personal-view-mutators'
import { savedViewIdSchema } from './saved-view'
import { createSavedView } from './saved-view-mutators'
import { listViewsOf } from './saved-view-queries'

const dashboardId = dashboardIdSchema.parse('d')
const mine = savedViewIdSchema.parse('mine')
const other = savedViewIdSchema.parse('other')
const shared = savedViewIdSchema.parse('shared')
const fieldsOf = (id: typeof mine, changes: object = {}) => ({
  ...{ id, dashboardId, name: id, isDefault: false, order: `a${id.length}`, values: {}, parameters: {} },
  ...changes,
})

let ann: MapEntryTx
beforeEach(async () => {
  ann = new MapEntryTx('ann', { role: 'viewer' })
  const firstTab = { id: tabIdSchema.parse('t'), name: 'Tab', order: 'a0' }
  const fields = { id: dashboardId, folderId: null, name: 'D', description: '', order: 'a0', firstTab }
  await ann.as('bob').run(createDashboard, fields)
  await ann.as('bob').run(createSavedView, fieldsOf(shared, { isDefault: true }))
})
const viewsOf = (userId: string) => listViewsOf(ann.view, dashboardId, userId)
const defaultsOf = (userId: string) => viewsOf(userId).flatMap(({ id, isDefault }) => (isDefault ? id : []))

test('a viewer keeps views of their own, which come before those of everyone and are nobody else’s', async () => {
  await ann.run(createPersonalView, fieldsOf(other))
  await ann.run(createPersonalView, fieldsOf(mine))
  await ann.run(updatePersonalView, { id: mine, dashboardId, name: 'My region' })
  expect(viewsOf('ann').map(({ name }) => name)).toEqual(['My region', 'other', 'shared'])
  expect(viewsOf('bob').map(({ name }) => name)).toEqual(['shared'])
  await ann.run(deletePersonalView, { id: mine, dashboardId })
  expect(viewsOf('ann').map(({ name }) => name)).toEqual(['other', 'shared'])
})

test('the own default is one, and leaves that of everyone as it is', async () => {
  await ann.run(createPersonalView, fieldsOf(mine, { isDefault: true }))
  expect([defaultsOf('ann'), defaultsOf('bob')]).toEqual([[mine, shared], [shared]])
  await ann.run(createPersonalView, fieldsOf(other, { isDefault: true }))
  expect(defaultsOf('ann')).toEqual([other, shared])
  await ann.run(updatePersonalView, { id: mine, dashboardId, isDefault: true })
  expect([defaultsOf('ann'), defaultsOf('bob')]).toEqual([[mine, shared], [shared]])
})

test('of others are neither changed nor deleted', async () => {
  await ann.run(createPersonalView, fieldsOf(mine))
  const bob = ann.as('bob')
  for (const act of [
    () => bob.run(updatePersonalView, { id: mine, dashboardId, name: 'theirs' }),
    () => bob.run(deletePersonalView, { id: mine, dashboardId }),
  ])
    await expect(act()).rejects.toMatchObject({ code: 'not-found' })
})

test('is not made of a dashboard that is not there, or twice', async () => {
  const gone = fieldsOf(mine, { dashboardId: dashboardIdSchema.parse('gone') })
  await expect(ann.run(createPersonalView, gone)).rejects.toMatchObject({ code: 'not-found' })
  await ann.run(createPersonalView, fieldsOf(mine))
  await expect(ann.run(createPersonalView, fieldsOf(mine))).rejects.toMatchObject({ code: 'already-exists' })
})
