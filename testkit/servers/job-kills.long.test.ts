import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobChild, killDeliveries } from './job-rounds'
import { buildDurabilityChild, type DurabilityChild } from '../sync/durability-rounds'
import { findPostgres } from '../postgres/postgres-binaries.mjs'
import { startPostgres } from '../postgres/postgres-server.mjs'

const kills = 100
const binaries = findPostgres()

let child: DurabilityChild
beforeAll(async () => {
  child = await buildDurabilityChild(jobChild)
})
afterAll(() => child.remove())

test(`no delivery is lost over ${kills} kills of the server on SQLite`, async () => {
  expect.hasAssertions()
  await killDeliveries({ path: child.path, place: join(child.folder, 'data') }, kills)
})

test.skipIf(binaries === null)(`no delivery is lost over ${kills} kills of the server on PostgreSQL`, async () => {
  expect.hasAssertions()
  if (binaries === null) return
  const postgres = await startPostgres(binaries, { isDurable: true })
  try {
    await killDeliveries({ path: child.path, place: postgres.url }, kills)
  } finally {
    await postgres.stop()
  }
})
