import { localOwner } from '@tidemark/shared/access/actor'
import { mutationErrorKey } from '@tidemark/shared/sync/protocol'
import { expect, test } from 'vitest'
import { EntryMap } from '@tidemark/shared/entries/entry-map'
import { draftToJson, draftName, noteDraftKey, sqlDraftKey } from '../unsent/drafts'
import { listLostDrafts } from './lost-drafts'
import { RecoveryStore } from '../unsent/unsent-store'
import { setUpBrowser } from '@testkit/pages/tab-fixture'

setUpBrowser()

type Asked = Parameters<typeof listLostDrafts>[0]

const day = 24 * 60 * 60 * 1000
const now = 100 * day
const ofGone = draftName(sqlDraftKey('gone'), 'tab')
const typed = (at: number) => draftToJson({ text: 'typed', base: 'stored' }, at)
const drafts = { [ofGone]: typed(now - 31 * day) }
const there = { id: 'c', name: 'c' }
const change = { name: 'updateChart', args: { id: 'gone', name: 'x', at: 5, actionId: 'step' } }
const unsent = { databaseName: 'tidemark:test', clientId: 'c1', isOnDisk: true, journalKey: '', making: [] }
const open = { ...unsent, pending: [], recovered: [] }

/** Returns a page that knows all entries. */
function asked(changes: Partial<Asked> = {}, entries: readonly (readonly [string, object])[] = []): Asked {
  const view = new EntryMap([['chart/c', there], ...entries] as never)
  return {
    views: { isLocal: true, getState: () => ({ view, isComplete: true }) },
    getState: () => ({ status: { kind: 'synced' }, storage: 'kept', lastSyncAt: now }),
    getActor: () => localOwner,
    readUnsent: async () => open,
    ...changes,
  }
}

test('a text of a chart that is gone for good is not kept for ever', async () => {
  const others = {
    [draftName(sqlDraftKey('c'), 'tab')]: typed(0),
    [draftName(noteDraftKey('gone', 'x'), 'tab')]: typed(0),
  }
  expect(await listLostDrafts(asked(), { ...drafts, ...others }, now)).toEqual([ofGone])
})

test('it is until its person can be thought not to miss it', async () => {
  expect(await listLostDrafts(asked(), { [ofGone]: typed(now - 29 * day) }, now)).toEqual([])
})

test.each<[string, Partial<Asked>]>([
  [
    'offline',
    {
      getState: () => ({
        status: { kind: 'offline', pending: 0, reason: 'unreachable' },
        storage: 'kept',
        lastSyncAt: now,
      }),
    },
  ],
  [
    'before the server was heard',
    { getState: () => ({ status: { kind: 'synced' }, storage: 'kept', lastSyncAt: null }) },
  ],
  ['before the local data are there', { views: { ...asked().views, isLocal: false } }],
  ['in a team, where the chart may be out of sight', { getActor: () => ({ ...localOwner, kind: 'person' }) }],
  [
    'while a change of it waits to be sent',
    { readUnsent: async () => ({ ...open, pending: [{ ...change, id: 1, clientID: 'c2' }] }) },
  ],
])('nothing is given up %s', async (_, changes) => {
  expect(await listLostDrafts(asked(changes), drafts, now)).toEqual([])
})

test('nor while a change of it was refused, or recovered and not yet decided', async () => {
  const refused = { ...change, clientId: 'c2', mutationId: 1, at: 5, error: { code: 'not-found', message: 'No.' } }
  expect(await listLostDrafts(asked({}, [[mutationErrorKey('c2', 1), refused]]), drafts, now)).toEqual([])
  const row = { ...change, key: 'c2/1', clientId: 'c2', mutationId: 1, rescuedAt: 5 }
  const store = new RecoveryStore(unsent.databaseName)
  await store.add([row])
  expect(await listLostDrafts(asked(), drafts, now)).toEqual([])
  await store.markDone(row.key)
  expect(await listLostDrafts(asked(), drafts, now)).toEqual([ofGone])
})
