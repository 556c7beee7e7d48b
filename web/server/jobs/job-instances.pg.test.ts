import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliverTogether, jobChild, killDeliveries } from '@testkit/servers/job-rounds'
import { createTestDatabase, hasPostgres, type TestDatabase } from '@testkit/store/postgres-test-database'
import { buildDurabilityChild, type DurabilityChild } from '@testkit/sync/durability-rounds'

describe.skipIf(!hasPostgres)('servers that share a PostgreSQL', () => {
  let child: DurabilityChild
  let database: TestDatabase
  beforeAll(async () => {
    child = await buildDurabilityChild(jobChild)
    database = await createTestDatabase()
  })
  afterAll(async () => {
    child.remove()
    await database.drop()
  })

  test('make each delivery once', async () => {
    expect.hasAssertions()
    await deliverTogether({ path: child.path, place: database.url }, 2, 60)
  }, 120_000)

  test('lose none over kills', async () => {
    expect.hasAssertions()
    await killDeliveries({ path: child.path, place: database.url }, 2)
  }, 120_000)
})
