import { beforeEach, describe, expect, test } from 'vitest'
import type { FolderLevel } from '../access/folder-access'
import type { ConnectionLevel } from '../access/grants'
import { emptyQuestion } from '../builder/question'
import { connectionKey, connectionIdSchema } from '../connections/connection'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { folderIdSchema } from '../folders/folder'
import { createFolder, setFolderAccess } from '../folders/folder-mutators'
import { localConnectionId } from '../query/run-query'
import { chartIdSchema } from './chart'
import { createChart, updateChart } from './chart-mutators'
import { getChart, listCharts } from './chart-queries'
import { defaultVisual } from './chart-visual'
import { copyOfChart, mayCopyChart } from './copy-chart'

const id = chartIdSchema.parse('c')
const folderId = folderIdSchema.parse('f')
const sql = (connectionId: string) => ({ kind: 'sql', connectionId, sql: 'select 1' }) as const

let tx: MapEntryTx
beforeEach(async () => {
  tx = new MapEntryTx('boss', { role: 'admin' })
  await tx.run(createFolder, { id: folderId, parentId: null, name: 'f', order: 'a0' })
})
const create = (changes: object = {}) =>
  tx.run(createChart, {
    id,
    folderId,
    name: 'Sales',
    description: 'Euros a day',
    query: sql(localConnectionId),
    visual: { ...defaultVisual, type: 'bar' },
    order: 'a0',
    ...changes,
  })
const chart = () => {
  const found = getChart(tx.view, id)
  if (found === undefined) throw new Error('the chart is gone')
  return found
}

test('a copy of a chart is the same under another name, right after it in its folder', async () => {
  await create({ query: { ...sql(localConnectionId), parameters: [{ name: 'place', type: 'text' }] } })
  await create({ id: chartIdSchema.parse('next'), name: 'Sales copy', order: 'a1' })
  await create({ id: chartIdSchema.parse('elsewhere'), name: 'Sales copy 2', folderId: null, order: 'a0V' })
  const copy = copyOfChart(tx.view, chart())
  await tx.run(createChart, copy)
  const { folderId: place, name, description, query, visual } = chart()
  expect(getChart(tx.view, copy.id)).toMatchObject({
    folderId: place,
    name: `${name} copy 2`,
    description,
    query,
    visual,
  })
  expect(listCharts(tx.view, folderId).map((listed) => listed.name)).toEqual(['Sales', 'Sales copy 2', 'Sales copy'])
})

describe('a copy of a chart is offered', () => {
  const offeredTo = (role: 'viewer' | 'explorer' | 'editor' | 'admin') =>
    mayCopyChart(tx.as('bob', { role }).actor, chart(), tx.view)

  test('to editors, of one in use', async () => {
    await create()
    expect((['viewer', 'explorer', 'editor', 'admin'] as const).filter(offeredTo)).toEqual(['editor', 'admin'])
    await tx.run(updateChart, { id, deletedAt: 1 })
    expect(offeredTo('admin')).toBe(false)
  })

  test.each<[FolderLevel, boolean]>([
    ['read', false],
    ['edit', true],
  ])('to who may %s what its folder holds: %s', async (level, isOffered) => {
    await create()
    await tx.run(setFolderAccess, { id: folderId, access: [{ to: { kind: 'person', userId: 'bob' }, level }] })
    expect(offeredTo('editor')).toBe(isOffered)
  })

  test.each<[ConnectionLevel, boolean, boolean]>([
    ['results', false, false],
    ['builder', false, true],
    ['sql', true, true],
  ])('to who was granted %s of its connection: %s of its SQL, %s of its question', async (level, ofSql, ofQuestion) => {
    const where = {
      kind: 'postgres',
      host: 'db',
      port: 5432,
      database: 'd',
      user: 'u',
      tls: 'off',
      caCertificate: null,
    }
    const authorship = { createdAt: 1, createdBy: 'boss', updatedAt: 1, updatedBy: 'boss' }
    const access = [{ to: { kind: 'person', userId: 'bob' }, level }]
    const rest = { settingsAt: 1, access, deletedAt: null, ...authorship }
    await tx.set(connectionKey(connectionIdSchema.parse('hr')), { id: 'hr', name: 'hr', ...where, ...rest })
    await create({ query: sql('hr') })
    expect(offeredTo('editor')).toBe(ofSql)
    await tx.run(updateChart, { id, query: { kind: 'builder', connectionId: 'hr', question: emptyQuestion } })
    expect(offeredTo('editor')).toBe(ofQuestion)
  })

  test('to nobody who was sent it without its text', async () => {
    await create()
    const withheld = { ...chart(), query: { ...sql(localConnectionId), withheld: true as const } }
    expect(mayCopyChart(tx.actor, withheld, tx.view)).toBe(false)
  })
})
