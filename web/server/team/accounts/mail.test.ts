import type { CreatedInvite } from '@tidemark/shared/members/invite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startMailServer, type MailServer } from '@testkit/servers/mail-test-server'
import { codeOf, openTeamTestBed, password, type TeamTestBed } from '@testkit/team/team-test-bed'
import { getMetrics } from '@/server/observability/metrics'

describe('mail', () => {
  let server: MailServer
  let bed: TeamTestBed
  beforeEach(async () => {
    server = await startMailServer()
    bed = await openTeamTestBed({ smtpUrl: server.url })
  })
  afterEach(async () => {
    await bed.dispose()
    await server.close()
  })

  const invite = async () => {
    const { owner, workspace } = await bed.setUp()
    const body = { email: 'bob@example.com', role: 'editor' }
    const answer = await bed.ask('POST', '/api/invites', { as: owner, workspace: workspace.id, body })
    return answer.body as CreatedInvite
  }

  test('brings an invite to whom it is for, and its link to nobody else', async () => {
    const created = await invite()
    expect([created.mail, created.link]).toEqual(['sent', null])
    expect(server.mails.map(({ to }) => to)).toEqual([['bob@example.com']])
    const text = server.mails[0]?.text ?? ''
    expect(server.mails[0]?.parsed.from?.text).toBe('"Tidemark" <tidemark@tidemark.example>')
    expect(text).toContain('Ann has invited you to the workspace “Acme”')
    const token = /https:\/\/tidemark\.example\/invite#([\w-]{43})/.exec(text)?.[1] ?? ''
    const joined = await bed.ask('POST', '/api/invites/accept', { body: { token, account: { name: 'Bob', password } } })
    expect(joined.status).toBe(200)
  })

  test('brings an invite again, or leaves it to a link where that is asked for; the one before holds no more', async () => {
    const { owner, workspace } = await bed.setUp()
    const body = { email: 'bob@example.com', role: 'editor' }
    const ask = (method: string, path: string, sent?: object) =>
      bed.ask(method, `/api/invites${path}`, { as: owner, workspace: workspace.id, body: sent })
    const tokens = () => server.mails.map(({ text }) => /\/invite#([\w-]{43})/.exec(text)?.[1] ?? '')
    await ask('POST', '', body)
    expect((await ask('POST', '', body)).body).toMatchObject({ mail: 'sent', link: null })
    const byLink = (await ask('POST', '', { ...body, byMail: false })).body as CreatedInvite
    expect(byLink.mail).toBe('not-asked')
    expect(server.mails).toHaveLength(2)
    const last = byLink.link?.split('#')[1] ?? ''
    const looks = await Promise.all([...tokens(), last].map((token) => ask('POST', '/look', { token })))
    expect(looks.map(codeOf)).toEqual(['link-invalid', 'link-invalid', undefined])
    expect((await ask('GET', '')).body).toMatchObject({ invites: [{ id: byLink.invite.id }], hasMail: true })
  })

  /**
   * Returns the number of errors that a developer should look at. Each is a log line, a report if those are on, and a
   * count.
   */
  const errorCount = async () => Number(/code="internal"} (\d+)/.exec(await getMetrics().toPrometheus())?.[1] ?? 0)

  test('that is not taken leaves the link with the one who invites, and is for a developer to look at', async () => {
    server.isRefusing = true
    const before = await errorCount()
    const created = await invite()
    expect([created.mail, created.link]).toEqual(['failed', expect.stringContaining('/invite#')])
    expect([(await errorCount()) - before, bed.log.errors.length]).toEqual([1, 1])
    await bed.ask('POST', '/api/auth/request-password-reset', { body: { email: 'ann@example.com' } })
    await vi.waitFor(async () => expect([(await errorCount()) - before, bed.log.errors.length]).toEqual([2, 2]))
  })

  test('brings a reset link, for an account there is', async () => {
    await bed.setUp()
    const ask = (email: string) => bed.ask('POST', '/api/auth/request-password-reset', { body: { email } })
    const answers = [await ask('nobody@example.com'), await ask('ANN@example.com')]
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [204, null],
      [204, null],
    ])
    await vi.waitFor(() => expect(server.mails).toHaveLength(1))
    expect(server.mails[0]?.to).toEqual(['ann@example.com'])
    const token = /\/reset-password#([\w-]+)/.exec(server.mails[0]?.text ?? '')?.[1] ?? ''
    const rows = await bed.database.selectFrom('verification').selectAll().execute()
    expect(JSON.stringify([rows, bed.log])).not.toContain(token)
    const reset = await bed.ask('POST', '/api/auth/reset-password', {
      body: { token, newPassword: 'another password' },
    })
    expect(reset.status).toBe(200)
    expect(
      codeOf(await bed.ask('POST', '/api/auth/sign-in/email', { body: { email: 'ann@example.com', password } })),
    ).toBe('sign-in-failed')
  })

  describe('a reset link', () => {
    const email = 'ann@example.com'
    const another = 'another password'
    /** Requests a password reset; returns the token of its link. */
    const ask = async () => {
      const before = server.mails.length
      await bed.ask('POST', '/api/auth/request-password-reset', { body: { email } })
      await vi.waitFor(() => expect(server.mails).toHaveLength(before + 1))
      return /\/reset-password#([\w-]+)/.exec(server.mails.at(-1)?.text ?? '')?.[1] ?? ''
    }
    const use = (token: string, newPassword = another) =>
      bed.ask('POST', '/api/auth/reset-password', { body: { token, newPassword } })
    const signIn = async (as: string) =>
      (await bed.ask('POST', '/api/auth/sign-in/email', { body: { email, password: as } })).status

    test('is worth nothing after an hour', async () => {
      await bed.setUp()
      const token = await ask()
      // better-auth uses the real clock.
      const past = new Date(Date.now() - 1000)
      await bed.database.updateTable('verification').set({ expiresAt: past }).execute()
      expect([codeOf(await use(token)), await signIn(password)]).toEqual(['link-invalid', 200])
    })

    test('is worth nothing once another one was used', async () => {
      await bed.setUp()
      const [first, second] = [await ask(), await ask()]
      expect((await use(second)).status).toBe(200)
      expect(codeOf(await use(second, 'a third password'))).toBe('link-invalid')
      expect([codeOf(await use(first, 'a third password')), await signIn(another)]).toEqual(['link-invalid', 200])
    })

    test('is worth nothing once its person has changed the password', async () => {
      const { owner } = await bed.setUp()
      const token = await ask()
      const body = { currentPassword: password, newPassword: another, revokeOtherSessions: true }
      expect((await bed.ask('POST', '/api/auth/change-password', { as: owner, body })).status).toBe(200)
      expect([codeOf(await use(token, 'a third password')), await signIn(another)]).toEqual(['link-invalid', 200])
    })
  })
})
