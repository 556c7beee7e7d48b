import type { Role } from '@tidemark/shared/access/roles'
import { workspaceHeader } from '@tidemark/shared/accounts/workspace-address'
import type { CreatedToken } from '@tidemark/shared/tokens/api-token'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTeamTestBed, type TeamTestBed, type TestPerson } from '@testkit/team/team-test-bed'
import { routesOver } from './api-route'
import { apiRoutes } from './api-routes'
import { createApi } from './create-api'
import type { ActorNow } from '../base/admitted-actor'
import { hasEngine } from '@testkit/sync/sync-test-bed'

const { route } = routesOver<never>()

const undescribed = { method: 'GET', path: '/api/some', summary: '', example: '' } as const
const api = createApi(apiRoutes)

describe.runIf(hasEngine)('a request whose body is still on its way', () => {
  let bed: TeamTestBed
  let owner: TestPerson
  let workspace: string
  let count = 0
  beforeAll(async () => {
    bed = await openTeamTestBed()
    const made = await bed.setUp()
    owner = made.owner
    workspace = made.workspace.id
  })
  afterAll(() => bed.dispose())
  // Each test has its own folder, client and group.
  beforeEach(() => void (count += 1))

  const pushBody = () => {
    const args = { id: `f${count}`, parentId: null, name: 'f', order: 'a0', at: 1, actionId: 'step' }
    const mutations = [{ id: 1, clientID: `c${count}`, name: 'createFolder', args, timestamp: 0 }]
    return { pushVersion: 1, clientGroupID: `g${count}`, profileID: '', schemaVersion: '1', mutations }
  }
  const pullBody = { pullVersion: 1, clientGroupID: 'reader', profileID: '', schemaVersion: '1', cookie: null }

  /** Sends a request whose second half follows once `meanwhile` is done. */
  const send = async (path: string, body: object, who: Record<string, string>, meanwhile: () => Promise<unknown>) => {
    const halves = [JSON.stringify(body).slice(0, 20), JSON.stringify(body).slice(20)]
    let sentCount = 0
    const stream = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          if (sentCount === 1) await meanwhile()
          controller.enqueue(new TextEncoder().encode(halves[sentCount]))
          sentCount += 1
          if (sentCount === halves.length) controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const request = new Request(`https://tidemark.example${path}`, {
      method: 'POST',
      headers: { ...who, [workspaceHeader]: workspace, 'content-type': 'application/json' },
      body: stream,
      // @ts-expect-error: Node asks for it, and its types do not know of it.
      duplex: 'half',
    })
    return await api.fetch(request, {})
  }
  const push = (as: TestPerson, meanwhile: () => Promise<unknown>) =>
    send('/api/replicache/push', pushBody(), { cookie: as.cookie }, meanwhile)
  const hasFolder = async () =>
    (await bed.store.read(workspace, (tx) => tx.getEntry(`folder/f${count}`)))?.value !== undefined

  test('is done when nothing happens meanwhile', async () => {
    expect((await push(await bed.join(owner, 'editor', workspace), async () => undefined)).status).toBe(200)
    expect(await hasFolder()).toBe(true)
  })

  test('does nothing for who was removed meanwhile', async () => {
    const bob = await bed.join(owner, 'editor', workspace)
    const remove = () => bed.ask('DELETE', `/api/members/${bob.id}`, { as: owner, workspace })
    expect((await push(bob, remove)).status).toBe(403)
    expect(await hasFolder()).toBe(false)
  })

  test.each<[Role, boolean]>([
    ['viewer', false],
    ['admin', true],
  ])('is done as the %s that somebody has become meanwhile: %s', async (role, isDone) => {
    const bob = await bed.join(owner, 'editor', workspace)
    const change = () => bed.ask('PATCH', `/api/members/${bob.id}`, { as: owner, workspace, body: { role } })
    // A refused mutation does not make the push fail.
    expect((await push(bob, change)).status).toBe(200)
    expect(await hasFolder()).toBe(isDone)
  })

  const bySession = async () => {
    const bob = await bed.join(owner, 'editor', workspace)
    const lose = () => bed.ask('POST', '/api/auth/sign-out', { as: bob })
    return { who: { cookie: bob.cookie }, lose }
  }
  const byToken = async () => {
    const body = { name: 'x', scopes: ['content:read', 'content:write'], role: 'editor', expiresInDays: 1 }
    const made = (await bed.ask('POST', '/api/tokens', { as: owner, workspace, body })).body as CreatedToken
    const lose = () => bed.ask('DELETE', `/api/tokens/${made.token.id}`, { as: owner, workspace })
    return { who: { authorization: `Bearer ${made.secret}` }, lose }
  }

  test.each([
    ['session', bySession],
    ['token', byToken],
  ])('writes nothing once the %s that let it in is gone', async (_, admit) => {
    const { who, lose } = await admit()
    expect((await send('/api/replicache/push', pushBody(), who, lose)).status).toBe(401)
    expect(await hasFolder()).toBe(false)
  })

  test.each([
    ['session', bySession],
    ['token', byToken],
  ])('reads nothing either when the body came late, and the %s is gone', async (_, admit) => {
    const { who, lose } = await admit()
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const pull = async (meanwhile: () => unknown) => {
        const wait = async () => {
          await meanwhile()
          vi.advanceTimersByTime(1001)
        }
        return (await send('/api/replicache/pull', pullBody, who, wait)).status
      }
      expect([await pull(() => undefined), await pull(lose)]).toEqual([200, 401])
    } finally {
      vi.useRealTimers()
    }
  })

  const actorNowOf = async (who: Record<string, string>) => {
    const asked: ActorNow[] = []
    const { answer } = route({ ...undescribed, tokenScope: 'content:read' }, async ({ actorNow }) => {
      asked.push(actorNow)
      return new Response()
    })
    await answer(new Request('https://tidemark.example/api/some', { headers: who }))
    return async () => (await Promise.all(asked.map((actorNow) => actorNow()))).map(({ orgId, role }) => [orgId, role])
  }

  test.each([
    ['session', bySession, 'not-signed-in'],
    ['token', byToken, 'token-invalid'],
  ])('and what goes on after it is told that the %s is gone', async (_, admit, code) => {
    const { who, lose } = await admit()
    const actorNow = await actorNowOf({ ...who, [workspaceHeader]: workspace })
    expect(await actorNow()).toEqual([[workspace, 'editor']])
    await lose()
    await expect(actorNow()).rejects.toMatchObject({ code })
  })

  test('and what goes on after it is in the workspace that it began in, whatever others are the person’s', async () => {
    const bob = await bed.join(owner, 'editor', workspace)
    const actorNow = await actorNowOf({ cookie: bob.cookie })
    await bed.ask('POST', '/api/workspaces', { as: bob, body: { name: 'Of Bob' } })
    expect(await actorNow()).toEqual([[workspace, 'editor']])
    await bed.ask('DELETE', `/api/members/${bob.id}`, { as: owner, workspace })
    await expect(actorNow()).rejects.toMatchObject({ code: 'forbidden' })
  })
})
