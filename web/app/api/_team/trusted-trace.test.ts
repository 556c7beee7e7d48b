import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actorOf } from '@/server/actor'
import { openTeamTestBed, password, type TeamTestBed, type TestPerson } from '@/server/accounts/team-test-bed'
import { createChartPasses } from '@/server/chart-host/chart-passes'
import { createChartTokens, grantsHashOf } from '@/server/chart-host/chart-tokens'
import { judgeTrace } from '@/server/observability/trusted-trace'
import { withRequestStore } from '@/server/request-store'
import { hasEngine } from '@/server/sync/sync-test-bed'
import { findTeamRoute } from './team-routes'

const trace = { 'sentry-trace': `${'a'.repeat(32)}-${'b'.repeat(16)}-1` }
const ownPage = { ...trace, 'sec-fetch-site': 'same-origin' }

describe.runIf(hasEngine)('who may say which trace a request belongs to, in a team', () => {
  let bed: TeamTestBed
  let owner: TestPerson
  let workspace: string
  beforeAll(async () => {
    bed = await openTeamTestBed(findTeamRoute)
    const made = await bed.setUp()
    owner = made.owner
    workspace = made.workspace.id
  })
  afterAll(() => bed.dispose())
  const isTrusted = async (headers: Record<string, string>) => (await judgeTrace({ headers }, bed.services)).isTrusted

  test('one of our pages with a session, whichever of several workspaces it means', async () => {
    await bed.ask('POST', '/api/workspaces', { as: owner, body: { name: 'Another', slug: 'another' } })
    expect(await isTrusted({ ...ownPage, cookie: owner.cookie })).toBe(true)
    expect(await isTrusted({ ...ownPage, cookie: owner.cookie, 'x-tidemark-workspace': workspace })).toBe(true)
  })

  test.each([
    ['without a session', () => ownPage],
    ['with a session nobody has', () => ({ ...ownPage, cookie: owner.cookie.replace(/=...../, '=aaaaa') })],
    ['of another site', () => ({ ...trace, cookie: owner.cookie, 'sec-fetch-site': 'cross-site' })],
    ['of a program that shows a cookie', () => ({ ...trace, cookie: owner.cookie })],
    ['that names no trace', () => ({ 'sec-fetch-site': 'same-origin', cookie: owner.cookie })],
  ] as const)('no request %s', async (_, headersOf) => {
    expect(await isTrusted({ ...headersOf() })).toBe(false)
  })

  test('no API token, though it may use the API', async () => {
    const body = { name: 'script', scopes: ['content:read'], role: 'viewer', expiresInDays: 1 }
    const made = await bed.ask('POST', '/api/tokens', { as: owner, workspace, body })
    const { secret } = made.body as { readonly secret: string }
    expect((await bed.ask('GET', '/api/members', { token: secret })).status).toBe(403)
    expect(await isTrusted({ ...ownPage, authorization: `Bearer ${secret}` })).toBe(false)
  })

  test('what was read for it answers the request, once, and no other cookie', async () => {
    const { admission } = await judgeTrace({ headers: { ...ownPage, cookie: owner.cookie } }, bed.services)
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

  test('at the chart host whoever shows a valid pass, from whatever origin, and no cookie', async () => {
    const audience = 'https://charts.example'
    const tokens = createChartTokens({ secrets: ['a secret of a test that is long enough'], audience, clock: Date.now })
    const chartPasses = createChartPasses({ database: bed.database, tokens, clock: Date.now })
    const config = { ...bed.services.config, mode: 'chart' as const }
    const services = { ...bed.services, config, team: { ...bed.team, chartPasses } }
    const headers = new Headers({ cookie: owner.cookie })
    const actor = await actorOf(headers, bed.services, { id: workspace })
    const session = await bed.team.accounts.getSignedIn(headers)
    const claims = { sub: owner.id, org: workspace, sid: session?.sessionId ?? '', grants: grantsHashOf(actor) }
    const pass = await tokens.sign(claims)
    const asked = async (given: Record<string, string>) =>
      (await judgeTrace({ headers: { ...trace, 'sec-fetch-site': 'cross-site', ...given } }, services)).isTrusted
    expect(await asked({ authorization: `Bearer ${pass}` })).toBe(true)
    expect(await asked({ authorization: `Bearer ${pass}x` })).toBe(false)
    expect(await asked({ authorization: `Bearer ${await tokens.sign({ ...claims, sid: 'ended' })}` })).toBe(false)
    expect(await asked({ cookie: owner.cookie })).toBe(false)
  })

  test('nobody after signing out', async () => {
    const signedIn = await bed.ask('POST', '/api/auth/sign-in/email', { body: { email: owner.email, password } })
    expect(await isTrusted({ ...ownPage, cookie: signedIn.cookie })).toBe(true)
    await bed.ask('POST', '/api/auth/sign-out', { as: { ...owner, cookie: signedIn.cookie }, body: {} })
    expect(await isTrusted({ ...ownPage, cookie: signedIn.cookie })).toBe(false)
  })
})
