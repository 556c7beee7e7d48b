import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobChild, killDeliveries } from '@testkit/servers/job-rounds'
import { buildDurabilityChild, type DurabilityChild } from '@testkit/sync/durability-rounds'

let child: DurabilityChild
beforeAll(async () => {
  child = await buildDurabilityChild(jobChild)
})
afterAll(() => child.remove())

test('no delivery is lost over kills of the server, and each comes again only under its key', async () => {
  expect.hasAssertions()
  await killDeliveries({ path: child.path, place: join(child.folder, 'data') }, 2)
}, 120_000)
