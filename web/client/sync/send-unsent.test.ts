import type { PullRequestV1, PushRequestV1 } from 'replicache'
import { localOwner } from '@tidemark/shared/access/actor'
import { cookieOf } from '@tidemark/shared/sync/protocol'
import { beforeEach, expect, test, vi } from 'vitest'
import { countUnsent } from '../unsent/count-unsent'
import { databaseLock } from '../page/hold-database'
import { rememberOpened } from '../page/opened-workspaces'
import { readRecovered } from '../unsent/unsent-store'
import { sendUnsent } from './send-unsent'
import { openTab, setUpBrowser } from '@testkit/pages/tab-fixture'

setUpBrowser()

/** The mutations sent to the server, with their workspaces. */
let sent: string[]
/** The server's answer in place of success. */
let refusal: Response | null
beforeEach(() => {
  sent = []
  refusal = null
  const had: Record<string, number> = {}
  vi.stubGlobal('fetch', async (url: string, { headers, body }: { headers: Headers; body: string }) => {
    if (refusal !== null) return refusal.clone()
    if (url === '/api/replicache/pull') {
      const { cookie } = JSON.parse(body) as PullRequestV1
      const at = typeof cookie === 'number' ? cookie : 0
      return Response.json({ cookie: at + 1, lastMutationIDChanges: had, patch: [] })
    }
    expect(url).toBe('/api/replicache/push')
    for (const { clientID, id, args } of (JSON.parse(body) as PushRequestV1).mutations) {
      had[clientID] = id
      expect(headers.get('x-tidemark-person')).toBe('ann')
      sent.push(`${headers.get('x-tidemark-workspace')}: ${(args as { readonly id: string }).id}`)
    }
    return Response.json({})
  })
})

/**
 * Makes changes in a tab, writes them to disk and closes it. The person's workspace was opened with epoch 1 of the
 * store.
 */
async function leave(workspace: string, ids: readonly string[], { person = 'ann', epoch = 1 } = {}) {
  const tab = openTab(workspace, { person, epoch })
  await tab.make(...ids)
  await tab.write()
  await tab.close()
  const summary = { id: workspace, slug: workspace, name: workspace, role: 'editor' as const }
  rememberOpened({
    actor: { ...localOwner, kind: 'person', userId: person, orgId: workspace },
    databaseName: tab.databaseName,
    cookie: cookieOf(1, 0, 'a'),
    team: { person: { id: person, name: person, email: `${person}@example.com` }, workspace: summary, workspaces: [] },
    at: 1,
  })
  return tab.replicache.idbName
}

const waiting = async () =>
  Object.fromEntries((await countUnsent('ann', null)).map(({ orgId, count }) => [orgId, count]))

test('what waits in workspaces that no page has open is sent as theirs, and nothing of others or of an earlier epoch', async () => {
  await leave('acme', ['a', 'b'])
  await leave('beta', ['c'])
  await leave('beta', ['of an earlier epoch'], { epoch: 0 })
  await leave('acme', ['of bob'], { person: 'bob' })
  await sendUnsent('ann')
  expect(sent.sort()).toEqual(['acme: a', 'acme: b', 'beta: c'])
  expect(await waiting()).toEqual({ beta: 1 })
  await sendUnsent('ann')
  expect(sent).toHaveLength(3)
})

test('what a page has open it sends itself', async () => {
  const held = databaseLock(await leave('acme', ['a']))
  await leave('beta', ['b'])
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, ...rest: readonly unknown[]) =>
        await (rest.at(-1) as (lock: object | null) => Promise<unknown>)(name === held ? null : {}),
      query: () => Promise.resolve({}),
    },
  })
  await sendUnsent('ann')
  expect(sent).toEqual(['beta: b'])
})

test.each([
  ['is known no more', { error: 'ClientStateNotFound' }],
  ['speaks no version that is served', { error: 'VersionNotSupported', versionType: 'schema' }],
])('what a client made that %s is recovered: nothing would send it any more', async (_, answer) => {
  await leave('acme', ['a', 'b'])
  refusal = Response.json(answer)
  await sendUnsent('ann')
  const recovered = await readRecovered('tidemark:store:acme:ann:rescued')
  expect(recovered.map(({ args }) => args)).toMatchObject([{ id: 'a' }, { id: 'b' }])
  expect(await waiting()).toEqual({ acme: 2 })
})

test('what is refused or does not arrive stays, and the next workspace is tried', async () => {
  await leave('acme', ['a'])
  await leave('beta', ['b'])
  for (const status of [401, 403, 503]) {
    refusal = Response.json({}, { status })
    await sendUnsent('ann')
    expect(await waiting()).toEqual({ acme: 1, beta: 1 })
  }
  refusal = null
  await sendUnsent('ann')
  expect(await waiting()).toEqual({})
})
