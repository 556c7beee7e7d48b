import { afterEach, beforeEach, expect, test } from 'vitest'
import { chartEntry } from '@testkit/query/query-fixture'
import { openSyncTestBed, personOf, pullFrom, type SyncTestBed } from '@testkit/sync/sync-test-bed'
import type { Actor } from '@tidemark/shared/access/actor'
import { datasetSchema, type Dataset } from '@tidemark/shared/datasets/dataset'
import type { Cookie, PatchOperation } from '@tidemark/shared/sync/protocol'
import { datasetOf } from '@testkit/entries/dataset-fixture'
import { createHistoryService } from '../history/history-service'

const boss = personOf('boss', { role: 'admin' })
const ann = personOf('ann')
const bob = personOf('bob')
const explorer = personOf('eve', { role: 'explorer' })
const viewer = personOf('cleo', { role: 'viewer' })
const everybody = { kind: 'role', role: 'viewer' } as const
const source = { kind: 'dataset', id: 'pay' }

let bed: SyncTestBed
beforeEach(async () => {
  bed = await openSyncTestBed()
  const column = (name: string) => ({
    ...{ name, type: 'text' as const, databaseType: 'VARCHAR', nullCount: 2, sample: [`value of ${name}`] },
    span: { first: `first of ${name}`, last: 'z' },
  })
  const pay = datasetOf('pay', { columns: [column('person'), column('salary')] })
  const noted = { ...pay, description: 'from payroll', notes: [{ message: 'row 3 of salary', column: 'salary' }] }
  await bed.sync.transact(boss, async (tx) => {
    await tx.set('dataset/pay', noted)
    await tx.set('dataset/open', datasetOf('open'))
    await tx.set('folder/kept', folderOf('kept', [{ to: { kind: 'person', userId: 'ann' }, level: 'edit' }]))
    await tx.set('chart/sum', chartEntry('sum', 'select sum(salary) from "PAY"'))
    await tx.set('chart/other', chartEntry('other', 'select 1 as payroll'))
  })
})
afterEach(() => bed.dispose())

function folderOf(id: string, access: readonly object[] | null) {
  const authorship = { createdAt: 1, createdBy: 'boss', updatedAt: 1, updatedBy: 'boss' }
  return { id, parentId: null, name: id, order: 'a0', access: access as never, deletedAt: null, ...authorship }
}

const act = (actor: Actor, name: string, args: object) =>
  bed.sync.mutate(actor, name, { at: 1, actionId: 'step', ...args })
const change = (actor: Actor, name: string, args: object = {}) => act(actor, name, { id: 'pay', ...args })
const pull = (actor: Actor, cookie: Cookie | null = null) => pullFrom(bed, actor, cookie, `group-${actor.userId}`)
const told = (patch: readonly PatchOperation[]) => patch.map((one) => ('key' in one ? `${one.op} ${one.key}` : one.op))
const seenBy = async (actor: Actor): Promise<Dataset | undefined> => {
  const { view } = await bed.sync.readView(actor)
  const sent = (await bed.sync.readView(actor)).snapshot.entries.find(([key]) => key === 'dataset/pay')?.[1]
  expect(view.get('dataset/pay')).toEqual(sent)
  return sent === undefined ? undefined : datasetSchema.parse(sent)
}

test('a dataset without a list is as its folder: all at the top, and in a kept one those on its list', async () => {
  for (const actor of [boss, bob, explorer, viewer]) expect(await seenBy(actor)).toBeDefined()
  const before = await pull(explorer)
  await change(ann, 'updateDataset', { folderId: 'kept' })
  expect(told((await pull(explorer, before.cookie)).patch)).toContain('del dataset/pay')
  for (const actor of [explorer, viewer, bob]) expect(await seenBy(actor)).toBeUndefined()
  for (const actor of [ann, boss]) expect(await seenBy(actor)).toBeDefined()
})

test('its own list decides where there is one, whoever sees the folder', async () => {
  await change(ann, 'updateDataset', { folderId: 'kept' })
  await change(boss, 'keepDataset', { first: [{ to: { kind: 'person', userId: 'eve' }, level: 'builder' }] })
  expect(await seenBy(explorer)).toMatchObject({ columns: [{ sample: ['value of person'] }, {}] })
  expect(await seenBy(ann)).toBeUndefined()
  await change(boss, 'openDataset')
  expect(await seenBy(explorer)).toBeUndefined()
  expect(await seenBy(ann)).toBeDefined()
})

test('who may see results alone is sent what charts need, by each way, and no more', async () => {
  await act(ann, 'updateColumn', { source, column: 'salary', label: 'Salary', description: 'in secret' })
  await change(ann, 'keepDataset', {
    first: [
      { to: { kind: 'person', userId: 'ann' }, level: 'sql' },
      { to: everybody, level: 'results' },
    ],
  })
  for (const actor of [viewer, explorer]) {
    const { patch } = await pull(actor)
    const page = (await bed.sync.readView(actor)).snapshot
    const history = await createHistoryService({ store: bed.store }).read(actor, 'table', 'pay')
    for (const part of [patch, page, history])
      for (const secret of ['value of', 'first of', 'from payroll', 'row 3', 'pay.csv', 'in secret'])
        expect(JSON.stringify(part)).not.toContain(secret)
    expect(JSON.stringify(patch)).toContain('"label":"Salary"')
    expect((await seenBy(actor))?.columns.map(({ name, type }) => [name, type])).toEqual([
      ['person', 'text'],
      ['salary', 'text'],
    ])
  }
  // With the right to ask comes the whole, and it goes with it.
  const { cookie } = await pull(explorer)
  await change(ann, 'grantDataset', { to: { kind: 'person', userId: 'eve' }, level: 'sql' })
  const more = await pull(explorer, cookie)
  expect(JSON.stringify(more.patch)).toContain('value of salary')
  await change(ann, 'revokeDataset', { to: { kind: 'person', userId: 'eve' } })
  const less = await pull(explorer, more.cookie)
  expect(told(less.patch)).toContain('put dataset/pay')
  expect(JSON.stringify(less.patch)).not.toContain('value of')
})

test('the SQL of charts over it is sent only to who may write SQL for it', async () => {
  const { cookie, patch } = await pull(explorer)
  expect(JSON.stringify(patch)).toContain('sum(salary)')
  await change(ann, 'keepDataset', { first: [{ to: { kind: 'person', userId: 'ann' }, level: 'sql' }] })
  const less = await pull(explorer, cookie)
  expect(told(less.patch)).toEqual(expect.arrayContaining(['del dataset/pay', 'put chart/sum']))
  expect(JSON.stringify(less.patch)).not.toContain('salary')
  expect(JSON.stringify(less.patch)).not.toContain('PAY')
  expect(JSON.stringify(less.patch)).toContain('select 1 as payroll')
  const more = await change(ann, 'openDataset').then(() => pull(explorer, less.cookie))
  expect(JSON.stringify(more.patch)).toContain('sum(salary)')
})

test('a restricted column is there for who manages the dataset alone, with what is said about it and joined to it', async () => {
  await act(ann, 'updateColumn', { source, column: 'salary', label: 'Salary' })
  const join = { id: 'j', source, column: 'salary', other: { kind: 'dataset', id: 'open' }, otherColumn: 'amount' }
  await act(ann, 'declareJoin', join)
  const before = await pull(explorer)
  expect(JSON.stringify(before.patch)).toContain('salary')
  await change(ann, 'keepDataset', {
    first: [
      { to: { kind: 'person', userId: 'ann' }, level: 'sql' },
      { to: everybody, level: 'sql' },
    ],
  })
  await change(ann, 'restrictColumns', { columns: ['SALARY'], isRestricted: true })
  await change(ann, 'openDataset')
  const after = await pull(explorer, before.cookie)
  expect(told(after.patch)).toEqual(expect.arrayContaining(['put dataset/pay', 'del join/pay/j']))
  const data = after.patch.filter((one) => 'key' in one && !one.key.startsWith('chart/'))
  expect(JSON.stringify(data)).not.toMatch(/salary/i)
  expect(await seenBy(explorer)).toMatchObject({ isPartial: true, columns: [{ name: 'person' }] })
  // Bob edits the place too, and so decides as well.
  for (const actor of [ann, bob, boss]) expect((await seenBy(actor))?.columns).toHaveLength(2)
  await change(ann, 'restrictColumns', { columns: ['salary'], isRestricted: false })
  expect(told((await pull(explorer, after.cookie)).patch)).toEqual(
    expect.arrayContaining(['put dataset/pay', 'put join/pay/j']),
  )
})

test('a join of two tables is told to who sees both', async () => {
  const join = { id: 'j', source, column: 'person', other: { kind: 'dataset', id: 'open' }, otherColumn: 'id' }
  await act(ann, 'declareJoin', join)
  await act(boss, 'keepDataset', { id: 'open', first: [{ to: { kind: 'person', userId: 'bob' }, level: 'sql' }] })
  const joinsOf = async (actor: Actor) => told((await pull(actor)).patch).filter((one) => one.includes('join/'))
  expect(await joinsOf(explorer)).toEqual([])
  expect(await joinsOf(bob)).toEqual(['put join/pay/j'])
  await change(boss, 'keepDataset', { first: [{ to: { kind: 'person', userId: 'ann' }, level: 'sql' }] })
  expect(await joinsOf(bob)).toEqual([])
})

test('only who edits its place and may write SQL for it changes it, its columns or its list', async () => {
  const args = { first: [{ to: { kind: 'person', userId: 'ann' }, level: 'sql' }] }
  await expect(change(explorer, 'keepDataset', args)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(change(bob, 'keepDataset', args)).rejects.toMatchObject({ code: 'forbidden' })
  await change(ann, 'keepDataset', args)
  await expect(change(bob, 'grantDataset', { to: everybody, level: 'sql' })).rejects.toMatchObject({
    code: 'not-found',
  })
  await change(ann, 'grantDataset', { to: { kind: 'person', userId: 'bob' }, level: 'builder' })
  for (const [name, given] of [
    ['updateDataset', { name: 'Mine' }],
    ['restrictColumns', { columns: ['person'], isRestricted: true }],
    ['openDataset', {}],
  ] as const)
    await expect(change(bob, name, given)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(act(bob, 'updateColumn', { source, column: 'salary', label: 'x' })).rejects.toMatchObject({
    code: 'forbidden',
  })
  const sql = { name: 'c', folderId: null, description: '', visual: chartEntry('x', '').visual, order: 'a0' }
  const chart = (text: string) => ({ ...sql, id: 'x', query: { kind: 'sql', connectionId: 'local', sql: text } })
  await expect(act(bob, 'createChart', chart('table Pay'))).rejects.toMatchObject({ code: 'forbidden' })
  await act(bob, 'createChart', chart('select payroll'))
})
