import { openDB } from 'idb'
import { imageIdSchema } from '@tidemark/shared/images/image'
import { expect, test, vi } from 'vitest'
import { countUnsent, type OpenReplica } from './count-unsent'
import { forgetThoseWhoLeft } from './forget-person'
import { rememberToForget } from './unsent-store'
import { RecoveredChanges } from './recovered-changes'
import { addWaitingImage, listWaitingImages } from './waiting-images'
import { openTab, setUpBrowser, stamp } from '@testkit/pages/tab-fixture'

setUpBrowser()

function journal(databaseName: string, ...ids: readonly string[]): void {
  const changes = ids.map((id) => ({ name: 'createFolder', args: { id, ...stamp } }))
  localStorage.setItem(`${databaseName}:journal:${ids.join()}`, JSON.stringify(changes))
}

const counted = async (page: OpenReplica | null = null) =>
  Object.fromEntries((await countUnsent('ann', page)).map(({ orgId, count }) => [orgId, count]))

test('what waits in workspaces that no page has open is counted by workspace, without opening them', async () => {
  const acme = openTab('acme')
  await acme.make('a', 'b', 'c')
  await acme.write()
  await acme.close()
  const beta = openTab('beta')
  await beta.make('d')
  await beta.write()
  await beta.close()
  const theirs = openTab('acme', { person: 'bob' })
  await theirs.make('e')
  await theirs.write()
  await theirs.close()
  const before = (await indexedDB.databases()).length
  expect(await counted()).toEqual({ acme: 3, beta: 1 })
  expect(await indexedDB.databases()).toHaveLength(before)
})

test('what another tab has open is counted with what it had no time to write, and once', async () => {
  const acme = openTab('acme')
  await acme.make('a', 'b')
  await acme.write()
  await acme.make('c')
  journal(acme.databaseName, 'b', 'c')
  expect(await counted()).toEqual({ acme: 3 })
})

test('what the server has does not wait, nor does what only deals with a message', async () => {
  const acme = openTab('acme', { isOnline: true })
  await acme.make('a', 'b')
  await vi.waitFor(async () => {
    await acme.replicache.push({ now: true })
    await acme.replicache.pull({ now: true })
    expect(await acme.replicache.experimentalPendingMutations()).toEqual([])
  })
  await acme.write()
  const beta = openTab('beta')
  await beta.replicache.mutate.discardMutationError({ id: 'a', ...stamp })
  await beta.write()
  expect(await counted()).toEqual({})
})

test('of its own workspace a page knows more than the disk, and the tabs beside it less', async () => {
  const own = openTab('acme')
  const other = openTab('acme')
  await own.make('sent')
  await own.write()
  await other.make('b')
  await other.write()
  const page: OpenReplica = {
    databaseName: own.databaseName,
    clientId: own.replicache.clientID,
    isOnDisk: true,
    // The answer has arrived but is not on disk yet.
    pending: [{ clientID: own.replicache.clientID, id: 2, name: 'createFolder', args: { id: 'c', ...stamp } }],
    recovered: [],
    journalKey: `${own.databaseName}:journal:own`,
    making: [{ name: 'createFolder', args: { id: 'd', ...stamp } }],
  }
  expect(await counted(page)).toEqual({ acme: 3 })
  expect(await counted()).toEqual({ acme: 2 })
})

test('what was recovered is counted until it was applied again or given up, and once where its database is still there', async () => {
  const acme = openTab('acme')
  await acme.make('a', 'b')
  await acme.write()
  const recovered = new RecoveredChanges(acme.databaseName)
  const pending = await acme.replicache.experimentalPendingMutations()
  await recovered.recover(pending)
  await acme.close()
  expect(await counted()).toEqual({ acme: 2 })
  await recovered.discard(pending.slice(0, 1).map(({ clientID, id }) => `${clientID}/${id}`))
  expect(await counted()).toEqual({ acme: 1 })
})

test('where a browser does not list its databases as much is counted, kept and forgotten, and nothing is made by looking', async () => {
  for (const workspace of ['acme', 'no-longer-theirs']) {
    const tab = openTab(workspace)
    await tab.make(`${workspace}-a`, `${workspace}-b`)
    await tab.write()
    await tab.close()
    ;(await openDB(`${tab.databaseName}:results`)).close()
  }
  await openTab('acme', { person: 'bob' }).close()
  const factory = indexedDB
  const names = async () => (await factory.databases()).flatMap(({ name }) => name ?? []).sort()
  const before = await names()
  // Like Firefox before 126, which cannot list databases.
  vi.stubGlobal('indexedDB', {
    open: factory.open.bind(factory),
    deleteDatabase: factory.deleteDatabase.bind(factory),
    cmp: factory.cmp.bind(factory),
  })
  const all = { acme: 2, 'no-longer-theirs': 2 }
  expect(await counted()).toEqual(all)
  expect(await names()).toEqual(before)
  rememberToForget({ userId: 'ann', unsent: 'keep' })
  expect(await forgetThoseWhoLeft()).toBe(4)
  const ofAnn = async () => (await names()).filter((name) => name.includes(':ann:'))
  const recovered = ['tidemark:store:acme:ann:rescued', 'tidemark:store:no-longer-theirs:ann:rescued']
  expect(await ofAnn()).toEqual(recovered)
  // Only the recovered changes show that there is data of Ann's.
  expect(await counted()).toEqual(all)
  rememberToForget({ userId: 'ann', unsent: 'discard' })
  expect(await forgetThoseWhoLeft()).toBe(0)
  expect(await ofAnn()).toEqual([])
  expect(Object.keys(localStorage)).toEqual([])
  expect((await names()).filter((name) => name.includes(':bob:'))).toHaveLength(1)
})

test('as many are kept for a person’s return as were counted, of each workspace, and none where they are discarded', async () => {
  const makeAll = async () => {
    for (const [workspace, epoch] of [
      ['acme', 1],
      ['acme', 2],
      ['no-longer-theirs', 1],
    ] as const) {
      const tab = openTab(workspace, { epoch })
      await tab.make(`${workspace}-${epoch}-a`, `${workspace}-${epoch}-b`)
      await tab.write()
      await tab.close()
    }
    journal('tidemark:store:beta:ann', 'e')
  }
  await makeAll()
  const all = { acme: 4, 'no-longer-theirs': 2, beta: 1 }
  expect(await counted()).toEqual(all)
  rememberToForget({ userId: 'ann', unsent: 'keep' })
  expect(await forgetThoseWhoLeft()).toBe(7)
  expect((await indexedDB.databases()).filter(({ name }) => name?.startsWith('rep:tidemark'))).toEqual([])
  expect(await counted()).toEqual(all)
  rememberToForget({ userId: 'ann', unsent: 'discard' })
  expect(await forgetThoseWhoLeft()).toBe(0)
  expect(await counted()).toEqual({})
})

test('pictures that were not sent are counted, stay with whoever keeps their changes, and go with whoever does not', async () => {
  const names = { kept: 'tidemark:store:acme:ann', discarded: 'tidemark:store:acme:bob' }
  const [first, second] = ['a', 'b'].map((letter) => imageIdSchema.parse(letter.repeat(64)))
  if (first === undefined || second === undefined) return expect.unreachable()
  for (const name of Object.values(names))
    for (const id of [first, second]) await addWaitingImage(name, id, new Uint8Array([1]))
  expect(await counted()).toEqual({ acme: 2 })
  rememberToForget({ userId: 'ann', unsent: 'keep' })
  rememberToForget({ userId: 'bob', unsent: 'discard' })
  expect(await forgetThoseWhoLeft()).toBe(2)
  expect(await listWaitingImages(names.kept)).toEqual([first, second])
  expect(await listWaitingImages(names.discarded)).toEqual([])
})
