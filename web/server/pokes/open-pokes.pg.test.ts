import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import type { Poke } from '@tidemark/shared/sync/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PresenceNotice } from '../presence/presence-hub'
import { openPostgresStore } from '../store/postgres-store'
import { borrowTestDatabase, hasPostgres, type TestDatabase } from '@testkit/store/postgres-test-database'
import { recordingLog } from '@testkit/store/store-fixtures'
import { openPokes, type OpenedPokes } from './open-pokes'

describe.skipIf(!hasPostgres)('pokes on PostgreSQL', () => {
  let database: TestDatabase
  const opened: OpenedPokes[] = []
  beforeEach(async () => {
    database = await borrowTestDatabase()
    await (await openPostgresStore({ connectionString: database.url, log: recordingLog() })).close()
  })
  afterEach(async () => {
    for (const { closeFeed } of opened.splice(0)) await closeFeed()
    await database.drop()
  })

  const open = async () => {
    const seen: PresenceNotice[] = []
    const one = await openPokes({ databaseUrl: database.url }, recordingLog(), (notice) => seen.push(notice))
    opened.push(one)
    const heard: Poke[] = []
    one.pokes.subscribe(
      'acme',
      (poke) => heard.push(poke),
      () => undefined,
    )
    return { ...one, heard, seen }
  }

  test('reach the listeners of this instance and of the others, each once', async () => {
    const [one, two] = [await open(), await open()]
    one.pokes.publish({ org: 'acme', version: 3 })
    one.pokes.publish({ org: 'other', version: 9 })
    await vi.waitFor(() =>
      expect([one.heard, two.heard]).toEqual([[{ org: 'acme', version: 3 }], [{ org: 'acme', version: 3 }]]),
    )
    await one.closeFeed()
    expect(one.heard).toHaveLength(1)
  })

  test('go with who looks at which dashboard, which the others alone hear of', async () => {
    const [one, two] = [await open(), await open()]
    const dashboardId = dashboardIdSchema.parse('sales')
    const notice = { org: 'acme', dashboardId, userId: 'ann', visitId: 'one', isHere: true }
    one.tellPresence(notice)
    await vi.waitFor(() => expect(two.seen).toEqual([notice]))
    two.tellPresence({ ...notice, isHere: false })
    await vi.waitFor(() => expect(one.seen).toEqual([{ ...notice, isHere: false }]))
    expect([one.heard, two.heard]).toEqual([[], []])
  })

  test('go with who has joined or left a workspace, which both hear of', async () => {
    const [one, two] = [await open(), await open()]
    const heard: string[] = []
    one.pokes.subscribeToMemberships('ann', () => heard.push('here'))
    two.pokes.subscribeToMemberships('ann', () => heard.push('there'))
    two.pokes.subscribeToMemberships('bob', () => heard.push('bob'))
    one.pokes.publishMembership('ann')
    await vi.waitFor(() => expect(heard).toEqual(['here', 'there']))
  })

  test('that were published before closing are told to the others', async () => {
    const [one, two] = [await open(), await open()]
    one.pokes.publish({ org: 'acme', version: 4 })
    one.pokes.close()
    await one.closeFeed()
    await vi.waitFor(() => expect(two.heard).toEqual([{ org: 'acme', version: 4 }]))
  })
})

test('on SQLite nothing is opened', async () => {
  const { pokes, closeFeed } = await openPokes({ databaseUrl: undefined }, recordingLog())
  const heard: Poke[] = []
  pokes.subscribe(
    'acme',
    (poke) => heard.push(poke),
    () => undefined,
  )
  pokes.publish({ org: 'acme', version: 1 })
  await vi.waitFor(() => expect(heard).toEqual([{ org: 'acme', version: 1 }]))
  await closeFeed()
})
