import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAuth, sessionSeconds, type Auth } from './create-auth'
import { createSessionCache } from './session-cache'
import { openTeamTestBed, publicUrl, type TeamTestBed, type TestPerson } from '@testkit/team/team-test-bed'
import { hasEngine } from '@testkit/sync/sync-test-bed'

const hourMs = 3_600_000

describe.runIf(hasEngine)('a session that is known', () => {
  let bed: TeamTestBed
  let owner: TestPerson
  let workspace: string
  let getSession: ReturnType<typeof vi.fn<Auth['getSession']>>
  let admit: ReturnType<typeof createSessionCache>
  beforeEach(async () => {
    bed = await openTeamTestBed()
    const made = await bed.setUp()
    owner = made.owner
    workspace = made.workspace.id
    const auth = createAuth({
      database: bed.database,
      engine: bed.store.tables.engine,
      publicOrigin: publicUrl,
      secret: 'a secret of a test that is long enough',
      oldSecrets: [],
      log: bed.log,
      sendResetToken: async () => undefined,
      onPasswordReset: async () => undefined,
    })
    getSession = vi.fn<Auth['getSession']>(auth.getSession)
    admit = createSessionCache({ auth: { getSession }, database: bed.database, clock: () => Date.now() })
  })
  afterEach(() => bed.dispose())
  const ask = (cookie = owner.cookie, isRefreshed = false) => admit(new Headers({ cookie }), { isRefreshed })
  const endIn = (ms: number) =>
    bed.database
      .updateTable('session')
      .set({ expiresAt: new Date(Date.now() + ms) })
      .execute()

  test('is answered the same, without better-auth', async () => {
    const first = await ask()
    expect(first).toMatchObject({
      person: { userId: owner.id, email: owner.email, name: 'Ann', setCookies: [] },
      memberships: [{ orgId: workspace, slug: 'acme', firstName: 'Acme', role: 'owner', needsTwoFactor: false }],
    })
    expect(await ask()).toEqual(first)
    expect(getSession).toHaveBeenCalledTimes(1)
  })

  test('is asked about by one statement, whose name lets it be planned once', async () => {
    await ask()
    const read = vi.spyOn(bed.store.tables, 'read')
    await ask()
    expect(read.mock.calls.map(([sql, , name]) => [sql, name])).toEqual([
      [expect.stringContaining('from "session"'), 'getSession'],
    ])
  })

  test('is nobody’s as soon as it is gone', async () => {
    await ask()
    await bed.database.deleteFrom('session').execute()
    expect(await ask()).toBeNull()
  })

  test('is nobody’s as soon as it is at its end', async () => {
    await ask()
    await endIn(-1)
    expect(await ask()).toBeNull()
  })

  test('is of who they are in their workspaces now', async () => {
    await ask()
    await bed.database.updateTable('member').set({ role: 'viewer' }).execute()
    expect((await ask())?.memberships).toMatchObject([{ role: 'viewer' }])
    await bed.database.deleteFrom('member').execute()
    expect(await ask()).toMatchObject({ person: { userId: owner.id }, memberships: [] })
    expect(getSession).toHaveBeenCalledTimes(1)
  })

  test('is moved on when it is due, and not before', async () => {
    await ask()
    await endIn(sessionSeconds * 1000 - 23 * hourMs)
    expect((await ask(owner.cookie, true))?.person.setCookies).toEqual([])
    await endIn(sessionSeconds * 1000 - 25 * hourMs)
    expect((await ask(owner.cookie, true))?.person.setCookies).not.toEqual([])
    expect(getSession).toHaveBeenCalledTimes(2)
  })

  test('lends nothing to a cookie that names it and is not genuine', async () => {
    await ask()
    const last = owner.cookie.at(-5) === 'A' ? 'B' : 'A'
    expect(await ask(`${owner.cookie.slice(0, -5)}${last}${owner.cookie.slice(-4)}`)).toBeNull()
  })
})
