import { setSessionToEnd } from '@tidemark/shared/accounts/session-to-end'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { actorOf, identify } from '../http/actor'
import { openTeamTestBed, password, type TeamTestBed, type TestPerson } from '@testkit/team/team-test-bed'
import { createChartPasses } from '../team/tokens/chart-passes'
import { createChartTokens, grantsHashOf } from '../team/tokens/chart-tokens'
import { setReporting, type Reporting, type RunningRequest } from './reporting'
import { judgeTrace } from './trusted-trace'
import { probeRoutes } from '../operations/probe-routes'
import { withRequestStore } from '../http/request-store'
import { route } from '../http/api-route'
import { setServices, type Services } from '../services'
import { hasEngine } from '@testkit/sync/sync-test-bed'

const trace = { 'sentry-trace': `${'a'.repeat(32)}-${'b'.repeat(16)}-1` }
const ownPage = { ...trace, 'sec-fetch-site': 'same-origin' }

/** Whether its sender may say which trace it belongs to: judged before it is answered, or by what lets them in. */
async function isTrusted(headers: Record<string, string>, services: Services, hasSpans: boolean): Promise<boolean> {
  const { trust } = await judgeTrace({ headers }, services, hasSpans)
  if (trust !== 'asked') return trust === 'trusted'
  const onSignedIn = vi.fn()
  await identify(new Headers(headers), services, undefined, { isRefreshed: true, onSignedIn }).catch(toTidemarkError)
  return onSignedIn.mock.calls.length > 0
}

const undescribed = { method: 'GET', path: '/api/some', summary: '', example: '' } as const

/** While reports are on, of which the request that runs is this. */
async function following<T>(running: RunningRequest, run: () => Promise<T>): Promise<T> {
  // Of the reporting only this is asked for.
  setReporting({ getRunning: () => running } as unknown as Reporting)
  return await run().finally(() => setReporting(null))
}

describe.runIf(hasEngine)('who may say which trace a request belongs to, in a team', () => {
  let bed: TeamTestBed
  let owner: TestPerson
  let workspace: string
  beforeAll(async () => {
    bed = await openTeamTestBed()
    const made = await bed.setUp()
    owner = made.owner
    workspace = made.workspace.id
  })
  afterAll(() => bed.dispose())

  test.each([
    ['a member', () => ({ 'x-tidemark-workspace': workspace }), 200, true],
    ['one of no such workspace', () => ({ 'x-tidemark-workspace': 'nowhere' }), 403, true],
    ['whose session has ended', () => ({ cookie: 'ended=1' }), 401, false],
  ] as const)('a route says so of %s', async (_, headersOf, status, isToldSo) => {
    const running = { isSenderAsked: true, trustSender: vi.fn(), setAsker: vi.fn(), setOutcome: vi.fn() }
    const headers = { cookie: owner.cookie, ...headersOf() }
    const request = new Request('http://localhost/api/some', { headers })
    const answer = await following(running, () => route(undescribed, async () => new Response()).answer(request))
    expect([answer.status, running.trustSender.mock.calls.length > 0]).toEqual([status, isToldSo])
  })

  test.each([
    ['a member', () => ownPage, true],
    ['a member in whatever workspace', () => ({ ...ownPage, 'x-tidemark-workspace': 'nowhere' }), true],
    ['whose session has ended', () => ({ ...ownPage, cookie: 'ended=1' }), false],
    ['a monitor, which brings no trace', () => ({}), false],
  ] as const)('a probe answers all, and says so of %s', async (_, headersOf, isToldSo) => {
    const isSenderAsked = 'sentry-trace' in headersOf()
    const running = { isSenderAsked, trustSender: vi.fn(), setAsker: vi.fn(), setOutcome: vi.fn() }
    const { 'sentry-trace': _trace, ...asked } = { 'sentry-trace': '', cookie: owner.cookie, ...headersOf() }
    const request = new Request('http://localhost/api/health', { headers: asked })
    const health = vi.fn(async () => ({ status: 'ok', store: 'ok' }))
    setServices({ ...bed.services, health } as unknown as Services)
    const probe = probeRoutes.find(({ path }) => path === '/api/health')
    const answer = await following(running, async () => await probe?.answer(request))
    setServices(bed.services)
    expect([answer?.status, running.trustSender.mock.calls.length > 0]).toEqual([200, isToldSo])
  })

  test('what was read to judge a page’s request answers it, once, and no other cookie', async () => {
    const { admission } = await judgeTrace({ headers: { ...ownPage, cookie: owner.cookie } }, bed.services, true)
    if (!admission?.admitted) throw new Error('a session was read')
    // Told apart from what the tables say.
    const known = { ...admission, admitted: { ...admission.admitted, memberships: [] } }
    const ask = async (cookie: string) =>
      await withRequestStore({ admission: known }, () =>
        actorOf(new Headers({ cookie }), bed.services, { id: workspace }),
      )
    expect(await ask(`${owner.cookie}; other=1`)).toMatchObject({ userId: owner.id })
    await expect(ask(owner.cookie)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await ask(owner.cookie)).toMatchObject({ userId: owner.id })
  })

  test('nothing is read to judge a request that the host answers: its route reads it', async () => {
    const headers = { ...ownPage, cookie: owner.cookie }
    expect(await judgeTrace({ headers }, bed.services, false)).toEqual({ trust: 'asked' })
  })

  describe.each([
    { what: 'Next', hasSpans: true },
    { what: 'the host', hasSpans: false },
  ])('that $what answers:', ({ hasSpans }) => {
    const judged = async (headers: Record<string, string>) => await isTrusted(headers, bed.services, hasSpans)

    test('one of our pages with a session, whichever of several workspaces it means', async () => {
      await bed.ask('POST', '/api/workspaces', { as: owner, body: { name: 'Another', slug: 'another' } })
      expect(await judged({ ...ownPage, cookie: owner.cookie })).toBe(true)
      expect(await judged({ ...ownPage, cookie: owner.cookie, 'x-tidemark-workspace': workspace })).toBe(true)
    })

    test.each(['origin', 'referer'])(
      'one that says by its %s that it is of our pages, where no site is named',
      async (name) => {
        const { publicUrl = '' } = bed.services.config
        const asked = (from: string) => judged({ ...trace, cookie: owner.cookie, [name]: from })
        expect(await asked(name === 'origin' ? new URL(publicUrl).origin : `${new URL(publicUrl).origin}/w/acme`)).toBe(
          true,
        )
        expect([await asked('https://elsewhere.example'), await asked('null')]).toEqual([false, false])
        expect(await judged({ ...trace, [name]: publicUrl })).toBe(false)
      },
    )

    test.each([
      ['without a session', () => ownPage],
      ['with a session nobody has', () => ({ ...ownPage, cookie: owner.cookie.replace(/=...../, '=aaaaa') })],
      ['of another site', () => ({ ...trace, cookie: owner.cookie, 'sec-fetch-site': 'cross-site' })],
      ['of a program that shows a cookie', () => ({ ...trace, cookie: owner.cookie })],
    ] as const)('no request %s', async (_, headersOf) => {
      expect(await judged({ ...headersOf() })).toBe(false)
    })

    test('no API token, though it may use the API', async () => {
      const body = { name: 'script', scopes: ['content:read'], role: 'viewer', expiresInDays: 1 }
      const made = await bed.ask('POST', '/api/tokens', { as: owner, workspace, body })
      const { secret } = made.body as { readonly secret: string }
      expect((await bed.ask('GET', '/api/members', { token: secret })).status).toBe(403)
      expect(await judged({ ...ownPage, authorization: `Bearer ${secret}` })).toBe(false)
    })

    test('at the chart host whoever shows a valid pass, from whatever origin, and no cookie', async () => {
      const audience = 'https://charts.example'
      const tokens = createChartTokens({
        secrets: ['a secret of a test that is long enough'],
        audience,
        clock: Date.now,
      })
      const chartPasses = createChartPasses({ database: bed.database, tokens, clock: Date.now })
      const config = { ...bed.services.config, mode: 'chart' as const }
      const services = { ...bed.services, config, team: { ...bed.team, chartPasses } }
      const headers = new Headers({ cookie: owner.cookie })
      const actor = await actorOf(headers, bed.services, { id: workspace })
      const session = await bed.team.accounts.getSignedIn(headers)
      const claims = { sub: owner.id, org: workspace, sid: session?.sessionId ?? '', grants: grantsHashOf(actor) }
      const pass = await tokens.sign(claims)
      const asked = async (given: Record<string, string>) =>
        await isTrusted({ ...trace, 'sec-fetch-site': 'cross-site', ...given }, services, hasSpans)
      expect(await asked({ authorization: `Bearer ${pass}` })).toBe(true)
      expect(await asked({ authorization: `Bearer ${pass}x` })).toBe(false)
      expect(await asked({ authorization: `Bearer ${await tokens.sign({ ...claims, sid: 'ended' })}` })).toBe(false)
      expect(await asked({ cookie: owner.cookie })).toBe(false)
    })

    test('nobody after signing out, nor where that is still to be told', async () => {
      const signedIn = await bed.ask('POST', '/api/auth/sign-in/email', { body: { email: owner.email, password } })
      expect(await judged({ ...ownPage, cookie: signedIn.cookie })).toBe(true)
      const left = `${signedIn.cookie}; ${setSessionToEnd(owner.id).split(';')[0]}`
      expect(await judged({ ...ownPage, cookie: left })).toBe(false)
      await bed.ask('POST', '/api/auth/sign-out', { as: { ...owner, cookie: signedIn.cookie }, body: {} })
      expect(await judged({ ...ownPage, cookie: signedIn.cookie })).toBe(false)
    })
  })
})
