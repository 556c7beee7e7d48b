import { createHash, randomBytes } from 'node:crypto'
import type { SessionInfo } from '@tidemark/shared/accounts/session-info'
import type { AuditPage } from '@tidemark/shared/audit/audit-event'
import { peopleGroupSchema } from '@tidemark/shared/groups/people-group'
import type { CreatedInvite } from '@tidemark/shared/members/invite'
import type { MemberList } from '@tidemark/shared/members/member'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startIdentityProvider, type IdentityProvider } from '@testkit/servers/identity-provider'
import { hasEngine } from '@testkit/sync/sync-test-bed'
import {
  codeOf,
  openTeamTestBed,
  password,
  publicUrl,
  tokenOf,
  type TeamTestBed,
  type TestPerson,
} from '@testkit/team/team-test-bed'
import { readConfig, type Config } from '@/server/base/config'
import { actorOf } from '@/server/http/identify'
import { releaseGroups } from './follow-groups'

let provider: IdentityProvider
let bed: TeamTestBed

const redirectUri = `${publicUrl}/api/auth/callback/oidc`

const open = async (settings: Readonly<Record<string, string>> = {}): Promise<void> => {
  provider.people.clear()
  for (const [login, groups] of Object.entries({ bo: ['analysts', 'staff'], cy: ['staff'], dot: [] }))
    provider.people.set(login, { ...person(login), groups })
  bed = await openTeamTestBed({ singleSignOn: settingsOf({ ...provider.settings, ...settings }) })
}

const person = (login: string) => ({
  email: `${login}@example.com`,
  email_verified: true,
  name: `${login.toUpperCase()} Smith`,
  groups: [] as readonly string[],
})

const settingsOf = (settings: Readonly<Record<string, string>>): Config['singleSignOn'] =>
  readConfig({
    env: {
      TIDEMARK_MODE: 'team',
      TIDEMARK_PUBLIC_URL: publicUrl,
      TIDEMARK_SECRET: 'a secret of a test that is long enough',
      TIDEMARK_DATA_DIR: '/nowhere',
      ...settings,
    },
    installDir: '/nowhere',
    version: '0.0.0',
  }).singleSignOn

/** Begins a sign-in and goes through the provider; returns the address that it leads back to, and the state's cookie. */
const atProvider = async (login: string, next = '/w/acme/dashboards/1?tab=2') => {
  const begun = await bed.ask('GET', `/api/auth/sign-in/oidc?next=${encodeURIComponent(next)}`)
  const back = await provider.signIn(begun.headers.get('location') ?? '', login)
  const { pathname, search } = new URL(back)
  return { address: `${pathname}${search}`, cookie: begun.cookie, begun }
}

/** Signs in through the provider; returns where the browser is led, and who it is then. */
const signIn = async (login: string, next?: string) => {
  const { address, cookie } = await atProvider(login, next)
  const answer = await bed.ask('GET', address, { as: { id: '', email: '', cookie } })
  const as: TestPerson = { id: '', email: '', cookie: answer.cookie }
  const session = await bed.ask('GET', '/api/session', { as })
  return {
    location: answer.headers.get('location'),
    as,
    session: session.status === 200 ? (session.body as SessionInfo) : null,
  }
}

const problemOf = ({ location }: { readonly location: string | null }) =>
  new URL(location ?? '', publicUrl).searchParams.get('problem')

beforeAll(async () => {
  provider = await startIdentityProvider({ redirectUri })
})
afterAll(() => provider.close())
afterEach(() => bed.dispose())

describe.runIf(hasEngine)('signing in through the identity provider', () => {
  const roles = { TIDEMARK_OIDC_ROLES: 'analysts=editor, staff=viewer, analysts=admin@other' }

  test.each([true, false])(
    'makes a member by their groups, wherever the provider names them (in the ID token: %s)',
    async (areClaimsInIdToken) => {
      if (!areClaimsInIdToken) {
        const usual = provider
        provider = await startIdentityProvider({ redirectUri, areClaimsInIdToken })
        onTestFinished(async () => {
          await provider.close()
          provider = usual
        })
      }
      await open(roles)
      const { owner, workspace } = await bed.setUp()
      const { begun } = await atProvider('bo')
      const asked = new URL(begun.headers.get('location') ?? '').searchParams
      expect(Object.fromEntries(asked)).toMatchObject({ code_challenge_method: 'S256', response_type: 'code' })
      for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toMatch(/^[\w-]{20,}$/)
      expect(begun.headers.getSetCookie()[0]).toMatch(/HttpOnly.*SameSite=Lax/i)

      const { location, session } = await signIn('bo')
      expect(location).toBe(`${publicUrl}/w/acme/dashboards/1?tab=2`)
      expect(session?.person).toMatchObject({ name: 'BO Smith', email: 'bo@example.com' })
      expect(session?.workspaces.map(({ id, role }) => [id, role])).toEqual([[workspace.id, 'editor']])
      const { body } = await bed.ask('GET', '/api/audit', { as: owner, workspace: workspace.id })
      const { events } = body as AuditPage
      expect(events.map(({ action, detail }) => [action, detail])).toContainEqual([
        'member-added',
        { role: 'editor', by: 'groups' },
      ])
      expect(events.map(({ action, detail }) => [action, detail])).toContainEqual([
        'sign-in',
        { through: 'single sign-on' },
      ])
      const account = await bed.database.selectFrom('account').where('providerId', '=', 'oidc').selectAll().execute()
      expect(account).toMatchObject([{ accountId: 'bo', accessToken: null, refreshToken: null, idToken: null }])
    },
  )

  test('changes the role at the next sign-in, and refuses who has lost all groups', async () => {
    await open(roles)
    const { owner, workspace } = await bed.setUp()
    const { as } = await signIn('bo')
    provider.people.set('bo', { ...person('bo'), groups: ['staff'] })
    expect((await signIn('bo')).session?.workspaces[0]?.role).toBe('viewer')
    provider.people.set('bo', person('bo'))
    const refused = await signIn('bo')
    expect([problemOf(refused), refused.session]).toEqual(['sign-on-no-group', null])
    // Their other sessions see nothing of the workspace any more.
    const lost = await bed.ask('GET', '/api/members', { as, workspace: workspace.id })
    expect(codeOf(lost)).toBe('forbidden')
    const members = await bed.ask('GET', '/api/members', { as: owner, workspace: workspace.id })
    expect((members.body as MemberList).members.map(({ userId }) => userId)).toEqual([owner.id])
  })

  test('refuses who has none of the groups, and makes no account of them', async () => {
    await open(roles)
    const { owner, workspace } = await bed.setUp()
    const refused = await signIn('dot')
    expect([problemOf(refused), refused.session]).toEqual(['sign-on-no-group', null])
    expect(await bed.database.selectFrom('user').select('email').execute()).toEqual([{ email: owner.email }])
    const { body } = await bed.ask('GET', '/api/audit', { as: owner, workspace: workspace.id })
    expect((body as AuditPage).events.map(({ action }) => action)).not.toContain('member-added')
  })

  test('links an account with a password that has the same verified address, and keeps an owner', async () => {
    await open(roles)
    const { owner, workspace } = await bed.setUp()
    provider.people.set('ann', { ...person('ann'), email: 'Ann@example.com' })
    const { session, as } = await signIn('ann')
    expect([session?.person.id, session?.workspaces[0]?.role]).toEqual([owner.id, 'owner'])
    const body = { email: owner.email, password }
    const byPassword = await bed.ask('POST', '/api/auth/sign-in/email', { body })
    // The provider asks for a second factor itself; who signs in with a password needs one here.
    await bed.database.updateTable('organization').set({ requiresTwoFactor: true }).execute()
    const look = async (cookie: string) =>
      codeOf(await bed.ask('GET', '/api/members', { as: { ...owner, cookie }, workspace: workspace.id }))
    expect([await look(as.cookie), await look(byPassword.cookie)]).toEqual([undefined, 'two-factor-required'])
  })

  test.each([
    ['of an account', 'ann@example.com'],
    ['of nobody', 'new@example.com'],
  ])('does not believe an unverified address %s', async (_, email) => {
    await open({ TIDEMARK_OIDC_ROLES: '*=viewer' })
    await bed.setUp()
    provider.people.set('eve', { ...person('eve'), email, email_verified: false })
    expect(problemOf(await signIn('eve'))).toBe('sign-on-unverified')
    expect(await bed.database.selectFrom('user').select('id').execute()).toHaveLength(1)
  })

  test('believes it if the operator says so', async () => {
    await open({ TIDEMARK_OIDC_ROLES: '*=viewer', TIDEMARK_OIDC_TRUST_EMAIL: '1' })
    await bed.setUp()
    provider.people.set('cy', { ...person('cy'), email_verified: false })
    expect((await signIn('cy')).session?.workspaces).toHaveLength(1)
  })

  test('without rules, who is invited gets an account and joins with the link', async () => {
    await open()
    const { owner, workspace } = await bed.setUp()
    expect(problemOf(await signIn('cy'))).toBe('sign-on-not-invited')
    const body = { email: 'cy@example.com', role: 'explorer' }
    const invited = await bed.ask('POST', '/api/invites', { as: owner, workspace: workspace.id, body })
    const { as } = await signIn('cy')
    const joined = await bed.ask('POST', '/api/invites/accept', {
      as,
      body: { token: tokenOf((invited.body as CreatedInvite).link ?? '') },
    })
    expect(joined.body).toMatchObject({ id: workspace.id, role: 'explorer' })
    expect((await signIn('cy')).session?.workspaces[0]?.role).toBe('explorer')
  })

  test('does not work in another browser, twice, or with a forged answer', async () => {
    await open(roles)
    await bed.setUp()
    const { address, cookie } = await atProvider('bo')
    const back = async (path: string, as: string) =>
      problemOf({
        location: (await bed.ask('GET', path, { as: { id: '', email: '', cookie: as } })).headers.get('location'),
      })
    expect(await back(address, '')).toBe('sign-on-expired')
    const other = await atProvider('bo')
    expect(await back(other.address.replace(/code=[^&]+/, 'code=forged'), other.cookie)).toBe('sign-on-failed')
    expect(await back('/api/auth/callback/oidc?error=access_denied', cookie)).toBe('sign-on-expired')
    const third = await atProvider('bo')
    expect(await back(third.address, third.cookie)).toBeNull()
    expect(await back(third.address, third.cookie)).toBe('sign-on-expired')
    const { length } = await bed.database.selectFrom('session').select('id').execute()
    expect(length).toBe(2)
  })

  test('ends with words if the person turns back at the provider', async () => {
    await open(roles)
    expect(problemOf(await signIn(''))).toBe('sign-on-denied')
  })

  test('never ends at another site', async () => {
    await open(roles)
    await bed.setUp()
    for (const next of ['https://evil.example/', '//evil.example'])
      expect((await signIn('bo', next)).location).toBe(`${publicUrl}/`)
  })

  test('is the only way in if the operator says so', async () => {
    await open({ ...roles, TIDEMARK_OIDC_ONLY: '1', TIDEMARK_OIDC_NAME: 'Acme login' })
    const { owner, workspace } = await bed.setUp()
    expect((await bed.ask('GET', '/api/auth/ways')).body).toEqual({ password: false, singleSignOn: 'Acme login' })
    const { email } = owner
    for (const [path, body] of [
      ['sign-in/email', { email, password }],
      ['request-password-reset', { email }],
      ['reset-password', { token: 'x', newPassword: password }],
    ] as const)
      expect(codeOf(await bed.ask('POST', `/api/auth/${path}`, { body }))).toBe('password-sign-in-off')
    const invited = await bed.ask('POST', '/api/invites', {
      as: owner,
      workspace: workspace.id,
      body: { email: 'cy@example.com', role: 'viewer' },
    })
    const token = tokenOf((invited.body as CreatedInvite).link ?? '')
    expect((await bed.ask('POST', '/api/invites/look', { body: { token } })).body).toMatchObject({ next: 'sign-in' })
    const account = { name: 'Cy', password }
    expect(codeOf(await bed.ask('POST', '/api/invites/accept', { body: { token, account } }))).toBe(
      'password-sign-in-off',
    )
    expect((await signIn('bo')).session?.workspaces).toHaveLength(1)
  })

  test('says so while the provider cannot be reached, and works once it can', async () => {
    await open(roles)
    await bed.setUp()
    const { people } = provider
    await provider.close()
    const begun = await bed.ask('GET', '/api/auth/sign-in/oidc')
    expect(begun.headers.get('location')).toBe('/sign-in?problem=sign-on-unavailable')
    expect(bed.log.errors).toEqual(['A sign-in through the identity provider failed.'])
    provider = await startIdentityProvider({ redirectUri, port: Number(new URL(provider.issuer).port) })
    for (const [login, described] of people) provider.people.set(login, described)
    expect((await signIn('bo')).session?.workspaces).toHaveLength(1)
  })
})

describe.runIf(hasEngine)('the desktop app, signing in through the browser', () => {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const codePath = '/api/auth/sign-in/desktop/code'
  const createCode = async (as: TestPerson) => {
    const { body } = await bed.ask('POST', codePath, { as, body: { challenge } })
    return (body as { readonly code: string }).code
  }
  const begin = (body: unknown) => bed.ask('POST', '/api/auth/sign-in/desktop', { body })

  test('has a session of its own, as the person of the browser and with their second factor', async () => {
    await open({ TIDEMARK_OIDC_ROLES: '*=viewer' })
    const { owner, workspace } = await bed.setUp()
    const { as, session } = await signIn('bo')
    await bed.database.updateTable('organization').set({ requiresTwoFactor: true }).execute()
    const answer = await begin({ code: await createCode(as), verifier })
    expect((answer.body as SessionInfo).person).toEqual(session?.person)
    const app: TestPerson = { ...as, cookie: answer.cookie }
    expect((await bed.ask('POST', '/api/auth/sign-out', { as })).status).toBe(204)
    expect(codeOf(await bed.ask('GET', '/api/members', { as: app, workspace: workspace.id }))).toBeUndefined()
    // A password alone is as little in the app as in the browser.
    const ofOwner = await begin({ code: await createCode(owner), verifier })
    const asOwner = { ...owner, cookie: ofOwner.cookie }
    expect(codeOf(await bed.ask('GET', '/api/members', { as: asOwner, workspace: workspace.id }))).toBe(
      'two-factor-required',
    )
  })

  test('gets in with its code once, in time, with its own secret, while the browser is signed in', async () => {
    await open()
    const { owner } = await bed.setUp()
    const refused = async (body: unknown) => expect(codeOf(await begin(body))).toBe('sign-on-expired')
    const code = await createCode(owner)
    await refused({ code, verifier: randomBytes(32).toString('base64url') })
    expect((await begin({ code, verifier })).status).toBe(200)
    await refused({ code, verifier })
    const old = await createCode(owner)
    await bed.database
      .updateTable('verification')
      .set({ expiresAt: new Date(Date.now() - 1) })
      .execute()
    await refused({ code: old, verifier })
    const last = await createCode(owner)
    await bed.ask('POST', '/api/auth/sign-out', { as: owner })
    await refused({ code: last, verifier })
    expect(codeOf(await bed.ask('POST', codePath, { body: { challenge } }))).toBe('not-signed-in')
  })
})

describe.runIf(hasEngine)('groups of people that follow the provider', () => {
  const roles = { TIDEMARK_OIDC_ROLES: '*=viewer' }
  let admin: { readonly as: TestPerson; readonly workspace: string }
  const start = async (rules: string) => {
    await open({ ...roles, TIDEMARK_OIDC_GROUPS: rules })
    const { owner, workspace } = await bed.setUp()
    admin = { as: owner, workspace: workspace.id }
  }
  const inGroups = async (login: string, groups: readonly string[]) => {
    provider.people.set(login, { ...person(login), groups })
    return (await signIn(login)).session?.person.id ?? ''
  }
  const create = async (name: string, userIds: readonly string[] = []) =>
    peopleGroupSchema.parse((await bed.ask('POST', '/api/groups', { ...admin, body: { name, userIds } })).body).id
  /** The groups with the names of who is in each; those of the provider have a star. */
  const listed = async () => {
    const { groups, members } = (await bed.ask('GET', '/api/members', admin)).body as MemberList
    return groups.map(
      ({ id, name, isFromProvider }) =>
        `${name}${isFromProvider ? '*' : ''}: ${members
          .filter((member) => member.groups?.includes(id))
          .map((member) => member.name)
          .join(', ')}`,
    )
  }

  test('a rule makes its group at the first sign-in; each sign-in brings people in and takes them out', async () => {
    await start('sales-team=Sales, key-accounts=Sales, data=Data team, x=Elsewhere@other')
    await inGroups('bo', ['sales-team', 'unknown', 'x'])
    await inGroups('cy', ['key-accounts', 'data', 'sales-team'])
    expect(await listed()).toEqual(['Data team*: CY Smith', 'Sales*: BO Smith, CY Smith'])
    await inGroups('bo', ['data'])
    await inGroups('cy', ['key-accounts'])
    expect(await listed()).toEqual(['Data team*: BO Smith', 'Sales*: CY Smith'])
    const { events } = (await bed.ask('GET', '/api/audit', admin)).body as AuditPage
    const told = events.map(({ action, actor, detail }) => [action, actor.kind, detail])
    expect(told).toContainEqual(['group-created', 'server', { by: 'groups', name: 'Sales' }])
    expect(told).toContainEqual(['group-member-removed', 'server', { by: 'groups', name: 'Data team' }])
  })

  test('“all” makes each group by its name, and leaves those made by hand to the admins', async () => {
    await start('all, boring=Exciting')
    const bo = await inGroups('bo', [])
    await create('By hand', [bo])
    await create('finance')
    await inGroups('bo', ['Finance', 'Sales', 'boring', '', 'x'.repeat(81)])
    expect(await listed()).toEqual(['By hand: BO Smith', 'Exciting*: BO Smith', 'finance: ', 'Sales*: BO Smith'])
    await inGroups('bo', [])
    expect(await listed()).toEqual(['By hand: BO Smith', 'Exciting*: ', 'finance: ', 'Sales*: '])
  })

  test('what is the provider’s cannot be changed by hand, but deleted; a rule takes over a group of its name', async () => {
    await start('sales-team=Sales')
    const sales = await create('sales', [admin.as.id])
    const bo = await inGroups('bo', ['sales-team'])
    // Who was put in by hand is out as soon as they sign in through the provider.
    expect(await listed()).toEqual(['sales*: Ann, BO Smith'])
    for (const body of [{ name: 'Marketing' }, { remove: [bo] }])
      expect(codeOf(await bed.ask('PATCH', `/api/groups/${sales}`, { ...admin, body }))).toBe('group-from-provider')
    expect((await bed.ask('DELETE', `/api/groups/${sales}`, admin)).status).toBe(204)
    await inGroups('bo', ['sales-team'])
    expect(await listed()).toEqual(['Sales*: BO Smith'])
  })

  test('a sign-in that changes nothing writes nothing, and counts in open sessions if it does', async () => {
    await start('all')
    await inGroups('bo', ['Sales'])
    const events = () =>
      bed.database.selectFrom('audit_event').where('org', '=', admin.workspace).select('id').execute()
    const before = await events()
    const { as } = await signIn('bo')
    expect(await events()).toEqual(before)
    const own = () => actorOf(new Headers({ cookie: as.cookie }), bed.services, { id: admin.workspace })
    expect((await own()).groups).toHaveLength(1)
    await inGroups('bo', [])
    expect((await own()).groups).toEqual([])
  })

  test('a group that no rule is about after a restart is the admins’ again, with its members', async () => {
    await start('all')
    await inGroups('bo', ['Sales', 'Data'])
    const { groups: rules } = settingsOf({ ...provider.settings, TIDEMARK_OIDC_GROUPS: 'x=data' }) ?? {}
    await releaseGroups(bed.database, rules ?? [])
    expect(await listed()).toEqual(['Data*: BO Smith', 'Sales: BO Smith'])
  })
})

describe.runIf(hasEngine)('a server without an identity provider', () => {
  beforeEach(async () => {
    bed = await openTeamTestBed()
  })

  test('has no such routes, and says that passwords are the way in', async () => {
    expect((await bed.ask('GET', '/api/auth/ways')).body).toEqual({ password: true, singleSignOn: null })
    for (const path of ['sign-in/oidc', 'callback/oidc'])
      expect(codeOf(await bed.ask('GET', `/api/auth/${path}`))).toBe('unknown-route')
  })
})
