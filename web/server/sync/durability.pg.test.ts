import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgresStore } from '../store/postgres-store'
import { createTestDatabase, hasPostgres, type TestDatabase } from '@testkit/store/postgres-test-database'
import { buildDurabilityChild, killAgainAndAgain, type DurabilityChild } from '@testkit/sync/durability-rounds'

const kills = 3

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  let child: DurabilityChild
  let database: TestDatabase
  beforeAll(async () => {
    child = await buildDurabilityChild()
    database = await createTestDatabase()
  })
  afterAll(async () => {
    child.remove()
    await database.drop()
  })

  test(`what was acknowledged survives ${kills} kills of the server in the middle of its work, and nothing is done twice`, async () => {
    expect.hasAssertions()
    await killAgainAndAgain(child, kills, database.url, {
      open: (log) => openPostgresStore({ connectionString: database.url, log }),
      backUp: database.backUp,
      restore: database.restore,
      setVersion: async () => undefined,
      remove: database.drop,
    })
  })
})
