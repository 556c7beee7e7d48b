import type { SessionInfo } from '@tidemark/shared/accounts/session-info'
import type { BeginTwoFactorAnswer } from '@tidemark/shared/accounts/two-factor'
import type { MemberList } from '@tidemark/shared/members/member'
import type { AuditPage } from '@tidemark/shared/audit/audit-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hasEngine } from '@testkit/sync/sync-test-bed'
import { totpOf } from '@testkit/team/totp'
import {
  codeOf,
  openTeamTestBed,
  password,
  type Answered,
  type TeamTestBed,
  type TestPerson,
} from '@testkit/team/team-test-bed'
import { createAuth } from '../accounts/create-auth'
import { createResetToken } from '../accounts/reset-links'

let bed: TeamTestBed
let owner: TestPerson
let workspace: string
beforeEach(async () => {
  bed = await openTeamTestBed()
  const made = await bed.setUp()
  owner = made.owner
  workspace = made.workspace.id
})
afterEach(() => bed.dispose())

const post = (path: string, as: TestPerson | null, body: unknown) => bed.ask('POST', `/api/auth/${path}`, { as, body })
const browserOf = (cookie: string): TestPerson => ({ id: '', email: '', cookie })
/** A code that is not the right one for any minute near this one. */
const wrongFor = (key: string) => {
  const right = new Set([-60_000, -30_000, 0, 30_000, 60_000].map((by) => totpOf(key, Date.now() + by)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.has(code)) ?? ''
}

const detailOf = ({ body }: Answered) => (body as { readonly error?: { readonly detail?: string } }).error?.detail
/** The code after the present one, which is taken already: the present one was used to turn the factor on. */
const nextOf = (key: string) => totpOf(key, Date.now() + 30_000)

/** Turns it on for a person; returns what they were shown, and their new session. */
const turnOn = async (person: TestPerson) => {
  const begun = await post('two-factor/begin', person, { password })
  const shown = begun.body as BeginTwoFactorAnswer
  const code = totpOf(shown.key)
  const confirmed = await post('two-factor/confirm', person, { code })
  expect([begun.status, confirmed.status]).toEqual([200, 204])
  return { ...shown, code, person: { ...person, cookie: confirmed.cookie } }
}
const withPassword = (person: TestPerson, cookie = '') =>
  post('sign-in/email', browserOf(cookie), { email: person.email, password })
const stateOf = async (as: TestPerson) => (await bed.ask('GET', '/api/auth/two-factor', { as })).body
const actionsSeen = async () => {
  const { body } = await bed.ask('GET', '/api/audit', { as: owner, workspace })
  return (body as AuditPage).events.map(({ action, actor, detail }) => [action, actor.userId, detail['with'] ?? null])
}

describe.runIf(hasEngine)('the second factor', () => {
  test('is asked for after the password once a code was confirmed, and other sessions end', async () => {
    const other = browserOf((await withPassword(owner)).cookie)
    expect(await stateOf(owner)).toEqual({ isOn: false, hasPassword: true })
    expect(codeOf(await post('two-factor/begin', owner, { password: 'another one' }))).toBe('password-wrong')
    const begun = (await post('two-factor/begin', owner, { password })).body as BeginTwoFactorAnswer
    expect(begun.address).toMatch(/^otpauth:\/\/totp\/Tidemark%20\(tidemark\.example\)[:%]/)
    expect(begun.backupCodes).toHaveLength(10)
    // A key that was begun and not confirmed asks nobody for anything.
    expect((await withPassword(owner)).body).toHaveProperty('person')
    expect(codeOf(await post('two-factor/confirm', owner, { code: wrongFor(begun.key) }))).toBe('code-wrong')
    const { key, person } = await turnOn(owner)
    expect(await stateOf(person)).toEqual({ isOn: true, hasPassword: true })
    expect(codeOf(await bed.ask('GET', '/api/session', { as: other }))).toBe('not-signed-in')

    const first = await withPassword(owner)
    expect([first.status, first.body]).toEqual([200, { needsCode: true }])
    expect(codeOf(await bed.ask('GET', '/api/session', { as: browserOf(first.cookie) }))).toBe('not-signed-in')
    const wrong = await post('sign-in/code', browserOf(first.cookie), { code: wrongFor(key) })
    expect([wrong.status, codeOf(wrong)]).toEqual([400, 'code-wrong'])
    const right = await post('sign-in/code', browserOf(first.cookie), { code: ` ${nextOf(key)} ` })
    expect((right.body as SessionInfo).person.id).toBe(owner.id)
    expect((await bed.ask('GET', '/api/session', { as: browserOf(right.cookie) })).status).toBe(200)
    // The first step is used up.
    expect(codeOf(await post('sign-in/code', browserOf(first.cookie), { code: nextOf(key) }))).toBe('code-expired')
    owner = person
    const seen = await actionsSeen()
    expect(seen).toContainEqual(['two-factor-on', owner.id, null])
    expect(seen).toContainEqual(['sign-in-failed', owner.id, 'code'])
    expect(seen).toContainEqual(['sign-in', owner.id, 'code'])
  })

  test('a code without a password, or of another person’s session, signs nobody in', async () => {
    const { key, person } = await turnOn(owner)
    expect(codeOf(await post('sign-in/code', null, { code: nextOf(key) }))).toBe('code-expired')
    expect(codeOf(await post('sign-in/code', person, { code: nextOf(key) }))).toBe('code-expired')
    expect((await bed.ask('GET', '/api/session', { as: person })).status).toBe(200)
  })

  test('a backup code works once, and new ones replace the former', async () => {
    const { backupCodes, person } = await turnOn(owner)
    const use = async (code: string | undefined) => {
      const { cookie } = await withPassword(owner)
      return await post('sign-in/code', browserOf(cookie), { code })
    }
    expect((await use(backupCodes[0])).status).toBe(200)
    expect(codeOf(await use(backupCodes[0]))).toBe('code-wrong')
    const made = await post('two-factor/backup-codes', person, { password })
    const { backupCodes: newer } = made.body as { readonly backupCodes: readonly string[] }
    expect(codeOf(await use(backupCodes[1]))).toBe('code-wrong')
    expect((await use(newer[0])).status).toBe(200)
  })

  test('of two backup codes at the same moment, one that does not hold is a wrong code', async () => {
    const { backupCodes } = await turnOn(owner)
    const browsers = [await withPassword(owner), await withPassword(owner)]
    const answers = await Promise.all(
      browsers.map(({ cookie }, at) => post('sign-in/code', browserOf(cookie), { code: backupCodes[at] })),
    )
    const outcomes = new Set(answers.map((one) => (one.status === 200 ? 'taken' : codeOf(one))))
    outcomes.delete('code-wrong')
    expect([...outcomes]).toEqual(['taken'])
  })

  test('a code works once, also for one of several at the same moment, and a wrong one is not used up', async () => {
    const { key, code: given, person } = await turnOn(owner)
    const use = async (code: string) => {
      const { cookie } = await withPassword(owner)
      return await post('sign-in/code', browserOf(cookie), { code })
    }
    const confirmed = await use(given)
    expect([codeOf(confirmed), detailOf(confirmed)]).toEqual([
      'code-wrong',
      'A code works once. Wait for the next one.',
    ])
    const wrong = wrongFor(key)
    expect([await use(wrong), await use(wrong)].map(detailOf)).toEqual([undefined, undefined])
    const code = nextOf(key)
    const answers = await Promise.all([use(code), use(code), use(code)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    expect((await use(code)).status).toBe(400)
    // A second cookie, of nobody or of somebody else, does not hide whose code it is.
    const challengeOf = async (of: TestPerson) =>
      (await withPassword(of)).cookie.split('; ').find((cookie) => cookie.includes('two_factor')) ?? ''
    const mine = await challengeOf(owner)
    const other = await turnOn(await bed.join(person, 'viewer', workspace, 'bob@example.com'))
    const theirs = await challengeOf(other.person)
    for (const cookie of [`x-${theirs}; ${mine}`, `x-tidemark.two_factor=none.sig; ${mine}`, `a=b;\t${mine}`])
      expect([cookie, (await post('sign-in/code', browserOf(cookie), { code })).status]).toEqual([cookie, 400])
    expect(codeOf(await post('two-factor/confirm', person, { code }))).toBe('code-wrong')
    owner = person
    expect((await actionsSeen()).filter(([action]) => action === 'sign-in-failed')).toHaveLength(8)
  })

  test('five wrong codes end a sign-in, and ten in a row lock the second step', async () => {
    const { key } = await turnOn(owner)
    const answers: (string | undefined)[] = []
    for (let round = 0; round < 2; round += 1) {
      const { cookie } = await withPassword(owner)
      for (let attempt = 0; attempt < 6; attempt += 1)
        answers.push(codeOf(await post('sign-in/code', browserOf(cookie), { code: wrongFor(key) })))
    }
    expect(answers.slice(0, 6)).toEqual([...Array.from({ length: 5 }, () => 'code-wrong'), 'code-expired'])
    const { cookie } = await withPassword(owner)
    expect(codeOf(await post('sign-in/code', browserOf(cookie), { code: nextOf(key) }))).toBe('too-many-requests')
  })

  test('is not asked for in a browser that is trusted, until the password changes', async () => {
    const { key, person } = await turnOn(owner)
    const first = await withPassword(owner)
    const trusted = await post('sign-in/code', browserOf(first.cookie), { code: nextOf(key), trustsBrowser: true })
    const again = await withPassword(owner, trusted.cookie)
    expect(again.body).toHaveProperty('person')
    const change = { currentPassword: password, newPassword: password, revokeOtherSessions: true }
    expect((await post('change-password', person, change)).status).toBe(200)
    expect((await withPassword(owner, again.cookie)).body).toEqual({ needsCode: true })
  })

  test('outlives a new password by a link, and is turned off with the password', async () => {
    const { person, key } = await turnOn(owner)
    const token = await createResetToken(bed.database, owner.id, Date.now())
    expect((await post('reset-password', null, { token, newPassword: password })).status).toBe(200)
    const first = await withPassword(person)
    expect(first.body).toEqual({ needsCode: true })
    const { cookie } = await post('sign-in/code', browserOf(first.cookie), { code: nextOf(key) })
    const present = { ...owner, cookie }
    expect(codeOf(await post('two-factor/turn-off', present, { password: 'another one' }))).toBe('password-wrong')
    const off = await post('two-factor/turn-off', present, { password })
    expect([off.status, await stateOf(browserOf(off.cookie))]).toEqual([204, { isOn: false, hasPassword: true }])
    expect((await withPassword(owner)).body).toHaveProperty('person')
  })

  test('is turned off by an admin who manages the member everywhere', async () => {
    const editor = await bed.join(owner, 'editor', workspace)
    const admin = await bed.join(owner, 'admin', workspace)
    await turnOn(editor)
    const reset = (as: TestPerson, userId: string) =>
      bed.ask('DELETE', `/api/members/${userId}/two-factor`, { as, workspace })
    const owned = await turnOn(owner)
    owner = owned.person
    expect(codeOf(await reset(admin, owner.id))).toBe('forbidden')
    expect(codeOf(await reset(admin, 'nobody'))).toBe('forbidden')
    expect((await withPassword(editor)).body).toEqual({ needsCode: true })
    expect((await reset(admin, editor.id)).status).toBe(204)
    const signedIn = await withPassword(editor)
    expect(signedIn.body).toHaveProperty('person')
    expect((await actionsSeen()).map(([action]) => action)).toContain('two-factor-reset')

    // In a workspace of their own they are out of the admin's reach.
    const again = browserOf(signedIn.cookie)
    const made = await bed.ask('POST', '/api/workspaces', { as: again, body: { name: 'Own' } })
    expect(made.status).toBe(201)
    expect(codeOf(await reset(admin, editor.id))).toBe('forbidden')
  })

  test('is required by a workspace of everybody, at once and on every way in', async () => {
    const viewer = await bed.join(owner, 'viewer', workspace)
    const require = (as: TestPerson, requiresTwoFactor: boolean) =>
      bed.ask('PATCH', `/api/workspaces/${workspace}`, { as, workspace, body: { requiresTwoFactor } })
    const refused = await require(owner, true)
    expect(codeOf(refused)).toBe('two-factor-required')
    expect(JSON.stringify(refused.body)).not.toContain('This workspace asks for')
    expect(codeOf(await require(viewer, true))).toBe('forbidden')
    owner = (await turnOn(owner)).person
    expect((await require(owner, true)).status).toBe(200)
    const look = async (as: TestPerson) => codeOf(await bed.ask('GET', '/api/members', { as, workspace }))
    expect([await look(owner), await look(viewer)]).toEqual([undefined, 'two-factor-required'])
    const { sessionId } = (await bed.team.accounts.getSignedIn(new Headers({ cookie: viewer.cookie }))) ?? {}
    expect(await bed.team.members.listHeard(sessionId ?? '')).toEqual([])
    // Signing in anew, which the cache of sessions does not know yet, makes no difference.
    expect(await look(browserOf((await withPassword(viewer)).cookie))).toBe('two-factor-required')
    const { person } = await turnOn(viewer)
    expect(await look(person)).toBeUndefined()
    const members = (await bed.ask('GET', '/api/members', { as: owner, workspace })).body as MemberList
    expect([members.requiresTwoFactor, members.members.map(({ hasTwoFactor }) => hasTwoFactor)]).toEqual([
      true,
      [true, true],
    ])
    expect((await require(owner, false)).status).toBe(200)
    const off = await post('two-factor/turn-off', person, { password })
    expect(await look(browserOf(off.cookie))).toBeUndefined()
  })

  test('a new secret of the server still reads the keys with the former one', async () => {
    const { key } = await turnOn(owner)
    const changed = createAuth({
      database: bed.database,
      engine: bed.store.tables.engine,
      publicOrigin: 'https://tidemark.example',
      secret: 'another secret that is long enough too',
      oldSecrets: ['a secret of a test that is long enough'],
      log: bed.log,
      sendResetToken: async () => undefined,
      onPasswordReset: async () => undefined,
    })
    const body = { email: owner.email, password }
    const first = await changed.post('/sign-in/email', new Headers(), body)
    const cookie = first.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ')
    const code = nextOf(key)
    expect((await changed.post('/two-factor/verify-totp', new Headers({ cookie }), { code })).status).toBe(200)
  })
})
