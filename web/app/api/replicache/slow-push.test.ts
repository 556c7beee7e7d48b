import type { Role } from '@tidemark/shared/access/roles'
import { workspaceHeader } from '@tidemark/shared/accounts/workspace-address'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTeamTestBed, type TeamTestBed, type TestPerson } from '@/server/accounts/team-test-bed'
import { hasEngine } from '@/server/sync/sync-test-bed'
import { findTeamRoute } from '../_team/team-routes'

describe.runIf(hasEngine)('a push whose body is still on its way', () => {
  let bed: TeamTestBed
  let owner: TestPerson
  let workspace: string
  beforeEach(async () => {
    bed = await openTeamTestBed(findTeamRoute)
    const made = await bed.setUp()
    owner = made.owner
    workspace = made.workspace.id
  })
  afterEach(() => bed.dispose())

  /** Its second half is sent once `meanwhile` is done. */
  const push = async (as: TestPerson, meanwhile: () => Promise<unknown>) => {
    const args = { id: 'f', parentId: null, name: 'f', order: 'a0', at: 1, actionId: 'step' }
    const mutations = [{ id: 1, clientID: 'c', name: 'createFolder', args, timestamp: 0 }]
    const body = { pushVersion: 1, clientGroupID: 'g', profileID: '', schemaVersion: '1', mutations }
    const halves = [JSON.stringify(body).slice(0, 20), JSON.stringify(body).slice(20)]
    let sentCount = 0
    const stream = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          if (sentCount === 1) await meanwhile()
          controller.enqueue(new TextEncoder().encode(halves[sentCount]))
          sentCount += 1
          if (sentCount === halves.length) controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const { handler } = findTeamRoute('POST', '/api/replicache/push')
    const request = new Request('https://tidemark.example/api/replicache/push', {
      method: 'POST',
      headers: { cookie: as.cookie, [workspaceHeader]: workspace, 'content-type': 'application/json' },
      body: stream,
      // @ts-expect-error: Node asks for it, and its types do not know of it.
      duplex: 'half',
    })
    return await handler(request, { params: Promise.resolve({}) })
  }
  const hasFolder = async () => (await bed.store.read(workspace, (tx) => tx.getEntry('folder/f')))?.value !== undefined

  test('is done when nothing happens meanwhile', async () => {
    expect((await push(await bed.join(owner, 'editor', workspace), async () => undefined)).status).toBe(200)
    expect(await hasFolder()).toBe(true)
  })

  test('does nothing for who was removed meanwhile', async () => {
    const bob = await bed.join(owner, 'editor', workspace)
    const remove = () => bed.ask('DELETE', `/api/members/${bob.id}`, { as: owner, workspace })
    expect((await push(bob, remove)).status).toBe(403)
    expect(await hasFolder()).toBe(false)
  })

  test.each<[Role, boolean]>([
    ['viewer', false],
    ['admin', true],
  ])('is done as the %s that somebody has become meanwhile: %s', async (role, isDone) => {
    const bob = await bed.join(owner, 'editor', workspace)
    const change = () => bed.ask('PATCH', `/api/members/${bob.id}`, { as: owner, workspace, body: { role } })
    // A refused mutation is no error of the push.
    expect((await push(bob, change)).status).toBe(200)
    expect(await hasFolder()).toBe(isDone)
  })
})
