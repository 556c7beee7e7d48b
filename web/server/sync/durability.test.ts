import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSqliteTestEngine } from '@testkit/store/sqlite-test-engine'
import { buildDurabilityChild, killAgainAndAgain, type DurabilityChild } from '@testkit/sync/durability-rounds'

const kills = 3

let child: DurabilityChild
beforeAll(async () => {
  child = await buildDurabilityChild()
})
afterAll(() => child.remove())

test(`what was acknowledged survives ${kills} kills of the server in the middle of its work, and nothing is done twice`, async () => {
  expect.hasAssertions()
  const folder = join(child.folder, 'data')
  await killAgainAndAgain(child, kills, folder, createSqliteTestEngine(folder))
})
