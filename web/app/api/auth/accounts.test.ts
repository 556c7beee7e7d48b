import type { SessionInfo } from '@tidemark/shared/accounts/session-info'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAuth } from '@/server/accounts/create-auth'
import { createResetToken } from '@/server/accounts/reset-links'
import { hasEngine } from '@/server/sync/sync-test-bed'
import { codeOf, openTeamTestBed, password, tokenOf, type TeamTestBed } from '@/server/accounts/team-test-bed'
import { findTeamRoute } from '../_team/team-routes'

let bed: TeamTestBed
beforeEach(async () => {
  bed = await openTeamTestBed(findTeamRoute)
})
afterEach(() => bed.dispose())

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
    // The owner's own session is another one.
    expect((await bed.ask('GET', '/api/session', { as: owner })).status).toBe(200)
  })

  test('tells a wrong password and an unknown address alike', async () => {
    await bed.setUp()
    const wrong = await signIn({ email: 'ann@example.com', password: 'wrong password' })
    const unknown = await signIn({ email: 'nobody@example.com', password: 'wrong password' })
    expect([wrong.status, codeOf(wrong)]).toEqual([401, 'sign-in-failed'])
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  })

  test('is limited for each address that asks', async () => {
    await bed.setUp()
    const attempt = (ip: string) =>
      signIn({ email: 'ann@example.com', password: 'wrong password' }, { 'x-tidemark-client-ip': ip })
    const codes = []
    for (let count = 0; count < 11; count += 1) codes.push(codeOf(await attempt('198.51.100.1')))
    expect(codes).toEqual([...Array(10).fill('sign-in-failed'), 'too-many-requests'])
    expect(codeOf(await attempt('198.51.100.2'))).toBe('sign-in-failed')
  })

  test('is limited for one account, wherever the guesses come from', async () => {
    const { owner } = await bed.setUp()
    const failure = {
      org: null,
      at: Date.now(),
      actor_user_id: owner.id,
      actor_kind: 'unknown',
      action: 'sign-in-failed',
      target: null,
      detail: '{}',
      ip: null,
    } as const
    const failures = Array.from({ length: 50 }, (_, index) => ({ ...failure, id: `failure-${index}` }))
    await bed.database.insertInto('audit_event').values(failures).execute()
    expect(codeOf(await signIn({ email: 'ann@example.com', password }))).toBe('too-many-requests')
    bed.clock.aheadMs = 16 * 60_000
    expect((await signIn({ email: 'ann@example.com', password })).status).toBe(200)
  })

  test('makes no account, whatever of better-auth is asked for', async () => {
    await bed.setUp()
    // Its own router, which no route of ours leads to but by the names above.
    const auth = createAuth({
      database: bed.database,
      engine: bed.store.tables.engine,
      publicOrigin: 'https://tidemark.example',
      secret: 'a secret of a test that is long enough',
      log: bed.log,
      sendResetToken: async () => undefined,
      onPasswordReset: async () => undefined,
    })
    const body = { name: 'Eve', email: 'eve@example.com', password }
    expect((await auth.post('/sign-up/email', new Headers(), body)).ok).toBe(false)
    expect(await bed.database.selectFrom('user').select('id').execute()).toHaveLength(1)
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
    expect(changed.status).toBe(204)
    expect((await bed.ask('GET', '/api/session', { as: { ...owner, cookie: changed.cookie } })).status).toBe(200)
    expect((await bed.ask('GET', '/api/session', { as: { ...owner, cookie: other.cookie } })).status).toBe(401)
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
    expect((await reset(token)).status).toBe(204)
    expect(codeOf(await reset(token))).toBe('link-invalid')
    expect((await bed.ask('GET', '/api/session', { as: owner })).status).toBe(401)
    const body = { email: owner.email, password: 'another password' }
    expect((await bed.ask('POST', '/api/auth/sign-in/email', { body })).status).toBe(200)
    const late = await createResetToken(bed.database, owner.id, Date.now() - 3600_001)
    expect(codeOf(await reset(late))).toBe('link-invalid')
  })
})
