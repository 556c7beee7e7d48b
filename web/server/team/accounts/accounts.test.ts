import type { SessionInfo } from '@tidemark/shared/accounts/session-info'
import { setSessionToEnd } from '@tidemark/shared/accounts/session-to-end'
import { personHeader, personParameter } from '@tidemark/shared/accounts/workspace-address'
import type { AuditPage } from '@tidemark/shared/audit/audit-event'
import type { CreatedInvite } from '@tidemark/shared/members/invite'
import { betterAuth } from 'better-auth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountRoutes } from './account-routes'
import { authOptionsOf, createAuth } from './create-auth'
import { countAttempt } from './sign-in-limit'
import { createResetToken } from './reset-links'
import { hasEngine } from '@testkit/sync/sync-test-bed'
import {
  codeOf,
  openTeamTestBed,
  password,
  tokenOf,
  type TeamTestBed,
  type TestPerson,
} from '@testkit/team/team-test-bed'

let bed: TeamTestBed
beforeEach(async () => {
  bed = await openTeamTestBed()
})
afterEach(() => bed.dispose())

const authOptions = () => ({
  database: bed.database,
  engine: bed.store.tables.engine,
  publicOrigin: 'https://tidemark.example',
  secret: 'a secret of a test that is long enough',
  oldSecrets: [],
  log: bed.log,
  sendResetToken: async () => undefined,
  onPasswordReset: async () => undefined,
})

const newOwner = (link: string) => ({
  token: tokenOf(link),
  name: 'Ann',
  email: 'Ann@Example.com',
  password,
  workspaceName: 'Ann’s Büro',
})

describe.runIf(hasEngine)('the first owner', () => {
  test('is made by the link of the log, and is signed in', async () => {
    expect(bed.setUpLink).toMatch(/^https:\/\/tidemark\.example\/set-up#[\w-]{43}$/)
    expect((await bed.ask('GET', '/api/set-up')).body).toEqual({ isOpen: true })
    const answer = await bed.ask('POST', '/api/set-up', { body: newOwner(bed.setUpLink) })
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        person: { id: expect.any(String), name: 'Ann', email: 'ann@example.com' },
        workspaces: [{ id: expect.any(String), slug: 'ann-s-buro', name: 'Ann’s Büro', role: 'owner' }],
        mayCreateWorkspaces: true,
        expiresAt: expect.any(Number),
      },
    ])
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^__Secure-tidemark\.session_token=/)
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(attribute)
    const person = { id: '', email: '', cookie: answer.cookie }
    expect((await bed.ask('GET', '/api/session', { as: person })).body).toEqual(answer.body)
    expect((await bed.ask('GET', '/api/set-up')).body).toEqual({ isOpen: false })
  })

  test.each([
    ['another token', (link: string) => ({ ...newOwner(link), token: 'x'.repeat(43) }), 410, 'link-invalid'],
    ['a short password', (link: string) => ({ ...newOwner(link), password: 'short' }), 400, 'invalid-request'],
    ['no e-mail address', (link: string) => ({ ...newOwner(link), email: 'ann' }), 400, 'invalid-request'],
    ['no name', (link: string) => ({ ...newOwner(link), name: '  ' }), 400, 'invalid-request'],
  ])('is not made with %s, and the link still holds', async (_, body, status, code) => {
    const refused = await bed.ask('POST', '/api/set-up', { body: body(bed.setUpLink) })
    expect([refused.status, codeOf(refused)]).toEqual([status, code])
    expect((await bed.ask('POST', '/api/set-up', { body: newOwner(bed.setUpLink) })).status).toBe(201)
  })

  test('is made once, also when the link is used twice at a time', async () => {
    const twice = await Promise.all(
      ['one@example.com', 'two@example.com'].map((email) =>
        bed.ask('POST', '/api/set-up', { body: { ...newOwner(bed.setUpLink), email } }),
      ),
    )
    expect(new Set(twice.map(({ status }) => status))).toEqual(new Set([201, 410]))
    expect(await bed.database.selectFrom('user').select('id').execute()).toHaveLength(1)
    expect(await bed.database.selectFrom('organization').select('id').execute()).toHaveLength(1)
  })

  test('is not made by a link of yesterday', async () => {
    bed.clock.aheadMs = 24 * 3600_000 + 1
    expect(codeOf(await bed.ask('POST', '/api/set-up', { body: newOwner(bed.setUpLink) }))).toBe('link-invalid')
  })
})

describe.runIf(hasEngine)('signing in', () => {
  const signIn = (body: object, headers?: Record<string, string>) =>
    bed.ask('POST', '/api/auth/sign-in/email', { body, ...(headers ? { headers } : {}) })

  test('with the right password gives a session, and signing out ends it at once', async () => {
    const { owner } = await bed.setUp()
    const answer = await signIn({ email: 'ANN@example.com ', password })
    expect([answer.status, (answer.body as SessionInfo).person.id]).toEqual([200, owner.id])
    const person = { ...owner, cookie: answer.cookie }
    expect((await bed.ask('GET', '/api/session', { as: person })).status).toBe(200)
    const out = await bed.ask('POST', '/api/auth/sign-out', { as: person })
    expect([out.status, out.headers.getSetCookie()[0]]).toEqual([204, expect.stringContaining('Max-Age=0')])
    const after = await bed.ask('GET', '/api/session', { as: person })
    expect([after.status, codeOf(after)]).toEqual([401, 'not-signed-in'])
    // The owner's own session is a different one.
    expect((await bed.ask('GET', '/api/session', { as: owner })).status).toBe(200)
  })

  /** Returns the browser of a person who signed out while the server could not be reached. */
  const leftBy = (person: TestPerson, who = person) => ({
    ...person,
    cookie: `${person.cookie}; ${setSessionToEnd(who.id).split(';')[0]}`,
  })

  test('ends the session that its person left without the server, with the first request of any kind', async () => {
    const { owner, workspace } = await bed.setUp()
    const left = leftBy(owner)
    const answers = await Promise.all([
      bed.ask('GET', '/api/session', { as: left }),
      bed.ask('GET', '/api/members', { as: left, workspace: workspace.id }),
    ])
    expect(answers.map((answer) => [answer.status, codeOf(answer)])).toEqual([
      [401, 'not-signed-in'],
      [401, 'not-signed-in'],
    ])
    expect(codeOf(await bed.ask('GET', '/api/session', { as: owner }))).toBe('not-signed-in')

    const again = await signIn({ email: owner.email, password }, { cookie: left.cookie })
    expect(again.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^tidemark-session-to-end=; .*Max-Age=0/))
    const person = { ...owner, cookie: again.cookie }
    const audit = await bed.ask('GET', '/api/audit', { as: person, workspace: workspace.id })
    expect((audit.body as AuditPage).events.map(({ action, ip }) => [action, ip])).toEqual([
      ['sign-in', '203.0.113.7'],
      ['sign-out', '203.0.113.7'],
      ['workspace-created', '203.0.113.7'],
    ])
  })

  test('out on a page of somebody who was here before ends nobody else’s session, nor tells their page anything', async () => {
    const { owner, workspace } = await bed.setUp()
    const bob = await bed.join(owner, 'editor', workspace.id)
    // Bob has signed in to the browser, while the page is still the owner's.
    const ofOwner = { as: leftBy(bob, owner), headers: { [personHeader]: owner.id } }
    expect(codeOf(await bed.ask('POST', '/api/auth/sign-out', { ...ofOwner, body: {} }))).toBe('not-signed-in')
    const stream = `/api/replicache/poke?${new URLSearchParams({ [personParameter]: owner.id })}`
    expect(codeOf(await bed.ask('GET', stream, { as: bob }))).toBe('not-signed-in')
    expect((await bed.ask('GET', '/api/session', { as: leftBy(bob, owner) })).status).toBe(200)
    expect((await bed.ask('GET', '/api/session', { as: bob })).status).toBe(200)
    // Pages of earlier versions do not name a person.
    const older = { ...bob, cookie: `${bob.cookie}; tidemark-session-to-end=1` }
    expect(codeOf(await bed.ask('GET', '/api/session', { as: older }))).toBe('not-signed-in')
    expect(codeOf(await bed.ask('GET', '/api/session', { as: bob }))).toBe('not-signed-in')
  })

  test('as somebody else ends the session that was left without the server, too, and so does joining', async () => {
    const { owner, workspace } = await bed.setUp()
    const bob = await bed.join(owner, 'editor', workspace.id)
    const invited = await bed.ask('POST', '/api/invites', {
      as: owner,
      workspace: workspace.id,
      body: { email: 'cy@example.com', role: 'viewer' },
    })
    expect((await signIn({ email: bob.email, password }, { cookie: leftBy(owner).cookie })).status).toBe(200)
    expect(codeOf(await bed.ask('GET', '/api/session', { as: owner }))).toBe('not-signed-in')

    const body = { token: tokenOf((invited.body as CreatedInvite).link ?? ''), account: { name: 'Cy', password } }
    const joined = await bed.ask('POST', '/api/invites/accept', { as: leftBy(bob), body })
    expect(codeOf(await bed.ask('GET', '/api/session', { as: bob }))).toBe('not-signed-in')
    expect((await bed.ask('GET', '/api/session', { as: { ...bob, cookie: joined.cookie } })).status).toBe(200)
    expect(joined.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^tidemark-session-to-end=; /))
  })

  test('tells a wrong password and an unknown address alike', async () => {
    await bed.setUp()
    const wrong = await signIn({ email: 'ann@example.com', password: 'wrong password' })
    const unknown = await signIn({ email: 'nobody@example.com', password: 'wrong password' })
    expect([wrong.status, codeOf(wrong)]).toEqual([401, 'sign-in-failed'])
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  })

  const signInFrom = (ip: string, email: string, given: string) =>
    signIn({ email, password: given }, { 'x-tidemark-client-ip': ip })
  /** Leaves the traces of wrong passwords without the cost of hashing them. */
  const guess = async (
    count: number,
    of: { email: string; userId: string | null },
    ipOf: (index: number) => string,
  ) => {
    for (let index = 0; index < count; index += 1)
      await countAttempt(bed.database, { ...of, ip: ipOf(index) }, Date.now() + bed.clock.aheadMs)
  }

  test('waits longer after each wrong password, alike whether there is an account, and nobody else waits', async () => {
    const { owner, workspace } = await bed.setUp()
    const bob = await bed.join(owner, 'editor', workspace.id)
    const from = () => '198.51.100.1'
    const answersOf = async (email: string, userId: string | null) => {
      await guess(4, { email, userId }, from)
      const answers = []
      for (let count = 0; count < 2; count += 1) answers.push(await signInFrom(from(), email, 'wrong password'))
      return answers.map(({ status, body }) => ({ status, body }))
    }
    const known = await answersOf(owner.email, owner.id)
    const refused = { code: 'too-many-requests', detail: 'Too many wrong passwords. Try again in 2 seconds.' }
    expect(known).toMatchObject([{ status: 401 }, { status: 429, body: { error: refused } }])
    expect(await answersOf('nobody@example.com', null)).toEqual(known)
    // Even the right password is not tried from there, but from elsewhere it is, and others are not held up.
    expect(codeOf(await signInFrom(from(), owner.email, password))).toBe('too-many-requests')
    expect((await signInFrom('198.51.100.2', owner.email, password)).status).toBe(200)
    expect((await signInFrom(from(), bob.email, password)).status).toBe(200)
    bed.clock.aheadMs = 2_001
    expect((await signInFrom(from(), owner.email, 'wrong password')).status).toBe(401)
    bed.clock.aheadMs = 5_000
    expect((await signInFrom(from(), owner.email, password)).body).toMatchObject({
      error: { detail: expect.stringMatching(/ [12] seconds/) as unknown },
    })
    bed.clock.aheadMs = 6_100
    expect((await signInFrom(from(), owner.email, password)).status).toBe(200)
    expect((await signInFrom(from(), owner.email, 'wrong password')).status).toBe(401)
  })

  test('lets one of many tries at the same moment through, and waits a quarter of an hour at most', async () => {
    const { owner } = await bed.setUp()
    const of = { email: owner.email, userId: owner.id, ip: '198.51.100.1' }
    const atOnce = await Promise.allSettled(Array.from({ length: 20 }, () => countAttempt(bed.database, of, 1_000)))
    expect(atOnce.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    let at = 1_000
    for (let count = 5; count < 20; count += 1) await countAttempt(bed.database, of, (at += 15 * 60_000))
    await expect(countAttempt(bed.database, of, at + 899_000)).rejects.toMatchObject({ code: 'too-many-requests' })
    await expect(countAttempt(bed.database, of, at + 900_000)).resolves.toBeUndefined()
  })

  test('is limited for one address from many places, but not where its person has signed in before', async () => {
    const { owner } = await bed.setUp()
    expect((await signInFrom('2001:db8:1:2::7', owner.email, password)).status).toBe(200)
    const strangers = (index: number) => `198.51.100.${index}`
    await guess(100, { email: owner.email, userId: owner.id }, strangers)
    await guess(100, { email: 'nobody@example.com', userId: null }, strangers)
    for (const email of [owner.email, 'nobody@example.com'])
      expect(codeOf(await signInFrom('203.0.113.99', email, password))).toBe('too-many-requests')
    expect((await signInFrom('2001:db8:1:2::8', owner.email, password)).status).toBe(200)
    await bed.ask('POST', '/api/auth/reset-password', {
      body: { token: await createResetToken(bed.database, owner.id, Date.now()), newPassword: 'another password' },
    })
    expect((await signInFrom('203.0.113.99', owner.email, 'another password')).status).toBe(200)
  })

  test('is limited for one place whatever the addresses, but not for those who sign in there', async () => {
    const { owner, workspace } = await bed.setUp()
    const bob = await bed.join(owner, 'editor', workspace.id)
    expect((await signInFrom('2001:db8::2', bob.email, password)).status).toBe(200)
    const from = () => '2001:db8::1'
    for (let index = 0; index < 59; index += 1) await guess(1, { email: `${index}@x.example`, userId: null }, from)
    for (let count = 0; count < 2; count += 1)
      expect((await signInFrom('2001:db8::2', bob.email, password)).status).toBe(200)
    await guess(1, { email: 'last@x.example', userId: null }, from)
    expect(codeOf(await signInFrom('2001:db8::2', owner.email, password))).toBe('too-many-requests')
    expect((await signInFrom('2001:db8::2', bob.email, password)).status).toBe(200)
  })

  test('makes no account, whatever of better-auth is asked for', async () => {
    await bed.setUp()
    // better-auth has routes of its own, of which ours call only those named above.
    const auth = createAuth(authOptions())
    const body = { name: 'Eve', email: 'eve@example.com', password }
    expect((await auth.post('/sign-up/email', new Headers(), body)).ok).toBe(false)
    expect(await bed.database.selectFrom('user').select('id').execute()).toHaveLength(1)
  })

  test('reaches none of better-auth’s own endpoints but those that a route of ours declares', async () => {
    const { owner } = await bed.setUp()
    const declared = new Set(accountRoutes.map(({ method, path }) => `${method} ${path}`))
    const asked = Object.values(betterAuth(authOptionsOf(authOptions())).api)
      .flatMap(({ path, options }) => [options.method].flat().map((method) => `${method} /api/auth${path}`))
      .filter((endpoint) => !declared.has(endpoint))
    expect(asked).toContain('POST /api/auth/organization/create')
    const answers = asked.map(async (endpoint) => {
      const [method = '', path = ''] = endpoint.split(' ')
      const answer = await bed.ask(method, path, { as: owner, ...(method === 'GET' ? {} : { body: {} }) })
      return [endpoint, answer.status, codeOf(answer)]
    })
    expect(await Promise.all(answers)).toEqual(asked.map((endpoint) => [endpoint, 404, 'unknown-route']))
  })

  test('with a forged or expired cookie is nobody', async () => {
    const { owner } = await bed.setUp()
    const forged = { ...owner, cookie: owner.cookie.replace(/=(.{8})/, '=AAAAAAAA') }
    expect(codeOf(await bed.ask('GET', '/api/session', { as: forged }))).toBe('not-signed-in')
    expect(codeOf(await bed.ask('GET', '/api/session'))).toBe('not-signed-in')
    await bed.database
      .updateTable('session')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .execute()
    expect(codeOf(await bed.ask('GET', '/api/session', { as: owner }))).toBe('not-signed-in')
  })

  test('acts on no page of somebody else’s, which stayed open when they signed in', async () => {
    const { owner, workspace } = await bed.setUp()
    const bob = await bed.join(owner, 'editor', workspace.id)
    const headers = { 'x-tidemark-person': bob.id }
    expect(codeOf(await bed.ask('GET', '/api/members', { as: owner, workspace: workspace.id, headers }))).toBe(
      'not-signed-in',
    )
    expect((await bed.ask('GET', '/api/members', { as: bob, workspace: workspace.id, headers })).status).toBe(200)
    const ofPerson = { as: owner, headers, body: { name: 'Named by another' } }
    expect(codeOf(await bed.ask('PATCH', '/api/session', ofPerson))).toBe('not-signed-in')
    expect((await bed.ask('PATCH', '/api/session', { ...ofPerson, as: bob })).status).toBe(204)
    // Any page may ask who is signed in, which is how it notices.
    expect((await bed.ask('GET', '/api/session', { as: owner, headers })).status).toBe(200)
  })

  test('a session in use lives on, and its cookie with it', async () => {
    const { owner } = await bed.setUp()
    const soon = new Date(Date.now() + 3600_000)
    await bed.database.updateTable('session').set({ expiresAt: soon }).execute()
    const answer = await bed.ask('GET', '/api/session', { as: owner })
    expect((answer.body as SessionInfo).expiresAt).toBeGreaterThan(soon.getTime() + 3600_000)
    expect(answer.cookie).toContain('session_token=')
  })
})

describe.runIf(hasEngine)('a new password', () => {
  test('signs out everywhere else when the present one is given', async () => {
    const { owner } = await bed.setUp()
    const other = await bed.ask('POST', '/api/auth/sign-in/email', { body: { email: owner.email, password } })
    const change = (currentPassword: string) =>
      bed.ask('POST', '/api/auth/change-password', {
        as: owner,
        body: { currentPassword, newPassword: 'another password', revokeOtherSessions: true },
      })
    expect(codeOf(await change('wrong password'))).toBe('password-wrong')
    const changed = await change(password)
    expect(changed.status).toBe(200)
    expect((await bed.ask('GET', '/api/session', { as: { ...owner, cookie: changed.cookie } })).status).toBe(200)
    expect((await bed.ask('GET', '/api/session', { as: { ...owner, cookie: other.cookie } })).status).toBe(401)
  })

  test.each(['change', 'reset'])(
    'by a %s lists the tokens of all workspaces, and revokes them if asked to',
    async (by) => {
      const { owner, workspace } = await bed.setUp()
      const second = await bed.ask('POST', '/api/workspaces', { as: owner, body: { name: 'Second' } })
      const secrets: string[] = []
      for (const id of [workspace.id, (second.body as { id: string }).id]) {
        const body = { name: 'nightly', scopes: ['data:read'], role: 'viewer', expiresInDays: 1 }
        const made = await bed.ask('POST', '/api/tokens', { as: owner, workspace: id, body })
        secrets.push((made.body as { secret: string }).secret)
      }
      let cookie = owner.cookie
      const change = async (revokeTokens: boolean | undefined) => {
        const answer =
          by === 'change'
            ? await bed.ask('POST', '/api/auth/change-password', {
                as: { ...owner, cookie },
                body: { currentPassword: password, newPassword: password, revokeOtherSessions: true, revokeTokens },
              })
            : await bed.ask('POST', '/api/auth/reset-password', {
                body: {
                  token: await createResetToken(bed.database, owner.id, Date.now()),
                  newPassword: password,
                  revokeTokens,
                },
              })
        cookie = answer.cookie === '' ? cookie : answer.cookie
        const statuses = []
        for (const secret of secrets) {
          const headers = { authorization: `Bearer ${secret}` }
          statuses.push((await bed.ask('GET', '/api/datasets', { headers })).status)
        }
        return { body: answer.body, statuses }
      }
      const listed = ['Second', workspace.name].map((name) => ({
        name: 'nightly',
        hint: expect.stringMatching(/^tmk_/) as unknown,
        workspace: name,
      }))
      expect(await change(undefined)).toEqual({ body: { tokens: listed, areRevoked: false }, statuses: [200, 200] })
      expect(await change(true)).toEqual({ body: { tokens: listed, areRevoked: true }, statuses: [401, 401] })
      expect((await change(true)).body).toEqual({ tokens: [], areRevoked: true })
    },
  )

  test('and signing out tell the person’s open streams at once, so that those of ended sessions end', async () => {
    const { owner } = await bed.setUp()
    let told = 0
    bed.services.pokes.subscribeToMemberships(owner.id, () => (told += 1))
    const body = { currentPassword: password, newPassword: password, revokeOtherSessions: true }
    const changed = await bed.ask('POST', '/api/auth/change-password', { as: owner, body })
    expect(told).toBe(1)
    await bed.ask('POST', '/api/auth/sign-out', { as: { ...owner, cookie: changed.cookie } })
    expect(told).toBe(2)
    const token = await createResetToken(bed.database, owner.id, Date.now())
    await bed.ask('POST', '/api/auth/reset-password', { body: { token, newPassword: password } })
    expect(told).toBe(3)
  })

  test('without mail, a reset sends nothing and tells nothing', async () => {
    await bed.setUp()
    const answers = []
    for (const email of ['ann@example.com', 'nobody@example.com'])
      answers.push(await bed.ask('POST', '/api/auth/request-password-reset', { body: { email } }))
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [204, null],
      [204, null],
    ])
  })

  test('comes by a link of the server once, within an hour, and ends all sessions', async () => {
    const { owner } = await bed.setUp()
    const token = await createResetToken(bed.database, owner.id, Date.now())
    const reset = (given: string) =>
      bed.ask('POST', '/api/auth/reset-password', { body: { token: given, newPassword: 'another password' } })
    expect(codeOf(await reset('x'.repeat(43)))).toBe('link-invalid')
    expect((await reset(token)).status).toBe(200)
    expect(codeOf(await reset(token))).toBe('link-invalid')
    expect((await bed.ask('GET', '/api/session', { as: owner })).status).toBe(401)
    const body = { email: owner.email, password: 'another password' }
    expect((await bed.ask('POST', '/api/auth/sign-in/email', { body })).status).toBe(200)
    const late = await createResetToken(bed.database, owner.id, Date.now() - 3600_001)
    expect(codeOf(await reset(late))).toBe('link-invalid')
  })
})
