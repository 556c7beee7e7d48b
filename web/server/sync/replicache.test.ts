import type { Actor } from '@tidemark/shared/access/actor'
import type { JsonValue } from '@tidemark/shared/base/json'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { mutatorList } from '@tidemark/shared/sync/mutators'
import {
  currentSchemaVersion,
  mutationErrorKey,
  pullRequestSchema,
  pushRequestSchema,
  type ClientAction,
  type Cookie,
} from '@tidemark/shared/sync/protocol'
import { Replicache, type MutatorDefs, type PullerResult, type PusherResult, type WriteTransaction } from 'replicache'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hasEngine, openSyncTestBed, personOf, type SyncTestBed } from '@testkit/sync/sync-test-bed'

const ann = personOf('ann')
const bob = personOf('bob')

const sqlChart = {
  id: 'c',
  folderId: null,
  name: 'Sales',
  description: '',
  query: { kind: 'sql', connectionId: 'local', sql: 'select 1' },
  visual: defaultVisual,
  order: 'a0',
}

/** Tests real Replicache clients with the real handlers; requests and answers pass through JSON as over HTTP. */
describe.skipIf(!hasEngine)('a Replicache client', () => {
  let bed: SyncTestBed
  let serial = 0
  const clients: TestClient[] = []
  const open = (actor: Actor, refuseLocally = true) => {
    const client = openClient(() => bed, actor, `test-${(serial += 1)}`, refuseLocally)
    clients.push(client)
    return client
  }

  beforeEach(async () => {
    bed = await openSyncTestBed()
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.replicache.close()
    await bed.dispose()
  })

  test('sees its edit at once and the server has it after a push', async () => {
    const client = open(ann)
    await client.mutate('createFolder', { id: 'a', parentId: null, name: 'mine', order: 'a0' })
    expect(await client.get('folder/a')).toMatchObject({ name: 'mine' })
    await client.settle()
    expect((await bed.sync.readView(ann, ['folder/'])).view.get('folder/a')).toMatchObject({
      name: 'mine',
      createdAt: bed.clock.now,
    })
    expect(await client.get('folder/a')).toMatchObject({ createdAt: bed.clock.now })
  })

  test('keeps what was done offline and sends it in order when it is back', async () => {
    const client = open(ann)
    await client.settle()
    client.isOffline = true
    await client.mutate('createFolder', { id: 'a', parentId: null, name: 'one', order: 'a0' })
    for (let index = 0; index < 130; index += 1) await client.mutate('updateFolder', { id: 'a', name: `name ${index}` })
    await expect(client.pendingCount()).resolves.toBe(131)
    client.isOffline = false
    await client.settle()
    expect(await client.pendingCount()).toBe(0)
    expect((await bed.sync.readView(ann)).view.get('folder/a')).toMatchObject({ name: 'name 129' })
  })

  test('converges with another one: different fields both win, of one field the later', async () => {
    const [one, two] = [open(ann), open(bob)]
    await one.mutate('createFolder', { id: 'a', parentId: null, name: 'start', order: 'a0' })
    await one.settle()
    await two.settle()
    two.isOffline = true
    await one.mutate('updateFolder', { id: 'a', name: 'by ann' })
    await two.mutate('updateFolder', { id: 'a', order: 'a5' })
    await two.mutate('updateFolder', { id: 'a', name: 'by bob' })
    await one.settle()
    two.isOffline = false
    await two.settle()
    await one.settle()
    const expected = { name: 'by bob', order: 'a5', updatedBy: 'bob' }
    expect(await one.get('folder/a')).toMatchObject(expected)
    expect(await two.get('folder/a')).toEqual(await one.get('folder/a'))
    expect((await bed.sync.readView(ann)).view.get('folder/a')).toEqual(await one.get('folder/a'))
  })

  test('keeps the text that one person wrote and the parameter that another declared meanwhile', async () => {
    const [one, two] = [open(ann), open(bob)]
    await one.mutate('createChart', sqlChart)
    await one.settle()
    await two.settle()
    two.isOffline = true
    await one.mutate('updateSqlQuery', { id: 'c', sql: 'select {{city}}' })
    await two.mutate('updateSqlQuery', { id: 'c', declare: [{ name: 'city', type: 'text', default: 'Oslo' }] })
    await one.settle()
    two.isOffline = false
    await two.settle()
    await one.settle()
    const query = { sql: 'select {{city}}', parameters: [{ name: 'city', type: 'text', default: 'Oslo' }] }
    expect(await one.get('chart/c')).toMatchObject({ query, updatedBy: 'bob' })
    expect(await two.get('chart/c')).toEqual(await one.get('chart/c'))
    expect((await bed.sync.readView(ann)).view.get('chart/c')).toEqual(await one.get('chart/c'))
  })

  test('does not let a revoked person back in by what another admin grants at the same time', async () => {
    const [one, two] = ['ann', 'bob'].map((userId) => open(personOf(userId, { role: 'admin' })))
    if (one === undefined || two === undefined) throw new Error('two were opened')
    const [cleo, dora] = ['cleo', 'dora'].map((userId) => ({ kind: 'person', userId }))
    await one.mutate('createFolder', { id: 'a', parentId: null, name: 'Pay', order: 'a0' })
    await one.mutate('keepFolder', { id: 'a', first: [{ to: cleo, level: 'edit' }] })
    await one.settle()
    await two.settle()
    two.isOffline = true
    await one.mutate('revokeFolder', { id: 'a', to: cleo })
    await two.mutate('grantFolder', { id: 'a', to: dora, level: 'read' })
    await two.mutate('grantFolder', { id: 'a', to: cleo, level: 'read', from: 'edit' })
    await one.settle()
    two.isOffline = false
    await two.settle()
    await one.settle()
    expect(await one.get('folder/a')).toMatchObject({ access: [{ to: dora, level: 'read' }] })
    expect(await two.get('folder/a')).toEqual(await one.get('folder/a'))
    expect(await two.get(mutationErrorKey(two.replicache.clientID, 2))).toMatchObject({
      error: { code: 'changed-since' },
    })
  })

  test('takes back what the server refused, and the person finds it noted with what they had typed', async () => {
    const [one, two] = [open(ann), open(bob)]
    two.isOffline = true
    await one.mutate('createFolder', { id: 'a', parentId: null, name: 'first come', order: 'a0' })
    await two.mutate('createFolder', { id: 'a', parentId: null, name: 'second', order: 'a0' })
    await one.settle()
    expect(await two.get('folder/a')).toMatchObject({ name: 'second' })
    two.isOffline = false
    await two.settle()
    expect(await two.get('folder/a')).toMatchObject({ name: 'first come' })
    const note = mutationErrorKey(two.replicache.clientID, 1)
    expect(await two.get(note)).toMatchObject({ error: { code: 'already-exists' }, args: { name: 'second' } })
    expect(await two.pendingCount()).toBe(0)
    await one.settle()
    expect(await one.get(note)).toBeUndefined()
    await two.mutate('discardMutationError', { clientId: two.replicache.clientID, mutationId: 1 })
    await two.settle()
    expect(await two.get(note)).toBeUndefined()
  })

  test('is not jammed by mutations that the server cannot run: all are confirmed, the good ones are kept', async () => {
    const client = open(personOf('ann'), false)
    await client.mutate('updateWorkspace', { name: 'not allowed' })
    await client.mutate('createFolder', { id: 'a', parentId: 'absent', name: 'no parent', order: 'a0' })
    await client.mutate('createFolder', { id: 'b', parentId: null, name: 'good', order: 'a0' })
    await client.settle()
    expect(await client.pendingCount()).toBe(0)
    expect([await client.get('folder/a'), await client.get('folder/b')]).toEqual([
      undefined,
      expect.objectContaining({ name: 'good' }),
    ])
    const errors = [1, 2].map(async (id) => await client.get(mutationErrorKey(client.replicache.clientID, id)))
    expect(await Promise.all(errors)).toMatchObject([
      { error: { code: 'forbidden' } },
      { error: { code: 'not-found' } },
    ])
  })

  test('confirms a mutation that changes nothing anybody can see', async () => {
    const client = open(ann)
    await client.mutate('createFolder', { id: 'a', parentId: null, name: 'same', order: 'a0' })
    await client.settle()
    await client.mutate('updateFolder', { id: 'a', name: 'same' })
    await client.settle()
    expect(await client.pendingCount()).toBe(0)
  })

  test('whose answers are lost neither loses nor doubles an edit', async () => {
    const client = open(ann)
    client.losePushAnswers = 2
    client.losePullAnswers = 2
    await client.mutate('createFolder', { id: 'a', parentId: null, name: 'once', order: 'a0' })
    await client.mutate('updateFolder', { id: 'a', name: 'twice' })
    await client.settle()
    expect([client.losePushAnswers, client.losePullAnswers, await client.pendingCount()]).toEqual([0, 0, 0])
    expect(await client.get('folder/a')).toMatchObject({ name: 'twice' })
    const revisions = await bed.store.read('acme', (tx) => tx.listRevisions('folder/a'))
    expect(revisions.at(-1)?.value).toMatchObject({ name: 'twice' })
    expect((await bed.sync.readView(ann)).view.get(mutationErrorKey(client.replicache.clientID, 1))).toBeUndefined()
  })

  test('goes on through a restart of the server', async () => {
    const client = open(ann)
    await client.mutate('createFolder', { id: 'a', parentId: null, name: 'before', order: 'a0' })
    await client.settle()
    bed = await bed.reopen()
    await client.mutate('updateFolder', { id: 'a', name: 'after' })
    await client.settle()
    expect(await client.pendingCount()).toBe(0)
    expect((await bed.sync.readView(ann)).view.get('folder/a')).toMatchObject({ name: 'after' })
  })

  test('hears that the epoch was raised, and the page that is loaded then starts over with everything', async () => {
    const [one, two] = [open(ann), open(bob)]
    await one.mutate('createFolder', { id: 'a', parentId: null, name: 'kept', order: 'a0' })
    await one.settle()
    await two.settle()
    const told = new Promise<void>((resolve) => {
      two.replicache.onClientStateNotFound = resolve
    })
    await bed.store.write('acme', { userId: 'ann', at: 1 }, async (tx) => {
      await tx.deleteEntry('folder/a')
      await tx.collectTombstones(tx.version)
      await tx.raiseEpoch()
    })
    // A pull already under way may be answered first.
    await two.replicache.pull({ now: true }).catch(() => undefined)
    await told
    const loadedAnew = open(bob)
    await loadedAnew.mutate('createFolder', { id: 'b', parentId: null, name: 'new', order: 'a0' })
    await loadedAnew.settle()
    const folders = [await loadedAnew.get('folder/a'), await loadedAnew.get('folder/b')]
    expect(folders).toEqual([undefined, expect.objectContaining({ name: 'new' })])
    expect(await loadedAnew.pendingCount()).toBe(0)
  })
})

interface TestClient {
  readonly replicache: Replicache<MutatorDefs>
  isOffline: boolean
  losePushAnswers: number
  losePullAnswers: number
  mutate(name: string, args: object): Promise<void>
  get(key: string): Promise<unknown>
  pendingCount(): Promise<number>
  /** Pushes and pulls until nothing is pending and the newest state has arrived. */
  settle(): Promise<void>
}

function openClient(bed: () => SyncTestBed, actor: Actor, name: string, refuseLocally: boolean): TestClient {
  const overNetwork = async <T>(lose: () => boolean, respond: () => Promise<T>): Promise<T> => {
    if (client.isOffline) throw new Error('offline')
    const response = JSON.parse(JSON.stringify(await respond())) as T
    if (lose()) throw new Error('the answer was lost')
    return response
  }
  let pulledCookie: Cookie | undefined
  const mutators: MutatorDefs = {}
  for (const mutator of mutatorList) {
    mutators[mutator.name] = async (tx: WriteTransaction, args: unknown) => {
      const write = mutator.run(
        {
          actor: refuseLocally ? actor : { ...actor, role: 'owner' },
          get: (key) => tx.get(key),
          scan: async (prefix) => await tx.scan({ prefix }).entries().toArray(),
          set: (key, value) => tx.set(key, value),
          del: async (key) => void (await tx.del(key)),
        },
        mutator.argsSchema.parse(args),
      )
      // An outdated browser may allow a mutation that the server refuses.
      await (refuseLocally ? write : write.catch(() => undefined))
    }
  }
  const ok = { httpStatusCode: 200, errorMessage: '' }
  const failed = (thrown: unknown) => ({ httpStatusCode: 500, errorMessage: toTidemarkError(thrown).message })
  const replicache = new Replicache({
    name,
    kvStore: 'mem',
    logLevel: 'error',
    logSinks: [{ log: () => undefined }],
    schemaVersion: currentSchemaVersion,
    pushDelay: 0,
    pullInterval: null,
    requestOptions: { minDelayMs: 1, maxDelayMs: 5 },
    mutators,
    pusher: async (request): Promise<PusherResult> => {
      try {
        const lose = () => client.losePushAnswers > 0 && (client.losePushAnswers -= 1) >= 0
        const body = pushRequestSchema.parse(JSON.parse(JSON.stringify(request)))
        const response = await overNetwork(lose, () => bed().sync.push(actor, body))
        if (isClientAction(response)) return { response, httpRequestInfo: ok }
        return { httpRequestInfo: ok }
      } catch (thrown) {
        return { httpRequestInfo: failed(thrown) }
      }
    },
    puller: async (request): Promise<PullerResult> => {
      try {
        const lose = () => client.losePullAnswers > 0 && (client.losePullAnswers -= 1) >= 0
        const body = pullRequestSchema.parse(JSON.parse(JSON.stringify(request)))
        const response = await overNetwork(lose, () => bed().sync.pull(actor, body))
        if ('cookie' in response) pulledCookie = response.cookie
        // The types differ only in `readonly`.
        return { response, httpRequestInfo: ok } as unknown as PullerResult
      } catch (thrown) {
        return { httpRequestInfo: failed(thrown) }
      }
    },
  })
  const mutation = { at: 1, actionId: 'step' }
  const client: TestClient = {
    replicache,
    isOffline: false,
    losePushAnswers: 0,
    losePullAnswers: 0,
    mutate: async (mutator, args) => {
      await replicache.mutate[mutator]?.({ ...args, ...mutation })
    },
    get: async (key) => await replicache.query(async (tx): Promise<JsonValue | undefined> => await tx.get(key)),
    pendingCount: async () => (await replicache.experimentalPendingMutations()).length,
    settle: async () => {
      await vi.waitFor(
        async () => {
          await replicache.push({ now: true }).catch(() => undefined)
          await replicache.pull({ now: true })
          expect(await client.pendingCount()).toBe(0)
          const { snapshot } = await bed().sync.readView(actor, [])
          expect(pulledCookie).toMatchObject({ e: snapshot.cookie.e, v: snapshot.cookie.v })
        },
        // Far more than needed: each attempt waits for a push and a pull on a machine that may be busy.
        { timeout: 25_000, interval: 10 },
      )
    },
  }
  return client
}

function isClientAction(response: ClientAction | Record<string, never>): response is ClientAction {
  return 'error' in response
}
