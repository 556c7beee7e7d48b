import { tokenScopes, type TokenScope } from '@tidemark/shared/access/grants'
import type { Role } from '@tidemark/shared/access/roles'
import type { ApiToken } from '@tidemark/shared/tokens/api-token'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasEngine } from '@testkit/sync/sync-test-bed'
import { codeOf, openTeamTestBed, type TeamTestBed, type TestPerson } from '@testkit/team/team-test-bed'

const pullBody = { pullVersion: 1, clientGroupID: 'g1', profileID: 'p', schemaVersion: '1', cookie: null }
const pushBody = { pushVersion: 1, clientGroupID: 'g1', profileID: 'p', schemaVersion: '1', mutations: [] }

describe.runIf(hasEngine)('API tokens', () => {
  let bed: TeamTestBed
  let owner: TestPerson
  let editor: TestPerson
  let workspace: string
  beforeAll(async () => {
    bed = await openTeamTestBed()
    const made = await bed.setUp()
    owner = made.owner
    workspace = made.workspace.id
    editor = await bed.join(owner, 'editor', workspace)
  })
  afterAll(() => bed.dispose())

  const make = async (scopes: readonly TokenScope[], role: Role = 'editor', as = editor) => {
    const body = { name: 'nightly', scopes, role, expiresInDays: 30 }
    const made = await bed.ask('POST', '/api/tokens', { as, workspace, body })
    return made.body as { readonly token: ApiToken; readonly secret: string }
  }

  test.each([
    ['POST', '/api/tokens', { name: 'a\0b', scopes: ['content:read'], role: 'viewer', expiresInDays: 1 }],
    ['POST', '/api/workspaces', { name: 'a\0b' }],
    ['PATCH', '/api/session', { name: 'a\r\nb' }],
    ['POST', '/api/auth/reset-password', { token: '\0', newPassword: 'a long password' }],
    ['POST', '/api/invites/look', { token: '\0' }],
  ])('%s %s takes no control characters', async (method, path, body) => {
    expect(codeOf(await bed.ask(method, path, { as: owner, workspace, body }))).toBe('invalid-request')
  })

  test.each(['/api/members/a%00b', '/api/tokens/a%00b', '/api/invites/a%00b'])(
    'DELETE %s is the caller’s mistake and not the store’s',
    async (path) => {
      const { status } = await bed.ask('DELETE', path, { as: owner, workspace })
      expect([400, 404]).toContain(status)
    },
  )

  test('are shown once: neither the list nor the store holds the secret', async () => {
    const { token, secret } = await make(['content:read'])
    expect(secret).toMatch(/^tmk_[\w-]{43}$/)
    expect(token).toEqual({
      id: expect.any(String),
      name: 'nightly',
      hint: secret.slice(0, 8),
      scopes: ['content:read'],
      role: 'editor',
      createdBy: editor.id,
      createdAt: expect.any(Number),
      expiresAt: token.createdAt + 30 * 24 * 3600_000,
      lastUsedAt: null,
    })
    const listed = await bed.ask('GET', '/api/tokens', { as: editor, workspace })
    const rows = await bed.database.selectFrom('api_token').selectAll().execute()
    const events = await bed.database.selectFrom('audit_event').selectAll().execute()
    expect(JSON.stringify([listed.body, rows, events, bed.log])).not.toContain(secret.slice(8))
  })

  // The requests that a token with a single scope may make.
  test.each<[string, string, unknown, TokenScope | null]>([
    ['POST', '/api/replicache/pull', pullBody, 'content:read'],
    ['POST', '/api/replicache/push', pushBody, 'content:write'],
    ['GET', '/api/history/chart/none', undefined, 'content:read'],
    ['GET', '/api/members', undefined, 'members:manage'],
    ['GET', '/api/invites', undefined, 'members:manage'],
    ['GET', '/api/tokens', undefined, null],
    ['POST', '/api/tokens', { name: 'x', scopes: ['data:read'], role: 'viewer', expiresInDays: 1 }, null],
    ['GET', '/api/audit', undefined, null],
  ])('%s %s lets in only tokens of its scope', async (method, path, body, needed) => {
    for (const scope of tokenScopes) {
      const { secret } = await make([scope], 'owner', owner)
      const answer = await bed.ask(method, path, { token: secret, ...(body === undefined ? {} : { body }) })
      if (scope === needed) expect(answer.status).not.toBe(403)
      else expect([scope, answer.status, codeOf(answer)]).toEqual([scope, 403, 'token-scope'])
    }
  })

  test('sign nobody in', async () => {
    const { secret } = await make(['content:read'])
    for (const [method, path, body] of [
      ['GET', '/api/session', undefined],
      ['GET', '/api/workspaces', undefined],
      ['POST', '/api/workspaces', { name: 'x' }],
    ] as const) {
      const answer = await bed.ask(method, path, { token: secret, ...(body ? { body } : {}) })
      expect([path, codeOf(answer)]).toEqual([path, 'not-signed-in'])
    }
    const renamed = await bed.ask('PATCH', `/api/workspaces/${workspace}`, { token: secret, body: { name: 'x' } })
    expect(codeOf(renamed)).toBe('token-scope')
  })

  test('have the lower of the two roles, as it is now', async () => {
    const admin = await bed.join(owner, 'admin', workspace)
    const { secret } = await make(['members:manage'], 'admin', admin)
    const low = await make(['members:manage'], 'viewer', admin)
    const invites = (token: string) => bed.ask('GET', '/api/invites', { token })
    expect([(await invites(secret)).status, (await invites(low.secret)).status]).toEqual([200, 403])
    await bed.ask('PATCH', `/api/members/${admin.id}`, { as: owner, workspace, body: { role: 'viewer' } })
    expect((await invites(secret)).status).toBe(403)
  })

  test('are of one workspace', async () => {
    const { secret } = await make(['content:read'], 'owner', owner)
    const second = await bed.ask('POST', '/api/workspaces', { as: owner, body: { name: 'Second' } })
    const other = (second.body as { id: string }).id
    expect((await bed.ask('POST', '/api/replicache/pull', { token: secret, body: pullBody, workspace })).status).toBe(
      200,
    )
    const elsewhere = await bed.ask('POST', '/api/replicache/pull', { token: secret, body: pullBody, workspace: other })
    expect(codeOf(elsewhere)).toBe('forbidden')
  })

  test.each<[string, (made: { readonly token: ApiToken }) => Promise<unknown>]>([
    ['revoked by its maker', ({ token }) => bed.ask('DELETE', `/api/tokens/${token.id}`, { as: editor, workspace })],
    ['revoked by an admin', ({ token }) => bed.ask('DELETE', `/api/tokens/${token.id}`, { as: owner, workspace })],
    ['expired', async () => (bed.clock.aheadMs = 31 * 24 * 3600_000)],
  ])('one that is %s is worth nothing', async (_, spoil) => {
    const made = await make(['content:read'])
    await spoil(made)
    const answer = await bed.ask('POST', '/api/replicache/pull', { token: made.secret, body: pullBody })
    expect([answer.status, codeOf(answer)]).toEqual([401, 'token-invalid'])
    bed.clock.aheadMs = 0
  })

  test('one that has expired stays listed for ninety days, so that its maker sees why', async () => {
    const { token } = await make(['content:read'])
    const isListedAfter = async (days: number) => {
      bed.clock.aheadMs = days * 24 * 3600_000
      const { body } = await bed.ask('GET', '/api/tokens', { as: editor, workspace })
      bed.clock.aheadMs = 0
      return (body as { tokens: ApiToken[] }).tokens.some(({ id }) => id === token.id)
    }
    expect([await isListedAfter(31), await isListedAfter(119), await isListedAfter(121)]).toEqual([true, true, false])
  })

  test.each(['', 'tmk_', `tmk_${'x'.repeat(43)}`, 'another', "tmk_' OR 1=1"])('%j is no token', async (token) => {
    const answer = await bed.ask('POST', '/api/replicache/pull', { token, body: pullBody })
    expect(answer.status).toBe(401)
  })

  test('another person’s are neither seen nor revoked, but by admins', async () => {
    const { token } = await make(['content:read'], 'viewer', owner)
    const idsOf = async (as: TestPerson) => {
      const { body } = await bed.ask('GET', '/api/tokens', { as, workspace })
      return (body as { tokens: ApiToken[] }).tokens.map(({ id }) => id)
    }
    expect(await idsOf(owner)).toContain(token.id)
    expect(await idsOf(editor)).not.toContain(token.id)
    expect((await bed.ask('DELETE', `/api/tokens/${token.id}`, { as: editor, workspace })).status).toBe(404)
  })

  test('tell when they were last used, without a write for each request', async () => {
    const { token, secret } = await make(['content:read'])
    const lastUsed = async () => {
      await bed.ask('POST', '/api/replicache/pull', { token: secret, body: pullBody })
      const row = await bed.database.selectFrom('api_token').where('id', '=', token.id).selectAll().executeTakeFirst()
      return row?.last_used_at
    }
    const first = await lastUsed()
    expect(first).toBeTypeOf('number')
    expect(await lastUsed()).toBe(first)
    bed.clock.aheadMs = 6 * 60_000
    expect(await lastUsed()).toBeGreaterThan(first ?? 0)
    bed.clock.aheadMs = 0
  })
})
