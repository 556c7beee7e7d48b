import { setTimeout } from 'node:timers/promises'
import { valuesOfAttribute } from '@tidemark/shared/access/attributes'
import { roles, type Role } from '@tidemark/shared/access/roles'
import type { SessionInfo, WorkspaceSummary } from '@tidemark/shared/accounts/session-info'
import type { CreatedInvite, Invite } from '@tidemark/shared/members/invite'
import { memberListSchema, type Member } from '@tidemark/shared/members/member'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { actorOf, identify, listenersOf } from '@/server/http/identify'
import { inTransaction } from '@/server/store/accounts/account-database'
import { hasEngine } from '@testkit/sync/sync-test-bed'
import {
  codeOf,
  openTeamTestBed,
  password,
  tokenOf,
  type TeamTestBed,
  type TestPerson,
} from '@testkit/team/team-test-bed'

const pullBody = { pullVersion: 1, clientGroupID: 'g1', profileID: 'p', schemaVersion: '1', cookie: null }

describe.runIf(hasEngine)('who may do what', () => {
  let bed: TeamTestBed
  let workspace: string
  let people: Record<Role, TestPerson>
  beforeAll(async () => {
    bed = await openTeamTestBed()
    const made = await bed.setUp()
    workspace = made.workspace.id
    const joined = new Map<Role, TestPerson>([['owner', made.owner]])
    for (const role of ['viewer', 'explorer', 'editor', 'admin'] as const)
      joined.set(role, await bed.join(made.owner, role, workspace))
    people = Object.fromEntries(joined) as Record<Role, TestPerson>
  })
  afterAll(() => bed.dispose())

  const statusesOf = async (ask: (as: TestPerson, role: Role) => Promise<{ readonly status: number }>) => {
    const statuses = []
    for (const role of roles) statuses.push((await ask(people[role], role)).status)
    return statuses
  }

  // The statuses are those for viewer, explorer, editor, admin and owner.
  test.each<[string, string, string | ((own: TestPerson, role: Role) => string), unknown, readonly number[]]>([
    ['read the members', 'GET', '/api/members', undefined, [200, 200, 200, 200, 200]],
    ['read the invites', 'GET', '/api/invites', undefined, [403, 403, 403, 200, 200]],
    ['read the audit log', 'GET', '/api/audit', undefined, [403, 403, 403, 200, 200]],
    ['read tokens', 'GET', '/api/tokens', undefined, [200, 200, 200, 200, 200]],
    ['invite a viewer', 'POST', '/api/invites', { email: 'v@x.example', role: 'viewer' }, [403, 403, 403, 201, 201]],
    ['invite an admin', 'POST', '/api/invites', { email: 'a@x.example', role: 'admin' }, [403, 403, 403, 201, 201]],
    ['invite an owner', 'POST', '/api/invites', { email: 'o@x.example', role: 'owner' }, [403, 403, 403, 403, 201]],
    [
      'rename the workspace',
      'PATCH',
      () => `/api/workspaces/${workspace}`,
      { name: 'Acme' },
      [403, 403, 403, 200, 200],
    ],
    [
      'make a token of their own role',
      'POST',
      '/api/tokens',
      (role: Role) => ({ name: 'x', scopes: ['content:read'], role, expiresInDays: 1 }),
      [201, 201, 201, 201, 201],
    ],
    [
      'make a token of an owner',
      'POST',
      '/api/tokens',
      { name: 'x', scopes: ['content:read'], role: 'owner', expiresInDays: 1 },
      [403, 403, 403, 403, 201],
    ],
  ])('who may %s', async (_, method, path, body, expected) => {
    const asked = await statusesOf((as, role) =>
      bed.ask(method, typeof path === 'string' ? path : path(as, role), {
        as,
        workspace,
        ...(body === undefined
          ? {}
          : { body: typeof body === 'function' ? (body as (r: Role) => unknown)(role) : body }),
      }),
    )
    expect(asked).toEqual(expected)
  })

  test('nobody below admin learns an e-mail address or another’s attributes, and nobody a password or its hash', async () => {
    for (const role of roles) {
      const { body } = await bed.ask('GET', '/api/members', { as: people[role], workspace })
      const { members } = body as { members: Member[] }
      expect(members).toHaveLength(5)
      const isTold = role === 'admin' || role === 'owner'
      expect(new Set(members.map(({ email }) => email !== null))).toEqual(new Set([isTold]))
      const ofOthers = members.filter(({ userId }) => userId !== people[role].id).map(({ attributes }) => attributes)
      expect(new Set(ofOthers.map((attributes) => attributes !== null))).toEqual(new Set([isTold]))
      const fields = [
        'attributes',
        'email',
        'groups',
        ...(isTold ? ['hasTwoFactor'] : []),
        'joinedAt',
        'name',
        'role',
        'userId',
      ]
      expect(Object.keys(members[0] ?? {}).toSorted()).toEqual(fields)
    }
  })

  test('only who manages members says what they are, and that is the member’s own business', async () => {
    const attributes = { region: ['North', 'Zürich, Kreis 1'], team: ['growth'] }
    const asked = await statusesOf((as) =>
      bed.ask('PATCH', `/api/members/${people.viewer.id}`, { as, workspace, body: { attributes } }),
    )
    expect(asked).toEqual([403, 403, 403, 204, 204])
    const seen = async (as: TestPerson) => {
      const { members, attributeNames } = memberListSchema.parse(
        (await bed.ask('GET', '/api/members', { as, workspace })).body,
      )
      return [members.find(({ userId }) => userId === people.viewer.id)?.attributes, attributeNames]
    }
    expect(await seen(people.admin)).toEqual([attributes, ['region', 'team']])
    expect(await seen(people.viewer)).toEqual([attributes, []])
    expect(await seen(people.editor)).toEqual([null, ['region', 'team']])
    const actor = await actorOf(new Headers({ cookie: people.viewer.cookie }), bed.services, { id: workspace })
    const values = ['region', 'user.email', 'user.name', 'user.role', 'constructor'].map((name) =>
      valuesOfAttribute(actor, name),
    )
    expect(values).toEqual([attributes.region, [people.viewer.email], ['The viewer'], ['viewer'], []])
  })

  test.each([
    ['a name in capitals', { Region: ['a'] }],
    ['a reserved name', { 'user.email': ['a'] }],
    ['a name that objects have', JSON.parse('{"__proto__":["a"]}')],
    ['no value', { region: [] }],
    ['an empty value', { region: [''] }],
    ['a long value', { region: ['a'.repeat(201)] }],
    ['51 values', { region: Array.from({ length: 51 }, String) }],
    ['31 names', Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`n${index}`, ['a']]))],
  ])('attributes with %s are refused', async (_, attributes) => {
    const body = { attributes }
    const answer = await bed.ask('PATCH', `/api/members/${people.viewer.id}`, { as: people.owner, workspace, body })
    expect(codeOf(answer)).toBe('invalid-request')
  })

  test('no role may make or unmake an owner but an owner', async () => {
    const change = (as: TestPerson, userId: string, role: Role) =>
      bed.ask('PATCH', `/api/members/${userId}`, { as, workspace, body: { role } })
    expect((await change(people.admin, people.editor.id, 'owner')).status).toBe(403)
    expect((await change(people.admin, people.owner.id, 'viewer')).status).toBe(403)
    expect((await change(people.admin, people.admin.id, 'owner')).status).toBe(403)
    expect((await bed.ask('DELETE', `/api/members/${people.owner.id}`, { as: people.admin, workspace })).status).toBe(
      403,
    )
    for (const role of ['viewer', 'explorer', 'editor'] as const) {
      expect((await change(people[role], people[role].id, 'admin')).status).toBe(403)
      expect((await bed.ask('DELETE', `/api/members/${people.admin.id}`, { as: people[role], workspace })).status).toBe(
        403,
      )
    }
    expect((await change(people.admin, 'nobody', 'viewer')).status).toBe(404)
  })
})

describe.runIf(hasEngine)('members', () => {
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

  /**
   * Opens a stream for this person or token; returns a function that lists what it may listen to now, as `<role> in
   * <workspace>`.
   */
  const listenAs = async (by: Pick<TestPerson, 'cookie'> | { readonly token: string }, only?: string) => {
    const headers = new Headers('token' in by ? { authorization: `Bearer ${by.token}` } : { cookie: by.cookie })
    const { actor, admittedBy } = await identify(headers, bed.services, undefined, {
      isRefreshed: false,
      isForAll: true,
    })
    const where = only === undefined ? undefined : { id: only }
    return async () =>
      (await listenersOf(headers, bed.services, { ...actor, admittedBy }, where)).map(
        ({ role, orgId }) => `${role} in ${orgId}`,
      )
  }
  const versionOf = async () => (await bed.store.read(workspace, (tx) => tx.getOrg())).version
  const auditOf = async (action: string) => {
    const rows = await bed.database.selectFrom('audit_event').selectAll().execute()
    return rows.filter((row) => row.action === action)
  }

  test('the last owner can be neither demoted nor removed, nor leave', async () => {
    const demoted = await bed.ask('PATCH', `/api/members/${owner.id}`, {
      as: owner,
      workspace,
      body: { role: 'admin' },
    })
    expect([demoted.status, codeOf(demoted)]).toEqual([409, 'last-owner'])
    expect(codeOf(await bed.ask('DELETE', `/api/members/${owner.id}`, { as: owner, workspace }))).toBe('last-owner')
    const second = await bed.join(owner, 'owner', workspace)
    // Both leave at once; one of them must stay.
    const both = await Promise.all(
      [owner, second].map((as) => bed.ask('DELETE', `/api/members/${as.id}`, { as, workspace })),
    )
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([204, 409]))
  })

  test('a change of role counts at once, raises the version and is written down', async () => {
    const bob = await bed.join(owner, 'viewer', workspace)
    const before = await versionOf()
    const changed = await bed.ask('PATCH', `/api/members/${bob.id}`, { as: owner, workspace, body: { role: 'admin' } })
    expect(changed.status).toBe(204)
    expect(await versionOf()).toBe(before + 1)
    expect((await bed.ask('GET', '/api/invites', { as: bob, workspace })).status).toBe(200)
    expect(await auditOf('member-role-changed')).toMatchObject([
      {
        org: workspace,
        actor_user_id: owner.id,
        target: bob.id,
        detail: '{"from":"viewer","to":"admin"}',
        ip: '203.0.113.7',
      },
    ])
  })

  test('a stream hears of all workspaces its person is in at that moment, in their present role, or of the one it names', async () => {
    const bob = await bed.join(owner, 'admin', workspace)
    const [listen, listenToFirst] = [await listenAs(bob), await listenAs(bob, workspace)]
    const issued = await bed.ask('POST', '/api/tokens', {
      as: bob,
      workspace,
      body: { name: 'x', scopes: ['content:read'], role: 'viewer', expiresInDays: 1 },
    })
    const listenByToken = await listenAs({ token: (issued.body as { secret: string }).secret })
    expect(await listen()).toEqual([`admin in ${workspace}`])
    const told: string[] = []
    for (const id of [bob.id, owner.id]) bed.services.pokes.subscribeToMemberships(id, () => told.push(id))

    const made = await bed.ask('POST', '/api/workspaces', { as: bob, body: { name: 'Club' } })
    const club = (made.body as WorkspaceSummary).id
    expect(told.splice(0)).toEqual([bob.id])
    await bed.ask('PATCH', `/api/members/${bob.id}`, { as: owner, workspace, body: { role: 'viewer' } })
    expect(told.splice(0)).toEqual([bob.id])
    expect(new Set(await listen())).toEqual(new Set([`viewer in ${workspace}`, `owner in ${club}`]))
    expect(await listenToFirst()).toEqual([`viewer in ${workspace}`])
    expect(await listenByToken()).toEqual([`viewer in ${workspace}`])

    await bed.ask('DELETE', `/api/members/${bob.id}`, { as: owner, workspace })
    expect(told).toEqual([bob.id])
    expect([await listen(), await listenToFirst(), await listenByToken()]).toEqual([[`owner in ${club}`], [], []])

    const invited = await bed.ask('POST', '/api/invites', {
      as: owner,
      workspace,
      body: { email: bob.email, role: 'editor' },
    })
    const [, token = ''] = ((invited.body as { link: string | null }).link ?? '').split('#')
    await bed.ask('POST', '/api/invites/accept', { as: bob, body: { token } })
    expect(told).toEqual([bob.id, bob.id])
    expect(await listenToFirst()).toEqual([`editor in ${workspace}`])
  })

  test('all streams that ask at once what they may hear of are answered by one statement', async () => {
    const bob = await bed.join(owner, 'viewer', workspace)
    const carol = await bed.join(owner, 'viewer', workspace)
    const streams = await Promise.all([owner, bob, owner, carol, bob].map((person) => listenAs(person)))
    await bed.ask('DELETE', `/api/members/${bob.id}`, { as: owner, workspace })
    await bed.ask('POST', '/api/auth/sign-out', { as: carol })
    const read = vi.spyOn(bed.store.tables, 'read')
    const own = [`owner in ${workspace}`]
    expect(await Promise.all(streams.map((listen) => listen()))).toEqual([own, [], own, [], []])
    expect(read).toHaveBeenCalledTimes(1)
    bed.clock.aheadMs = 31 * 24 * 3600_000
    expect(await streams[0]?.()).toEqual([])
    bed.clock.aheadMs = 0
  })

  test('attributes are logged, travel with a token, and end with the membership', async () => {
    const bob = await bed.join(owner, 'editor', workspace)
    const set = (attributes: object) =>
      bed.ask('PATCH', `/api/members/${bob.id}`, { as: owner, workspace, body: { attributes } })
    await set({ region: ['North'], team: ['a'] })
    await set({ region: ['South', 'East'], team: ['a'] })
    await set({ region: ['South', 'East'], team: ['a'] })
    const details = (await auditOf('member-attributes-changed')).map(({ detail }) => JSON.parse(detail) as unknown)
    expect(details).toHaveLength(2)
    expect(details).toContainEqual({ from: { region: 'North' }, to: { region: 'South, East' } })
    const made = await bed.ask('POST', '/api/tokens', {
      as: bob,
      workspace,
      body: { name: 'x', scopes: ['content:read'], role: 'viewer', expiresInDays: 1 },
    })
    const { secret } = made.body as { secret: string }
    const byToken = await actorOf(new Headers({ authorization: `Bearer ${secret}` }), bed.services)
    expect(['region', 'user.role'].map((name) => valuesOfAttribute(byToken, name))).toEqual([
      ['South', 'East'],
      ['viewer'],
    ])
    await bed.ask('DELETE', `/api/members/${bob.id}`, { as: owner, workspace })
    const invited = await bed.ask('POST', '/api/invites', {
      as: owner,
      workspace,
      body: { email: bob.email, role: 'editor' },
    })
    const token = tokenOf((invited.body as CreatedInvite).link ?? '')
    await bed.ask('POST', '/api/invites/accept', { as: bob, body: { token } })
    const again = await actorOf(new Headers({ cookie: bob.cookie }), bed.services)
    expect(valuesOfAttribute(again, 'region')).toEqual([])
  })

  test('a refused change leaves no version, no role and no line in the log', async () => {
    const bob = await bed.join(owner, 'editor', workspace)
    const before = await versionOf()
    await bed.ask('PATCH', `/api/members/${owner.id}`, { as: bob, workspace, body: { role: 'viewer' } })
    await bed.ask('DELETE', `/api/members/${owner.id}`, { as: owner, workspace })
    expect([await versionOf(), await auditOf('member-role-changed'), await auditOf('member-removed')]).toEqual([
      before,
      [],
      [],
    ])
  })

  test('who is removed is out at once: pages, pull, push and tokens', async () => {
    const bob = await bed.join(owner, 'editor', workspace)
    const pull = () => bed.ask('POST', '/api/replicache/pull', { as: bob, workspace, body: pullBody })
    const token = await bed.ask('POST', '/api/tokens', {
      as: bob,
      workspace,
      body: { name: 'x', scopes: ['content:read'], role: 'editor', expiresInDays: 1 },
    })
    const { secret } = token.body as { secret: string }
    const pullByToken = () => bed.ask('POST', '/api/replicache/pull', { token: secret, body: pullBody })
    expect([(await pull()).status, (await pullByToken()).status]).toEqual([200, 200])
    expect((await bed.ask('DELETE', `/api/members/${bob.id}`, { as: owner, workspace })).status).toBe(204)
    expect([codeOf(await pull()), codeOf(await pullByToken())]).toEqual(['forbidden', 'token-invalid'])
    const push = await bed.ask('POST', '/api/replicache/push', {
      as: bob,
      workspace,
      body: { pushVersion: 1, clientGroupID: 'g1', profileID: 'p', schemaVersion: '1', mutations: [] },
    })
    expect(push.status).toBe(403)
    // The account still exists.
    const { body } = await bed.ask('GET', '/api/session', { as: bob })
    expect((body as SessionInfo).workspaces).toEqual([])
  })

  test('whose session has ended is told to sign in, and nothing is taken from their push', async () => {
    await bed.database.deleteFrom('session').execute()
    const body = { pushVersion: 1, clientGroupID: 'g1', profileID: 'p', schemaVersion: '1', mutations: [] }
    const push = await bed.ask('POST', '/api/replicache/push', { as: owner, workspace, body })
    expect([push.status, codeOf(push)]).toEqual([401, 'not-signed-in'])
    expect((await bed.ask('POST', '/api/replicache/pull', { as: owner, workspace, body: pullBody })).status).toBe(401)
  })

  test('people may leave', async () => {
    const bob = await bed.join(owner, 'viewer', workspace)
    expect((await bed.ask('DELETE', `/api/members/${bob.id}`, { as: bob, workspace })).status).toBe(204)
    expect(await auditOf('member-left')).toMatchObject([{ actor_user_id: bob.id, target: bob.id }])
  })
})

describe.runIf(hasEngine)('invites', () => {
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

  const invite = async (role: Role = 'editor', email = 'bob@example.com', as = owner) => {
    const { body } = await bed.ask('POST', '/api/invites', { as, workspace, body: { email, role } })
    const { invite: made, link } = body as CreatedInvite
    return { ...made, token: tokenOf(link ?? '') }
  }
  const account = { name: 'Bob', password }
  const accept = (body: object, as: TestPerson | null = null) => bed.ask('POST', '/api/invites/accept', { as, body })

  test('without mail, the link is shown to the one who invites, and is nowhere else', async () => {
    const { body } = await bed.ask('POST', '/api/invites', {
      as: owner,
      workspace,
      body: { email: 'Bob@Example.com', role: 'editor' },
    })
    expect(body).toMatchObject({
      invite: { email: 'bob@example.com', role: 'editor', invitedBy: owner.id },
      link: expect.stringMatching(/^https:\/\/tidemark\.example\/invite#[\w-]{43}$/),
      mail: 'not-set-up',
    })
    const token = tokenOf((body as CreatedInvite).link ?? '')
    const listed = await bed.ask('GET', '/api/invites', { as: owner, workspace })
    expect((listed.body as { invites: Invite[] }).invites).toHaveLength(1)
    const rows = await bed.database.selectFrom('invitation').selectAll().execute()
    expect(JSON.stringify([listed.body, rows, bed.log])).not.toContain(token)
  })

  test('the holder of a link is told what it is, and joins with a new account', async () => {
    const { token } = await invite()
    expect((await bed.ask('POST', '/api/invites/look', { body: { token } })).body).toEqual({
      workspaceName: 'Acme',
      invitedBy: 'Ann',
      email: 'bob@example.com',
      role: 'editor',
      next: 'sign-up',
    })
    const joined = await accept({ token, account })
    expect([joined.status, joined.body]).toEqual([200, expect.objectContaining({ id: workspace, role: 'editor' })])
    const session = await bed.ask('GET', '/api/session', { as: { id: '', email: '', cookie: joined.cookie } })
    expect((session.body as SessionInfo).person).toMatchObject({ name: 'Bob', email: 'bob@example.com' })
    expect(codeOf(await accept({ token, account }))).toBe('link-invalid')
  })

  test('somebody with an account joins with it, and with no other', async () => {
    const bob = await bed.join(owner, 'viewer', workspace, 'bob@example.com')
    const made = await bed.ask('POST', '/api/workspaces', { as: owner, body: { name: 'Second' } })
    const second = (made.body as { id: string }).id
    const invited = await bed.ask('POST', '/api/invites', {
      as: owner,
      workspace: second,
      body: { email: 'bob@example.com', role: 'viewer' },
    })
    const token = tokenOf((invited.body as CreatedInvite).link ?? '')
    const lookAs = async (as: TestPerson | null) =>
      ((await bed.ask('POST', '/api/invites/look', { as, body: { token } })).body as { next: string }).next
    expect([await lookAs(null), await lookAs(owner), await lookAs(bob)]).toEqual(['sign-in', 'wrong-account', 'join'])
    expect(codeOf(await accept({ token }))).toBe('not-signed-in')
    expect(codeOf(await accept({ token, account }))).toBe('account-exists')
    expect(codeOf(await accept({ token }, owner))).toBe('forbidden')
    expect((await accept({ token }, bob)).status).toBe(200)
    const { body } = await bed.ask('GET', '/api/session', { as: bob })
    expect((body as SessionInfo).workspaces.map(({ name }) => name)).toEqual(['Acme', 'Second'])
    // From now on a request must name the workspace.
    expect(codeOf(await bed.ask('GET', '/api/members', { as: bob }))).toBe('workspace-required')
    expect((await bed.ask('GET', `/api/members?workspace=${second}`, { as: bob })).status).toBe(200)
    expect(codeOf(await bed.ask('GET', '/api/members', { as: bob, workspace: 'another' }))).toBe('forbidden')
  })

  test.each<[string, (made: { id: string; token: string }) => Promise<unknown>]>([
    ['is revoked', (made) => bed.ask('DELETE', `/api/invites/${made.id}`, { as: owner, workspace })],
    ['is replaced by a newer one', () => invite('viewer')],
    ['is a week old', async () => (bed.clock.aheadMs = 7 * 24 * 3600_000 + 1)],
    [
      'is of somebody who may invite no more',
      async () => bed.database.updateTable('member').set({ role: 'editor' }).execute(),
    ],
    ['is of somebody who was removed', async () => bed.database.deleteFrom('member').execute()],
  ])('a link holds no more when it %s', async (_, spoil) => {
    const made = await invite()
    await spoil(made)
    expect(codeOf(await bed.ask('POST', '/api/invites/look', { body: { token: made.token } }))).toBe('link-invalid')
    expect(codeOf(await accept({ token: made.token, account }))).toBe('link-invalid')
  })

  test('an admin ends no owner’s open invite by a new one to the same address', async () => {
    const ada = await bed.join(owner, 'admin', workspace)
    const { token } = await invite('owner')
    const again = async () => {
      const body = { email: 'bob@example.com', role: 'viewer' }
      return (await bed.ask('POST', '/api/invites', { as: ada, workspace, body })).status
    }
    expect(await again()).toBe(403)
    expect((await bed.ask('POST', '/api/invites/look', { body: { token } })).status).toBe(200)
    bed.clock.aheadMs = 7 * 24 * 3600_000 + 1
    expect(await again()).toBe(201)
  })

  test('an invite whose link holds no more stays listed for thirty days, with what ended it', async () => {
    const listed = async () => {
      const { body } = await bed.ask('GET', '/api/invites', { as: owner, workspace })
      return (body as { invites: Invite[] }).invites.map(({ expiresAt, inviterMay }) => [
        expiresAt > Date.now() + bed.clock.aheadMs ? 'in time' : 'expired',
        inviterMay,
      ])
    }
    const ada = await bed.join(owner, 'admin', workspace)
    await invite('editor', 'bob@example.com', ada)
    expect(await listed()).toEqual([['in time', true]])
    const demotion = { as: owner, workspace, body: { role: 'editor' } }
    expect((await bed.ask('PATCH', `/api/members/${ada.id}`, demotion)).status).toBe(204)
    expect(await listed()).toEqual([['in time', false]])
    bed.clock.aheadMs = 36 * 24 * 3600_000
    expect(await listed()).toEqual([['expired', false]])
    bed.clock.aheadMs = 38 * 24 * 3600_000
    expect(await listed()).toEqual([])
  })

  test('who may invite no more by the time that an account is made lets nobody in', async () => {
    const ada = await bed.join(owner, 'admin', workspace)
    const { token } = await invite('editor', 'bob@example.com', ada)
    // Delays the write that adds the new member; the one before it takes the inviter's role away.
    const write = bed.store.write.bind(bed.store)
    vi.spyOn(bed.store, 'write').mockImplementationOnce(async (...written) => {
      await bed.ask('PATCH', `/api/members/${ada.id}`, { as: owner, workspace, body: { role: 'editor' } })
      return await write(...written)
    })
    expect(codeOf(await accept({ token, account }))).toBe('link-invalid')
    expect(bed.store.write).toHaveBeenCalledTimes(2)
  })

  test('a link used twice at a time makes one member', async () => {
    const { token } = await invite()
    const both = await Promise.all([accept({ token, account }), accept({ token, account })])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const { body } = await bed.ask('GET', '/api/members', { as: owner, workspace })
    expect((body as { members: Member[] }).members).toHaveLength(2)
  })

  test('a member is not invited again', async () => {
    await bed.join(owner, 'viewer', workspace, 'bob@example.com')
    const again = await bed.ask('POST', '/api/invites', {
      as: owner,
      workspace,
      body: { email: 'BOB@example.com', role: 'admin' },
    })
    expect([again.status, codeOf(again)]).toEqual([409, 'already-member'])
  })

  test('another workspace’s invite can be neither seen nor revoked', async () => {
    const made = await invite()
    const second = await bed.ask('POST', '/api/workspaces', { as: owner, body: { name: 'Second' } })
    const other = (second.body as { id: string }).id
    const listed = await bed.ask('GET', '/api/invites', { as: owner, workspace: other })
    expect((listed.body as { invites: Invite[] }).invites).toEqual([])
    expect((await bed.ask('DELETE', `/api/invites/${made.id}`, { as: owner, workspace: other })).status).toBe(404)
  })
})

describe.runIf(hasEngine)('workspaces', () => {
  let bed: TeamTestBed
  beforeEach(async () => {
    bed = await openTeamTestBed()
  })
  afterEach(() => bed.dispose())

  test('have addresses of their own', async () => {
    const { owner } = await bed.setUp()
    const create = async (body: object) => bed.ask('POST', '/api/workspaces', { as: owner, body })
    expect((await create({ name: 'Acme' })).body).toMatchObject({ slug: 'acme-2', role: 'owner' })
    const taken = await create({ name: 'Other', slug: 'acme' })
    expect([taken.status, codeOf(taken)]).toEqual([409, 'slug-taken'])
    expect(codeOf(await create({ name: 'Other', slug: '../x' }))).toBe('invalid-request')
  })

  test.each([
    ['anyone', [201, 201, 201]],
    ['admins', [201, 201, 403]],
    ['owners', [201, 403, 403]],
    ['nobody', [403, 403, 403]],
  ] as const)('are made by %s where the server says so, and the session tells', async (newWorkspaces, expected) => {
    await bed.dispose()
    bed = await openTeamTestBed({ newWorkspaces })
    const { owner, workspace } = await bed.setUp()
    const people = [owner, await bed.join(owner, 'admin', workspace.id), await bed.join(owner, 'editor', workspace.id)]
    const answers = []
    for (const as of people) {
      const { body } = await bed.ask('GET', '/api/session', { as })
      const made = await bed.ask('POST', '/api/workspaces', { as, body: { name: 'Second' } })
      expect((body as SessionInfo).mayCreateWorkspaces).toBe(made.status === 201)
      answers.push(made.status)
    }
    expect(answers).toEqual(expected)
  })

  test('made at the same moment get an address each, or are told that it is taken', async () => {
    const { owner } = await bed.setUp()
    const createThree = async (body: object) =>
      Promise.all([1, 2, 3].map(() => bed.ask('POST', '/api/workspaces', { as: owner, body })))
    const named = await createThree({ name: 'Team' })
    expect(new Set(named.map(({ body }) => (body as { slug: string }).slug))).toEqual(
      new Set(['team', 'team-2', 'team-3']),
    )
    const asked = await createThree({ name: 'Other', slug: 'other' })
    const answers = asked.map((answer) => String(codeOf(answer) ?? answer.status))
    expect(answers.toSorted()).toEqual(['201', 'slug-taken', 'slug-taken'])
  })

  test('renamed to an address that another takes at that moment, is told that it is taken', async () => {
    const { owner, workspace } = await bed.setUp()
    const made = await bed.ask('POST', '/api/workspaces', { as: owner, body: { name: 'Second' } })
    const other = (made.body as { id: string }).id
    const rename = () =>
      bed.ask('PATCH', `/api/workspaces/${workspace.id}`, { as: owner, body: { name: 'New', slug: 'wanted' } })
    const { value: asked } = await bed.store.write(other, { userId: owner.id, at: 1 }, async (tx) => {
      await inTransaction(tx.tables)
        .updateTable('organization')
        .set({ slug: 'wanted' })
        .where('id', '=', other)
        .execute()
      const answer = rename()
      // PostgreSQL runs both at once: ours finishes when the other has found the slug free and waits to write it.
      while (bed.store.tables.engine === 'postgres' && !(await isAnybodyWaiting())) await setTimeout(5)
      return { answer }
    })
    const answer = await asked.answer
    expect([answer.status, codeOf(answer)]).toEqual([409, 'slug-taken'])
    const { body } = await bed.ask('GET', '/api/workspaces', { as: owner })
    expect((body as { workspaces: { name: string; slug: string }[] }).workspaces).toMatchObject([
      { name: 'Acme', slug: 'acme' },
      { name: 'Second', slug: 'wanted' },
    ])
  })

  const isAnybodyWaiting = async () => {
    const waiting =
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'update%'"
    return (await bed.store.tables.read(waiting, [])).rows.length > 0
  }

  test('a new name is everybody’s, and a new address is the only one', async () => {
    const { owner, workspace } = await bed.setUp()
    const path = `/api/workspaces/${workspace.id}`
    const changed = await bed.ask('PATCH', path, { as: owner, body: { name: 'Acme Ltd', slug: 'acme-ltd' } })
    expect(changed.body).toEqual({ id: workspace.id, name: 'Acme Ltd', slug: 'acme-ltd', role: 'owner' })
    const headers = new Headers({ cookie: owner.cookie })
    expect(await actorOf(headers, bed.services, { slug: 'acme-ltd' })).toMatchObject({
      kind: 'person',
      orgId: workspace.id,
      role: 'owner',
      audiences: ['everyone', `user:${owner.id}`],
    })
    await expect(actorOf(headers, bed.services, { slug: 'acme' })).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('closing a folder with a chart of the sample hides it from who is not let in', async () => {
    const { owner } = await bed.setUp()
    const made = await bed.ask('POST', '/api/workspaces', { as: owner, body: { name: 'Sample', withSample: true } })
    const workspace = (made.body as { id: string }).id
    const bob = await bed.join(owner, 'editor', workspace)
    const pulled = async () => {
      const body = { ...pullBody, clientGroupID: `g${Math.random()}` }
      const answer = await bed.ask('POST', '/api/replicache/pull', { as: bob, workspace, body })
      return (answer.body as { patch: { key?: string; value?: { folderId?: string | null } }[] }).patch
    }
    const actor = await actorOf(new Headers({ cookie: owner.cookie }), bed.services, { id: workspace })
    const folderId = 'closed'
    const folder = { id: folderId, parentId: null, name: 'Closed', order: 'a0', at: 1 }
    await bed.services.sync.mutate(actor, 'createFolder', folder)
    await bed.services.sync.mutate(actor, 'updateChart', { id: 'sample-co2-now', folderId, at: 1 })
    const inFolder = (await pulled()).find(({ value }) => value?.folderId === folderId)
    expect(inFolder?.key).toBe('chart/sample-co2-now')
    await bed.services.sync.mutate(actor, 'keepFolder', { id: folderId, first: [], at: 1 })
    const after = await pulled()
    expect(after.map(({ key }) => key)).not.toContain(inFolder?.key)
    expect(after.filter(({ value }) => value?.folderId === folderId)).toEqual([])
    const log = await bed.ask('GET', '/api/audit?action=folder-access-changed', { as: owner, workspace })
    expect(log.body).toMatchObject({ events: [{ actor: { userId: owner.id }, target: folderId }] })
  })

  test('what one of them holds is not pulled from another', async () => {
    const { owner, workspace } = await bed.setUp()
    const second = await bed.ask('POST', '/api/workspaces', { as: owner, body: { name: 'Second' } })
    const other = (second.body as { id: string }).id
    await bed.services.sync.mutate(
      { kind: 'person', userId: owner.id, orgId: workspace.id, role: 'owner', audiences: ['everyone'], grants: [] },
      'createFolder',
      { id: 'secret', parentId: null, name: 'Secret', order: 'a0', at: 1 },
    )
    const keysIn = async (org: string, group: string) => {
      const body = { ...pullBody, clientGroupID: group }
      const { body: pulled } = await bed.ask('POST', '/api/replicache/pull', { as: owner, workspace: org, body })
      return (pulled as { patch: { key?: string }[] }).patch.map(({ key }) => key)
    }
    expect(await keysIn(workspace.id, 'g1')).toContain('folder/secret')
    expect(await keysIn(other, 'g2')).not.toContain('folder/secret')
  })
})
