import { expect, test } from 'vitest'
import { isAllowed } from '../access/rules'
import { connectionOf } from '@testkit/entries/connection-fixture'
import { MapEntryTx } from '@testkit/entries/map-entry-tx'
import { connectionIdSchema, connectionKey } from './connection'
import { grantConnection, revokeConnection, updateConnection } from './connection-mutators'

const id = connectionIdSchema.parse('shop')
const stored = connectionOf({ kind: 'mysql', port: 3306 })

async function open() {
  const tx = new MapEntryTx('ann', { role: 'admin' })
  await tx.set(connectionKey(id), stored)
  return tx
}

test('a rename leaves the settings and their age alone', async () => {
  const tx = await open()
  await tx.run(updateConnection, { id, name: 'Warehouse' })
  expect(tx.entries.get(connectionKey(id))).toEqual({ ...stored, name: 'Warehouse', updatedAt: 10, updatedBy: 'ann' })
})

test('only admins may, and where it leads is not changed this way at all', async () => {
  const tx = await open()
  expect(isAllowed(tx.actor, updateConnection.permission)).toBe(true)
  expect(isAllowed({ ...tx.actor, role: 'editor' }, updateConnection.permission)).toBe(false)
  expect(updateConnection.argsSchema.safeParse({ id, host: 'evil.example', at: 1, actionId: 'a' }).success).toBe(false)
})

test('no connection is called as the embedded engine', () => {
  expect(connectionIdSchema.safeParse('local').success).toBe(false)
})

test.each([
  [{ running: 0 }, false],
  [{ running: 17 }, false],
  [{ rows: 50_001 }, false],
  [{ megabytes: 129 }, false],
  [{ seconds: 601 }, false],
  [{ running: 1.5 }, false],
  [{ rats: 1 }, false],
  [{}, true],
  [{ running: 16, runningPerPerson: 1, waiting: 0, waitingPerPerson: 0, rows: 1, megabytes: 128, seconds: 600 }, true],
])('limits %j may be set: %s', async (limits, isAllowedToBe) => {
  expect(updateConnection.argsSchema.safeParse({ id, limits, at: 1, actionId: 'a' }).success).toBe(isAllowedToBe)
})

test('limits replace those before, and are the usual ones in connections that have none', async () => {
  const tx = await open()
  expect(stored.limits).toEqual({})
  await tx.run(updateConnection, { id, limits: { running: 8, seconds: 10 } })
  await tx.run(updateConnection, { id, limits: { seconds: 20 } })
  expect(tx.entries.get(connectionKey(id))).toMatchObject({ limits: { seconds: 20 } })
  expect(tx.entries.get(connectionKey(id))).not.toHaveProperty('limits.running')
})

test('its list is changed line by line, by admins alone, and nobody taken off it is put back by a change', async () => {
  const tx = await open()
  const everyone = { kind: 'role', role: 'viewer' } as const
  const [bob, cleo] = [personOf('bob'), personOf('cleo')]
  await tx.run(grantConnection, { id, to: bob, level: 'sql' })
  await tx.run(grantConnection, { id, to: cleo, level: 'results' })
  await tx.run(revokeConnection, { id, to: bob })
  await tx.run(grantConnection, { id, to: cleo, level: 'builder', from: 'results' })
  await expect(tx.run(grantConnection, { id, to: bob, level: 'builder', from: 'sql' })).rejects.toMatchObject({
    code: 'changed-since',
  })
  expect(tx.entries.get(connectionKey(id))).toMatchObject({
    access: [
      { to: everyone, level: 'results' },
      { to: cleo, level: 'builder' },
    ],
    updatedAt: 10,
  })
  for (const { permission } of [grantConnection, revokeConnection])
    expect(isAllowed({ ...tx.actor, role: 'editor' }, permission)).toBe(false)
})

function personOf(userId: string) {
  return { kind: 'person', userId } as const
}
