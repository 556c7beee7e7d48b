import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPresenceHub } from '@/server/presence/presence-hub'
import { createPresenceService } from '@/server/presence/presence-service'
import { setServices, type Services } from '@/server/services'
import { createPokeHub } from '@/server/sync/poke-hub'
import { openSyncTestBed, type SyncTestBed } from '@/server/sync/sync-test-bed'
import { GET, HEAD } from './route'

const context = { params: Promise.resolve({}) }
const url = 'http://127.0.0.1/api/replicache/poke'

let bed: SyncTestBed
beforeEach(async () => {
  bed = await openSyncTestBed()
  const pokes = createPokeHub({ log: bed.log })
  const presence = createPresenceService({ hub: createPresenceHub({ clock: () => Date.now() }), sync: bed.sync })
  // This route uses only these of the services.
  setServices({ config: { mode: 'local' }, log: bed.log, sync: bed.sync, pokes, presence } as unknown as Services)
})
afterEach(() => bed.dispose())

test('asking for the headers alone, however often, takes no stream from anybody', async () => {
  for (let count = 0; count < 60; count += 1) {
    const response = await HEAD(new Request(url, { method: 'HEAD' }), context)
    expect(response.body).toBeNull()
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  }
  const stop = new AbortController()
  expect((await GET(new Request(url, { signal: stop.signal }), context)).status).toBe(200)
  stop.abort()
})
