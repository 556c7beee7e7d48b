import { roles, type Role } from '@tidemark/shared/access/roles'
import { peopleGroupSchema } from '@tidemark/shared/groups/people-group'
import { memberListSchema } from '@tidemark/shared/members/member'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { actorOf } from '@/server/http/identify'
import { hasEngine } from '@testkit/sync/sync-test-bed'
import { codeOf, openTeamTestBed, type TeamTestBed, type TestPerson } from '@testkit/team/team-test-bed'

describe.runIf(hasEngine)('groups of people', () => {
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

  const createGroup = async (name: string, userIds: readonly string[] = []) => {
    const answer = await bed.ask('POST', '/api/groups', { as: owner, workspace, body: { name, userIds } })
    return peopleGroupSchema.parse(answer.body).id
  }
  const change = (id: string, body: unknown, as = owner) =>
    bed.ask('PATCH', `/api/groups/${id}`, { as, workspace, body })
  const listed = async (as = owner) =>
    memberListSchema.parse((await bed.ask('GET', '/api/members', { as, workspace })).body)
  const own = (as: TestPerson) => actorOf(new Headers({ cookie: as.cookie }), bed.services, { id: workspace })

  /** Makes a folder that is open to one group alone. */
  const keepFolderFor = async (groupId: string, level: 'read' | 'edit') => {
    const actor = await own(owner)
    const folder = { id: 'closed', parentId: null, name: 'Closed', order: 'a0', at: 1 }
    await bed.services.sync.mutate(actor, 'createFolder', folder)
    const first = [{ to: { kind: 'group', groupId }, level }]
    await bed.services.sync.mutate(actor, 'keepFolder', { id: 'closed', first, at: 1 })
  }

  /** A browser that pulls with its cookie; `keys` are those it holds. */
  const openBrowser = (as: TestPerson) => {
    const held = new Set<string>()
    let cookie: unknown = null
    return {
      pull: async () => {
        const body = { pullVersion: 1, clientGroupID: `of-${as.id}`, profileID: 'p', schemaVersion: '1', cookie }
        const answer = await bed.ask('POST', '/api/replicache/pull', { as, workspace, body })
        const pulled = answer.body as { cookie: unknown; patch: { op: string; key: string }[] }
        cookie = pulled.cookie
        for (const { op, key } of pulled.patch) {
          if (op === 'clear') held.clear()
          else if (op === 'put') held.add(key)
          else held.delete(key)
        }
        return held.has('folder/closed')
      },
    }
  }

  test('a folder is seen by who is in its group, from the next pull on and until the next pull', async () => {
    const ann = await bed.join(owner, 'viewer', workspace)
    const bob = await bed.join(owner, 'editor', workspace)
    const sales = await createGroup('Sales')
    await keepFolderFor(sales, 'read')
    const [ofAnn, ofBob] = [openBrowser(ann), openBrowser(bob)]
    const seen = async () => [await ofAnn.pull(), await ofBob.pull()]
    expect(await seen()).toEqual([false, false])
    await change(sales, { add: [ann.id] })
    expect(await seen()).toEqual([true, false])
    await change(sales, { add: [bob.id], remove: [ann.id] })
    expect(await seen()).toEqual([false, true])
    expect((await bed.ask('DELETE', `/api/groups/${sales}`, { as: owner, workspace })).status).toBe(204)
    expect(await seen()).toEqual([false, false])
    expect((await own(bob)).groups).toEqual([])
  })

  test('who may edit by a group edits no longer once out of it, even in a push that began before', async () => {
    const bob = await bed.join(owner, 'editor', workspace)
    const sales = await createGroup('Sales', [bob.id])
    await keepFolderFor(sales, 'edit')
    const before = await own(bob)
    const rename = (name: string) => bed.services.sync.mutate(before, 'updateFolder', { id: 'closed', name, at: 1 })
    await rename('By Bob')
    await change(sales, { remove: [bob.id] })
    await expect(rename('Again')).rejects.toMatchObject({ code: 'not-found' })
  })

  test('only who manages members changes groups, and everybody sees them', async () => {
    const people: Record<string, TestPerson> = { owner }
    for (const role of ['viewer', 'explorer', 'editor', 'admin'] as const)
      people[role] = await bed.join(owner, role, workspace)
    const sales = await createGroup('Sales', [people['viewer']?.id ?? ''])
    const statusesOf = async (ask: (as: TestPerson, role: Role) => Promise<{ readonly status: number }>) => {
      const statuses = []
      for (const role of roles) statuses.push((await ask(people[role] ?? owner, role)).status)
      return statuses
    }
    const create = (as: TestPerson, name: string) => bed.ask('POST', '/api/groups', { as, workspace, body: { name } })
    expect(await statusesOf((as, role) => create(as, role))).toEqual([403, 403, 403, 201, 201])
    expect(await statusesOf((as) => change(sales, { add: [as.id] }, as))).toEqual([403, 403, 403, 204, 204])
    const remove = (as: TestPerson) => bed.ask('DELETE', `/api/groups/${sales}`, { as, workspace })
    const { members, groups } = await listed(people['viewer'])
    expect(groups.map(({ name }) => name)).toEqual(['admin', 'owner', 'Sales'])
    const inSales = members.filter((member) => member.groups?.includes(sales)).map(({ role }) => role)
    expect(inSales.sort()).toEqual(['admin', 'owner', 'viewer'])
    expect(await statusesOf(remove)).toEqual([403, 403, 403, 204, 404])
  })

  test('what cannot be is refused, and a refused change changes nothing', async () => {
    const sales = await createGroup('Sales')
    const other = await bed.ask('POST', '/api/workspaces', { as: owner, body: { name: 'Other' } })
    const elsewhere = (other.body as { id: string }).id
    const code = async (method: string, path: string, body?: unknown, where = workspace) =>
      codeOf(await bed.ask(method, path, { as: owner, workspace: where, ...(body === undefined ? {} : { body }) }))
    expect(await code('POST', '/api/groups', { name: ' sales ' })).toBe('group-name-taken')
    expect(await code('POST', '/api/groups', { name: '' })).toBe('invalid-request')
    expect(await code('POST', '/api/groups', { name: 'New', userIds: ['nobody'] })).toBe('not-found')
    expect(await code('PATCH', `/api/groups/${sales}`, { name: 'Renamed', add: ['nobody'] })).toBe('not-found')
    expect(await code('PATCH', '/api/groups/none', { name: 'Renamed' })).toBe('not-found')
    expect(await code('PATCH', `/api/groups/${sales}`, { name: 'Renamed' }, elsewhere)).toBe('not-found')
    expect(await code('DELETE', `/api/groups/${sales}`, undefined, elsewhere)).toBe('not-found')
    expect((await listed()).groups).toEqual([{ id: sales, name: 'Sales' }])
  })

  test('each change is in the audit log, and none where nothing changes', async () => {
    const ann = await bed.join(owner, 'viewer', workspace)
    const sales = await createGroup('Sale', [ann.id])
    await change(sales, { name: 'Sales', add: [ann.id] })
    await change(sales, { name: 'SALES' })
    await change(sales, { remove: [ann.id] })
    const { body } = await bed.ask('GET', '/api/audit', { as: owner, workspace })
    const { events } = body as { events: { action: string; target: string; detail: unknown }[] }
    const told = events
      .filter(({ action }) => action.startsWith('group-'))
      .map(({ action, target, detail }) => JSON.stringify([action, target, detail]))
    // Several have the same millisecond.
    expect(told.toSorted()).toEqual(
      [
        ['group-created', sales, { name: 'Sale' }],
        ['group-member-added', ann.id, { name: 'Sale' }],
        ['group-renamed', sales, { name: 'Sales', from: 'Sale' }],
        ['group-renamed', sales, { name: 'SALES', from: 'Sales' }],
        ['group-member-removed', ann.id, { name: 'SALES' }],
      ]
        .map((line) => JSON.stringify(line))
        .toSorted(),
    )
  })

  test('who leaves the workspace leaves its groups', async () => {
    const ann = await bed.join(owner, 'viewer', workspace)
    await createGroup('Sales', [ann.id])
    expect((await own(ann)).groups).toHaveLength(1)
    await bed.ask('DELETE', `/api/members/${ann.id}`, { as: owner, workspace })
    const { members } = await listed()
    expect(members.flatMap(({ groups }) => groups)).toEqual([])
  })
})
