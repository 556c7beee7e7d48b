import { setSessionToEnd } from '@tidemark/shared/accounts/session-to-end'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actorOf } from '../http/identify'
import { openTeamTestBed, password, type TeamTestBed, type TestPerson } from '@testkit/team/team-test-bed'
import { createChartPasses } from '../team/tokens/chart-passes'
import { createChartTokens, grantsHashOf } from '../team/tokens/chart-tokens'
import { judgeTrace } from '../http/trusted-trace'
import { hasEngine } from '@testkit/sync/sync-test-bed'

const trace = { 'sentry-trace': `${'a'.repeat(32)}-${'b'.repeat(16)}-1` }
const ownPage = { ...trace, 'sec-fetch-site': 'same-origin' }

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

  const judged = async (headers: Record<string, string>) => await judgeTrace({ headers }, bed.services)

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
      await judgeTrace({ headers: { ...trace, 'sec-fetch-site': 'cross-site', ...given } }, services)
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
