import { personalAudience } from '@tidemark/shared/access/actor'
import { dashboardIdSchema, dashboardKey } from '@tidemark/shared/dashboards/dashboard'
import type { DashboardPresence } from '@tidemark/shared/presence/presence'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSyncTestBed, personOf, type SyncTestBed } from '@testkit/sync/sync-test-bed'
import { createPresenceHub, type PresenceHub, type PresenceNotice } from './presence-hub'
import { createPresenceService, type PresenceService } from './presence-service'

const [ann, bob] = [personOf('ann'), personOf('bob')]
const sales = dashboardIdSchema.parse('sales')
const secret = dashboardIdSchema.parse('secret')

describe('presence on a dashboard', () => {
  let bed: SyncTestBed
  let hub: PresenceHub
  let presence: PresenceService
  let told: PresenceNotice[]
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    bed = await openSyncTestBed()
    hub = createPresenceHub({ clock: () => Date.now() })
    told = []
    presence = createPresenceService({ hub, sync: bed.sync, tellOthers: (notice) => told.push(notice) })
    await bed.sync.mutate(ann, 'createDashboard', { ...dashboardArgs, id: 'sales' })
    // Only Ann may see the second dashboard.
    await bed.store.write('acme', { userId: 'ann', at: 1 }, async (tx) => {
      const entry = await tx.getEntry(dashboardKey(sales))
      await tx.putEntry(dashboardKey(secret), { ...entry?.value, id: secret }, personalAudience('ann'))
    })
  })
  afterEach(async () => {
    vi.useRealTimers()
    hub.close()
    await bed.dispose()
  })

  test('is everybody who was seen within 45 s, who came first first', async () => {
    expect((await presence.beat(ann, { dashboardId: sales })).userIds).toEqual(['ann'])
    vi.advanceTimersByTime(30_000)
    expect((await presence.beat(bob, { dashboardId: sales })).userIds).toEqual(['ann', 'bob'])
    vi.advanceTimersByTime(20_000)
    expect((await presence.beat(bob, { dashboardId: sales })).userIds).toEqual(['bob'])
  })

  test('ends at once for who leaves, but not while they have it open in another page', async () => {
    await presence.beat(bob, { dashboardId: sales, visitId: 'one' })
    await presence.beat(bob, { dashboardId: sales, visitId: 'two' })
    const leave = (visitId: string) => presence.beat(bob, { dashboardId: sales, visitId, isLeaving: true })
    expect((await leave('one')).userIds).toEqual(['bob'])
    expect((await leave('two')).userIds).toEqual([])
  })

  test('ends without an error for who no longer sees the dashboard, and tells them nothing of it', async () => {
    await presence.beat(ann, { dashboardId: secret })
    await presence.beat(bob, { dashboardId: sales })
    await bed.sync.mutate(ann, 'updateDashboard', { id: sales, deletedAt: 2, at: 2 })
    expect(await presence.beat(bob, { dashboardId: sales, isLeaving: true })).toEqual({
      dashboardId: sales,
      userIds: [],
    })
    expect((await presence.beat(bob, { dashboardId: secret, isLeaving: true })).userIds).toEqual([])
    await expect(presence.beat(bob, { dashboardId: secret })).rejects.toMatchObject({ code: 'not-found' })
    expect((await presence.beat(ann, { dashboardId: secret })).userIds).toEqual(['ann'])
    expect(hub.list('acme').map(({ dashboardId }) => dashboardId)).toEqual([secret])
  })

  test('counts twenty pages of one person and keeps nothing of more', async () => {
    const visits = Array.from({ length: 25 }, (_, index) => `visit-${index}`)
    for (const visitId of visits) await presence.beat(bob, { dashboardId: sales, visitId })
    for (const visitId of visits.slice(0, 20))
      await presence.beat(bob, { dashboardId: sales, visitId, isLeaving: true })
    expect(hub.list('acme')).toEqual([])
    expect((await presence.beat(ann, { dashboardId: sales })).userIds).toEqual(['ann'])
  })

  test('is told to who follows: what is so now, and then who comes and goes, but not every beat', async () => {
    await presence.beat(ann, { dashboardId: sales })
    const heard = following(bob)
    await vi.waitFor(() => expect(heard).toEqual([['sales', 'ann']]))
    await presence.beat(ann, { dashboardId: sales })
    await presence.beat(bob, { dashboardId: sales })
    await vi.waitFor(() =>
      expect(heard).toEqual([
        ['sales', 'ann'],
        ['sales', 'ann', 'bob'],
      ]),
    )
    vi.advanceTimersByTime(50_000)
    await vi.waitFor(() => expect(heard.at(-1)).toEqual(['sales']))
    expect(heard).toHaveLength(3)
  })

  test('is never told to who may not see the dashboard, nor to another workspace', async () => {
    const heardByBob = following(bob)
    const heardElsewhere = following(personOf('eve', { orgId: 'other' }))
    await presence.beat(ann, { dashboardId: secret })
    await presence.beat(ann, { dashboardId: sales })
    await vi.waitFor(() => expect(heardByBob).toEqual([['sales', 'ann']]))
    expect(heardElsewhere).toEqual([])
    await expect(presence.beat(bob, { dashboardId: secret })).rejects.toMatchObject({ code: 'not-found' })
    expect((await presence.beat(ann, { dashboardId: secret })).userIds).toEqual(['ann'])
  })

  test('counts people alone: no program, and nobody in local mode', async () => {
    await presence.beat({ ...ann, kind: 'token' }, { dashboardId: sales })
    await presence.beat({ ...ann, kind: 'local' }, { dashboardId: sales })
    expect(hub.list('acme')).toEqual([])
    expect(told).toEqual([])
  })

  test('reaches another instance by notices, small enough to travel with NOTIFY, and is stored nowhere', async () => {
    const version = (await bed.store.read('acme', (tx) => tx.getOrg())).version
    const elsewhere = createPresenceHub({ clock: () => Date.now() })
    await presence.beat(ann, { dashboardId: sales, visitId: 'one' })
    for (const notice of told) {
      expect(JSON.stringify(notice).length).toBeLessThan(8000)
      elsewhere.receive(notice)
    }
    expect(elsewhere.list('acme')).toEqual([{ org: 'acme', dashboardId: sales, userIds: ['ann'] }])
    elsewhere.close()
    expect((await bed.store.read('acme', (tx) => tx.getOrg())).version).toBe(version)
  })

  function following(actor: typeof ann): string[][] {
    const heard: string[][] = []
    const listen = ({ dashboardId, userIds }: DashboardPresence) => heard.push([dashboardId, ...userIds])
    presence.follow(actor, listen, (thrown) => expect.fail(String(thrown)))
    return heard
  }
})

const dashboardArgs = {
  folderId: null,
  name: 'Sales',
  description: '',
  order: 'a0',
  firstTab: { id: 'tab', name: 'Tab 1', order: 'a0' },
  at: 1,
}
