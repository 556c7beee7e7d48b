import type { AuditPage } from '@tidemark/shared/audit/audit-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeOrg } from '../accounts/team-context'
import { appendAuditEvent } from '@/server/store/accounts/audit-log'
import { collectAuditEvents } from './collect-audit-events'
import { setServices, type Services } from '@/server/services'
import { hasEngine } from '@testkit/sync/sync-test-bed'
import { codeOf, openTeamTestBed, password, type TeamTestBed, type TestPerson } from '@testkit/team/team-test-bed'

describe.runIf(hasEngine)('the audit log', () => {
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

  const page = async (query = '', of = workspace) => {
    const { body } = await bed.ask('GET', `/api/audit?${query}`, { as: owner, workspace: of })
    return body as AuditPage
  }

  test('tells what was done, by whom and from where, the newest first', async () => {
    const bob = await bed.join(owner, 'viewer', workspace, 'bob@example.com')
    await bed.ask('POST', '/api/auth/sign-in/email', { body: { email: bob.email, password: 'wrong password' } })
    await bed.ask('POST', '/api/auth/sign-in/email', { body: { email: bob.email, password } })
    await bed.ask('POST', '/api/auth/sign-out', { as: bob })
    const { events, people, next } = await page()
    expect(events.map(({ action, actor, target }) => [action, actor.kind, actor.userId, target])).toEqual([
      ['sign-out', 'person', bob.id, null],
      ['sign-in', 'person', bob.id, bob.id],
      ['sign-in-failed', 'unknown', bob.id, bob.id],
      ['invite-accepted', 'person', bob.id, expect.any(String)],
      ['invite-created', 'person', owner.id, expect.any(String)],
      ['workspace-created', 'person', owner.id, workspace],
    ])
    expect(new Set(events.map(({ ip }) => ip))).toEqual(new Set(['203.0.113.7']))
    expect([people, next]).toEqual([{ [bob.id]: 'The viewer', [owner.id]: 'Ann' }, null])
    expect(JSON.stringify(events)).not.toContain('password')
  })

  test('comes in pages that neither skip nor repeat, also where many happen at one time', async () => {
    const same = { org: workspace, at: 5, actor_user_id: null, actor_kind: 'server', target: null, ip: null } as const
    const rows = Array.from({ length: 25 }, (_, index) => ({
      ...same,
      id: `event-${String(index).padStart(2, '0')}`,
      action: 'export' as const,
      detail: '{}',
    }))
    await bed.database.insertInto('audit_event').values(rows).execute()
    const ids = []
    let before: string | null = ''
    while (before !== null) {
      const { events, next }: AuditPage = await page(`limit=7${before === '' ? '' : `&before=${before}`}`)
      ids.push(...events.map(({ id }) => id))
      before = next
    }
    expect(ids.slice(1)).toEqual(rows.map(({ id }) => id).toReversed())
    expect(ids).toHaveLength(26)
  })

  test('is filtered by action and by person', async () => {
    const bob = await bed.join(owner, 'viewer', workspace)
    await bed.ask('PATCH', `/api/members/${bob.id}`, { as: owner, workspace, body: { role: 'editor' } })
    expect((await page('action=member-role-changed')).events).toHaveLength(1)
    expect((await page(`userId=${bob.id}`)).events.map(({ action }) => action)).toEqual([
      'member-role-changed',
      'invite-accepted',
    ])
  })

  test('of one workspace tells nothing of another, nor of people who are in neither', async () => {
    const second = await bed.ask('POST', '/api/workspaces', { as: owner, body: { name: 'Second' } })
    const other = (second.body as { id: string }).id
    const bob = await bed.join(owner, 'viewer', workspace)
    await bed.ask('POST', '/api/auth/sign-out', { as: bob })
    const { events, people } = await page('', other)
    expect(events.map(({ action }) => action)).toEqual(['workspace-created'])
    expect(Object.keys(people)).toEqual([owner.id])
  })

  test('is filtered by time, and keeps what is younger than its days', async () => {
    const day = 24 * 3600_000
    const now = Date.now()
    const old = {
      org: workspace,
      actor_user_id: null,
      actor_kind: 'server',
      target: null,
      detail: '{}',
      ip: null,
    } as const
    const days = [399, 401, 500]
    const rows = days.map((ago) => ({ ...old, id: `ago-${ago}`, at: now - ago * day, action: 'export' as const }))
    await bed.database.insertInto('audit_event').values(rows).execute()
    const idsOf = async (query: string) => (await page(`action=export&${query}`)).events.map(({ id }) => id)
    expect(await idsOf(`from=${now - 401 * day}`)).toEqual(['ago-399', 'ago-401'])
    expect(await idsOf(`to=${now - 401 * day}`)).toEqual(['ago-500'])
    await collectAuditEvents({ database: bed.database, days: 400, log: bed.log, clock: () => now })
    expect(await idsOf('')).toEqual(['ago-399'])
    expect((await page('action=workspace-created')).events).toHaveLength(1)
  })

  test.each(['from=x', 'limit=0', 'limit=201', 'before=x', 'action=nothing'])('?%s is refused', async (query) => {
    const answer = await bed.ask('GET', `/api/audit?${query}`, { as: owner, workspace })
    expect([answer.status, codeOf(answer)]).toEqual([400, 'invalid-request'])
  })

  test('tells of every export, and what cannot be told does not leave', async () => {
    let isCancelled = false
    const start = async () => ({
      fileName: 'Sales.csv',
      contentType: 'text/csv',
      body: new ReadableStream<Uint8Array>({ cancel: () => void (isCancelled = true) }),
    })
    setServices({ ...bed.services, exports: { start } } as unknown as Services)
    const body = { exportId: 'e1', format: 'csv', item: { chartId: 'sales' } }
    expect((await bed.ask('POST', '/api/exports', { as: owner, workspace, body })).status).toBe(200)
    expect((await page('action=export')).events).toMatchObject([
      { actor: { userId: owner.id }, target: 'sales', detail: { fileName: 'Sales.csv' }, ip: '203.0.113.7' },
    ])
    await bed.store.tables.write('ALTER TABLE audit_event RENAME TO audit_event_away', [])
    const refused = await bed.ask('POST', '/api/exports', { as: owner, workspace, body })
    await bed.store.tables.write('ALTER TABLE audit_event_away RENAME TO audit_event', [])
    expect([refused.status, isCancelled]).toEqual([503, true])
  })

  test('leaves as a file: all that is meant, to the last, and that it left is in the log', async () => {
    const bob = await bed.join(owner, 'viewer', workspace, 'bob@example.com')
    const same = { org: workspace, actor_kind: 'person', action: 'token-created', ip: null } as const
    // Many events at the same time, so that a page can end between them.
    const rows = Array.from({ length: 1203 }, (_, index) => ({
      ...same,
      id: `${index % 2 === 0 ? 'E' : 'e'}vent-${index}`,
      at: 1000 + Math.floor(index / 400),
      actor_user_id: owner.id,
      target: bob.id,
      detail: JSON.stringify({ name: `=n${index}` }),
    }))
    for (let start = 0; start < rows.length; start += 100)
      await bed.database
        .insertInto('audit_event')
        .values(rows.slice(start, start + 100))
        .execute()
    const body = { format: 'ndjson', action: 'token-created', userId: bob.id, from: 1000, to: 1003 }
    const answer = await bed.ask('POST', '/api/audit/export', { as: owner, workspace, body })
    expect(answer.headers.get('content-disposition')).toContain('filename="audit-log.ndjson"')
    const ids = answer.lines.map((line) => (line as { id: string }).id)
    expect([ids.length, ids.toSorted()]).toEqual([
      1200,
      rows
        .slice(0, 1200)
        .map(({ id }) => id)
        .toSorted(),
    ])
    const [first] = answer.lines
    expect(first).toEqual({
      at: '1970-01-01T00:00:01.002Z',
      action: 'token-created',
      actorKind: 'person',
      actorId: owner.id,
      actorName: 'Ann',
      target: bob.id,
      targetName: 'The viewer',
      ip: null,
      detail: { name: expect.stringMatching(/^=n/) },
      id: ids[0],
    })
    const { format: _, ...filter } = body
    expect((await page('action=export')).events).toMatchObject([
      { actor: { userId: owner.id }, ip: '203.0.113.7', detail: { fileName: 'audit-log.ndjson', ...filter } },
    ])
  })

  test('does not leave at the wish of an editor', async () => {
    const as = await bed.join(owner, 'editor', workspace)
    const answer = await bed.ask('POST', '/api/audit/export', { as, workspace, body: { format: 'csv' } })
    expect([answer.status, codeOf(answer)]).toEqual([403, 'forbidden'])
    expect((await page('action=export')).events).toEqual([])
  })

  test('an event is written with its change or not at all', async () => {
    const version = async () => (await bed.store.read(workspace, (tx) => tx.getOrg())).version
    const before = await version()
    const failing = writeOrg(
      { store: bed.store, pokes: bed.services.pokes, clock: Date.now },
      workspace,
      owner.id,
      async ({ database }) => {
        const source = { kind: 'person', userId: owner.id, ip: null } as const
        await appendAuditEvent(database, { orgId: workspace, at: 1, source, action: 'member-removed' })
        await database.deleteFrom('member').execute()
        throw new Error('the power went')
      },
    )
    await expect(failing).rejects.toThrow('the power went')
    expect([await version(), (await page()).events.map(({ action }) => action)]).toEqual([
      before,
      ['workspace-created'],
    ])
  })
})
