import { changesOfPage, type HistoryPage } from '@tidemark/shared/history/history-page'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personalAudience } from '@tidemark/shared/access/actor'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '../store/sqlite-store'
import { chartOf, recordingLog } from '@testkit/store/store-fixtures'
import type { Store } from '../store/store'
import { createPokeHub } from '../sync/poke-hub'
import { createSyncService } from '../sync/sync-service'
import { createHistoryService } from './history-service'

const audiences = (userId: string) => ['everyone', personalAudience(userId)]
const ann = {
  kind: 'person',
  userId: 'ann',
  orgId: 'acme',
  role: 'editor',
  audiences: audiences('ann'),
  grants: [],
} as const
const actorOf = (userId: string, orgId = 'acme') => ({
  ...ann,
  audiences: audiences(userId),
  userId,
  orgId,
  grants: [],
})

describe('the history of a chart or dashboard', () => {
  let folder: string
  let store: Store
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-history-'))
    store = openSqliteStore({ folder, log: recordingLog(), startedAt: new Date(0) })
  })
  afterEach(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })

  const syncAt = (now: number) =>
    createSyncService({ store, pokes: createPokeHub({ log: recordingLog() }), log: recordingLog(), clock: () => now })
  const read = (kind: 'chart' | 'dashboard', id: string, before?: number, userId = 'ann', orgId = 'acme') =>
    createHistoryService({ store }).read(actorOf(userId, orgId), kind, id, before)
  const told = (page: HistoryPage) =>
    changesOfPage(page).map(({ key, userId, at, before, after }) => [key, userId, at, before?.name, after?.name])

  test('of a dashboard tells of its tabs and tiles too, and of no other’s', async () => {
    const make = (id: string) => ({
      id,
      folderId: null,
      name: id,
      description: '',
      order: 'a0',
      firstTab: { id: 't', name: 'Start', order: 'a0' },
    })
    await syncAt(1).mutate(actorOf('ann'), 'createDashboard', make('d'))
    await syncAt(2).mutate(actorOf('ann'), 'createDashboard', make('d2'))
    await syncAt(3).mutate(actorOf('bob'), 'updateTab', { dashboardId: 'd', id: 't', name: 'Overview' })
    await syncAt(4).mutate(actorOf('bob'), 'createTile', {
      id: 'x',
      dashboardId: 'd',
      tabId: 't',
      content: { kind: 'text', text: 'note' },
      place: { x: 0, y: 0, w: 4, h: 4 },
    })
    await syncAt(5).mutate(actorOf('ann'), 'deleteTile', { dashboardId: 'd', id: 'x' })
    const page = await read('dashboard', 'd')
    expect(told(page)).toEqual([
      ['tile/d/x', 'ann', 5, undefined, undefined],
      ['tile/d/x', 'bob', 4, undefined, undefined],
      ['tab/d/t', 'bob', 3, 'Start', 'Overview'],
      ['dashboard/d', 'ann', 1, undefined, 'd'],
      ['tab/d/t', 'ann', 1, undefined, 'Start'],
    ])
    expect(page.next).toBeNull()
  })

  test('of a dashboard tells of its charts while it showed them, to those who see them', async () => {
    const make = (id: string) => ({ id, folderId: null, name: id, description: '', order: 'a0' })
    await syncAt(1).mutate(actorOf('ann'), 'createDashboard', {
      ...make('d'),
      firstTab: { id: 't', name: 'Start', order: 'a0' },
    })
    // Made at once with its tile, a chart is told by that.
    for (const [id, audience] of [
      ['shown', 'everyone'],
      ['own', personalAudience('ann')],
      ['elsewhere', 'everyone'],
    ] as const) {
      await store.write('acme', { userId: 'ann', at: 3 }, (tx) => tx.putEntry(`chart/${id}`, chartOf(id, id), audience))
      if (id === 'elsewhere') continue
      await syncAt(3).mutate(actorOf('ann'), 'createTile', {
        id: `tile-${id}`,
        dashboardId: 'd',
        tabId: 't',
        content: { kind: 'chart', chartId: id },
        place: { x: 0, y: 0, w: 4, h: 4 },
      })
    }
    const edit = (at: number, id: string, name: string) =>
      store.write('acme', { userId: 'ann', at }, (tx) =>
        tx.putEntry(`chart/${id}`, chartOf(id, name), id === 'own' ? personalAudience('ann') : 'everyone'),
      )
    for (const id of ['shown', 'own', 'elsewhere']) await edit(4, id, `${id} 4`)
    await syncAt(5).mutate(actorOf('ann'), 'deleteTile', { dashboardId: 'd', id: 'tile-shown' })
    await edit(6, 'shown', 'shown 6')
    const charts = (page: HistoryPage) =>
      told({ ...page, revisions: page.revisions.filter(({ key }) => key.startsWith('chart/')) })
    expect(charts(await read('dashboard', 'd'))).toEqual([
      ['chart/own', 'ann', 4, 'own', 'own 4'],
      ['chart/shown', 'ann', 4, 'shown', 'shown 4'],
    ])
    expect(charts(await read('dashboard', 'd', undefined, 'bob'))).toEqual([
      ['chart/shown', 'ann', 4, 'shown', 'shown 4'],
    ])
  })

  test('of more than a page goes on where the page ended, without a gap and without a repetition', async () => {
    for (let version = 0; version < 95; version += 1) {
      await store.write('acme', { userId: 'ann', at: version }, (tx) =>
        tx.putEntry('chart/c', chartOf('c', `v${version}`), 'everyone'),
      )
    }
    const names: unknown[] = []
    let before: number | undefined
    for (let pages = 0; pages < 3; pages += 1) {
      const page = await read('chart', 'c', before)
      names.push(...changesOfPage(page).map(({ before: from, after: to }) => [from?.name, to?.name]))
      before = page.next ?? undefined
    }
    expect(before).toBeUndefined()
    expect(names).toHaveLength(95)
    expect(names.at(0)).toEqual(['v93', 'v94'])
    expect(names.at(40)).toEqual(['v53', 'v54'])
    expect(names.at(-1)).toEqual([undefined, 'v0'])
  })

  test('is told only to who may see the thing, as if it did not exist', async () => {
    await store.write('acme', { userId: 'ann', at: 1 }, (tx) =>
      tx.putEntry('chart/c', chartOf('c'), personalAudience('ann')),
    )
    expect((await read('chart', 'c')).revisions).toHaveLength(1)
    await expect(read('chart', 'c', undefined, 'bob')).rejects.toMatchObject({ code: 'not-found' })
    await expect(read('chart', 'c', undefined, 'ann', 'other')).rejects.toMatchObject({ code: 'not-found' })
    await expect(read('chart', 'absent')).rejects.toMatchObject({ code: 'not-found' })
    await expect(read('dashboard', 'c')).rejects.toMatchObject({ code: 'not-found' })
  })
})
