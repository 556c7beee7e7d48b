import { beforeEach, expect, test } from 'vitest'
import { dashboardIdSchema, tabIdSchema } from '../dashboards/dashboard'
import { createDashboard } from '../dashboards/dashboard-mutators'
import { filterIdSchema } from '../filters/filter'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { savedViewIdSchema } from './saved-view'
import { createSavedView, deleteSavedView, updateSavedView } from './saved-view-mutators'
import { listSavedViews } from './saved-view-queries'

const dashboardId = dashboardIdSchema.parse('d')
const [north, south] = [savedViewIdSchema.parse('north'), savedViewIdSchema.parse('south')]
const region = filterIdSchema.parse('f')

let tx: MapEntryTx
beforeEach(async () => {
  tx = new MapEntryTx()
  const firstTab = { id: tabIdSchema.parse('t'), name: 'Tab', order: 'a0' }
  const fields = { id: dashboardId, folderId: null, name: 'D', description: '', order: 'a0', firstTab }
  await tx.run(createDashboard, fields)
})
const create = (id: typeof north, changes: object = {}) =>
  tx.run(createSavedView, {
    ...{ id, dashboardId, name: id, isDefault: false, order: `a${id.length}` },
    values: { [region]: { kind: 'values', values: [id, null] } },
    parameters: { n: '12.50' },
    ...changes,
  })
const views = () => listSavedViews(tx.view, dashboardId)

test('two people who change different parts of a view both keep theirs', async () => {
  await create(north)
  await tx.as('ann').run(updateSavedView, { id: north, dashboardId, name: 'Up there' })
  await tx.as('bob').run(updateSavedView, { id: north, dashboardId, values: { [region]: null } })
  expect(views()).toMatchObject([
    { name: 'Up there', values: { [region]: null }, parameters: { n: '12.50' }, updatedBy: 'bob' },
  ])
})

test('a dashboard has one default view: the last that was made one', async () => {
  const defaults = () => views().flatMap(({ id, isDefault }) => (isDefault ? id : []))
  await create(north, { isDefault: true })
  await create(south, { isDefault: true })
  expect(defaults()).toEqual([south])
  await tx.run(updateSavedView, { id: north, dashboardId, isDefault: true })
  expect(defaults()).toEqual([north])
  await tx.run(updateSavedView, { id: north, dashboardId, isDefault: false })
  expect(defaults()).toEqual([])
})

test.each([
  ['with a taken id', 'already-exists', async () => create(north).then(() => create(north))],
  ['of no dashboard', 'not-found', async () => create(north, { dashboardId: dashboardIdSchema.parse('e') })],
  ['that is gone cannot be changed', 'not-found', async () => tx.run(updateSavedView, { id: north, dashboardId })],
  ['that is gone cannot be deleted', 'not-found', async () => tx.run(deleteSavedView, { id: north, dashboardId })],
])('a view %s is refused', async (_, code, act) => {
  await expect(act()).rejects.toMatchObject({ code })
})
