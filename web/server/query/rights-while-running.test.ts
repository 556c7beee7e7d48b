import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '@tidemark/shared/base/ids'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import type { RunItem, RunResultLine } from '@tidemark/shared/query/run-query'
import type { CreatedToken } from '@tidemark/shared/tokens/api-token'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTeamTestBed, type Asked, type TeamTestBed, type TestPerson } from '@testkit/team/team-test-bed'
import { actorOf } from '../http/identify'
import { createChartPasses } from '../team/tokens/chart-passes'
import { createChartTokens } from '../team/tokens/chart-tokens'
import { datasetEntry, openQueryFixture, sqlItem, type QueryFixture } from '@testkit/query/query-fixture'
import { setServices, type Services } from '../services'
import { hasEngine } from '@testkit/sync/sync-test-bed'

const endless = 'SELECT count(*) FROM range(1000000000000) a, range(1000000000000) b WHERE a.range = -b.range - 1'
const slow = 'SELECT 42 AS slow'
const recheckMs = 40

describe.runIf(hasEngine)('a query that runs while its person', () => {
  let bed: TeamTestBed
  let fixture: QueryFixture
  let owner: TestPerson
  let workspace: string
  /** Ends the pending runs of `slow`. */
  let finishSlow = (): void => undefined
  let runningCount = 0
  /** How far the clock of the chart host's passes is ahead. */
  let passesAheadMs = 0
  let services: Services
  let passes: ReturnType<typeof createChartPasses>
  beforeAll(async () => {
    bed = await openTeamTestBed()
    fixture = await openQueryFixture()
    const made = await bed.setUp()
    owner = made.owner
    workspace = made.workspace.id
    const clock = () => Date.now() + passesAheadMs
    const tokens = createChartTokens({
      secrets: ['a secret of a test that is long enough'],
      audience: 'https://charts.example',
      clock,
    })
    passes = createChartPasses({ database: bed.database, tokens, clock: Date.now })
  })
  afterAll(async () => {
    await fixture.close()
    await bed.dispose()
  })
  beforeEach(() => {
    passesAheadMs = 0
    const slowRun = new Promise<void>((resolve) => (finishSlow = resolve))
    const engine: QueryFixture['engine'] = {
      run: async (query, signal) => {
        runningCount += 1
        try {
          if (query.sql === slow) await Promise.race([slowRun, aborted(signal)])
          return await fixture.engine.run(query, signal)
        } finally {
          runningCount -= 1
        }
      },
    }
    const queries = fixture.open({ sync: bed.services.sync, engine, limits: { recheckMs } })
    services = { ...bed.services, queries, team: { ...bed.team, chartPasses: passes } }
    setServices(services)
  })

  const atTheWebServer = async (person: TestPerson): Promise<Asked> => ({ as: person, workspace })
  const atTheChartHost = async (person: TestPerson): Promise<Asked> => {
    const headers = new Headers({ cookie: person.cookie })
    const actor = await actorOf(headers, bed.services, { id: workspace })
    const signedIn = await bed.team.accounts.getSignedIn(headers)
    const { token } = await passes.issue({ userId: person.id, sessionId: signedIn?.sessionId ?? '' }, actor)
    return { token }
  }
  const hosts = [
    ['the web server', atTheWebServer, 'team'],
    ['the chart host', atTheChartHost, 'chart'],
  ] as const
  const serveAs = (mode: 'team' | 'chart') => setServices({ ...services, config: { ...services.config, mode } })

  /** Runs items; returns the outcome of each. */
  const run = async (asked: Asked, ...items: readonly RunItem[]) => {
    const { lines } = await bed.ask('POST', '/api/chart/run-query', { ...asked, body: { runId: newId(), items } })
    // The route's own lines.
    const sorted = (lines as readonly RunResultLine[]).toSorted((a, b) => a.item - b.item)
    return sorted.map(({ error, status }) => error?.code ?? status)
  }
  const asOwner = (method: string, path: string, body?: unknown) =>
    bed.ask(method, path, { as: owner, workspace, ...(body === undefined ? {} : { body }) })
  const mutate = async (name: string, args: unknown) =>
    await bed.services.sync.mutate(
      await actorOf(new Headers({ cookie: owner.cookie }), bed.services, { id: workspace }),
      name,
      args,
    )

  const losses: readonly (readonly [how: string, code: string, lose: (person: TestPerson) => Promise<unknown>])[] = [
    ['is removed', 'forbidden', (person) => asOwner('DELETE', `/api/members/${person.id}`)],
    ['is signed out', 'not-signed-in', (person) => bed.ask('POST', '/api/auth/sign-out', { as: person })],
    [
      'becomes a viewer, who may ask no SQL',
      'forbidden',
      (person) => asOwner('PATCH', `/api/members/${person.id}`, { role: 'viewer' }),
    ],
  ]
  describe.each(hosts)('at %s', (_, admit, mode) => {
    test.each(losses)('%s ends, in the engine too, and is answered as it would be now', async (_how, code, lose) => {
      const editor = await bed.join(owner, 'editor', workspace)
      const asked = await admit(editor)
      serveAs(mode)
      const mine = `${endless} AND '${editor.id}' <> ''`
      // Two runs of a person run at once, so the third one waits; the last is answered immediately.
      const codes = run(
        asked,
        sqlItem('SELECT 1'),
        sqlItem(mine),
        sqlItem(`${mine} AND 1 = 1`),
        sqlItem(`${mine} AND 2 = 2`),
      )
      await expect.poll(() => fixture.executed.at(-1)).toBe(`${mine} AND 1 = 1`)
      serveAs('team')
      await lose(editor)
      expect(await codes).toEqual(['success', code, code, code])
      await expect.poll(() => runningCount).toBe(0)
    })

    test('becomes an owner goes on', async () => {
      const editor = await bed.join(owner, 'editor', workspace)
      const asked = await admit(editor)
      serveAs(mode)
      const codes = run(asked, sqlItem(slow, { cache: { mode: 'fresh' } }))
      await expect.poll(() => runningCount).toBe(1)
      serveAs('team')
      await asOwner('PATCH', `/api/members/${editor.id}`, { role: 'owner' })
      await wait(3 * recheckMs)
      finishSlow()
      expect(await codes).toEqual(['success'])
    })
  })

  test('may not see its chart any more ends, and others of the request go on', async () => {
    await mutate('createFolder', { id: 'kept', parentId: null, name: 'Kept', order: 'a0', at: 1 })
    const chart = { id: 'in-kept', folderId: 'kept', name: 'x', description: '', order: 'a0', at: 1 }
    const query = { kind: 'sql', connectionId: 'local', sql: endless }
    await mutate('createChart', { ...chart, query, visual: { ...defaultVisual, type: 'table' } })
    const viewer = await bed.join(owner, 'editor', workspace)
    const codes = run({ as: viewer, workspace }, { chartId: 'in-kept' }, sqlItem(slow, { cache: { mode: 'fresh' } }))
    await expect.poll(() => runningCount).toBe(2)
    await mutate('setFolderAccess', { id: 'kept', access: [], at: 1 })
    await expect.poll(() => runningCount).toBe(1)
    finishSlow()
    expect(await codes).toEqual(['not-found', 'success'])
  })

  test('may not use data any more that it can read ends, and one is not stopped by data that stays', async () => {
    const writer = await actorOf(new Headers({ cookie: owner.cookie }), bed.services, { id: workspace })
    await bed.services.sync.transact(writer, (tx) => tx.set('dataset/orders', datasetEntry('orders', 'v1')))
    const editor = await bed.join(owner, 'editor', workspace)
    const codes = run({ as: editor, workspace }, sqlItem(`${endless} AND 'orders' <> ''`))
    await expect.poll(() => runningCount).toBe(1)
    await mutate('updateDataset', { id: 'orders', name: 'Renamed', at: 1 })
    await wait(3 * recheckMs)
    expect(runningCount).toBe(1)
    await mutate('keepDataset', { id: 'orders', first: [], at: 1 })
    expect(await codes).toEqual(['forbidden'])
    await expect.poll(() => runningCount).toBe(0)
    await mutate('openDataset', { id: 'orders', at: 1 })
  })

  test('is removed goes on for others who wait for the same answer', async () => {
    const editor = await bed.join(owner, 'editor', workspace)
    const item = sqlItem(slow, { cache: { mode: 'fresh' } })
    const theirs = run({ as: editor, workspace }, item)
    await expect.poll(() => runningCount).toBe(1)
    const ours = run({ as: owner, workspace }, item)
    await asOwner('DELETE', `/api/members/${editor.id}`)
    expect(await theirs).toEqual(['forbidden'])
    expect(runningCount).toBe(1)
    finishSlow()
    expect(await ours).toEqual(['success'])
  })

  test('has their API token revoked ends', async () => {
    const made = await asOwner('POST', '/api/tokens', {
      name: 'x',
      scopes: ['query:run'],
      role: 'editor',
      expiresInDays: 1,
    })
    const { token, secret } = made.body as CreatedToken
    const codes = run({ token: secret }, sqlItem(endless))
    await expect.poll(() => runningCount).toBe(1)
    await asOwner('DELETE', `/api/tokens/${token.id}`)
    expect(await codes).toEqual(['token-invalid'])
  })

  test('has a pass of the chart host that ends meanwhile goes on', async () => {
    const asked = await atTheChartHost(owner)
    serveAs('chart')
    const codes = run(asked, sqlItem(slow, { cache: { mode: 'fresh' } }))
    await expect.poll(() => runningCount).toBe(1)
    passesAheadMs = 10 * 60_000
    await wait(3 * recheckMs)
    finishSlow()
    expect(await codes).toEqual(['success'])
    // It does not authenticate a new request.
    expect((await bed.ask('POST', '/api/chart/run-query', { ...asked, body: { runId: 'r', items: [] } })).status).toBe(
      401,
    )
  })
})

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
}
