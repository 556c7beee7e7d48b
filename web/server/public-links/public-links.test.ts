import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Actor } from '@tidemark/shared/access/actor'
import type { MadePublicLink, PublicLinkList } from '@tidemark/shared/public-links/public-link'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { clientIpHeader } from '@/server/base/client-ip'
import type { PublicPageForm } from '@/server/documents/document-messages'
import { apiRoutes } from '@/server/http/api-routes'
import { setServices } from '@/server/services'
import { hasEngine } from '@testkit/sync/sync-test-bed'
import { rememberedHashing } from '@testkit/team/remembered-hashing'
import { codeOf, openTeamTestBed, publicUrl, type TeamTestBed, type TestPerson } from '@testkit/team/team-test-bed'
import { openPublicLinks, type PublicLinks } from './open-public-links'

describe.runIf(hasEngine)('public links', () => {
  let bed: TeamTestBed
  let owner: TestPerson
  let admin: TestPerson
  let editor: TestPerson
  let workspace: string
  let publicLinks: PublicLinks
  let server: Server
  /** The pages that were drawn; how they look is tested where they are drawn. */
  let drawn: { readonly actor: Actor; readonly page: PublicPageForm }[]

  beforeAll(async () => {
    bed = await openTeamTestBed()
    const made = await bed.setUp()
    owner = made.owner
    workspace = made.workspace.id
    admin = await bed.join(owner, 'admin', workspace)
    editor = await bed.join(owner, 'editor', workspace)
    const { store, services, log } = bed
    publicLinks = openPublicLinks({
      store,
      sync: services.sync,
      pokes: services.pokes,
      documents: {
        makePage: async (actor, { page }) => {
          drawn.push({ actor, page })
          return { title: 'Sales', bytes: new TextEncoder().encode(`<p>${page.choices}</p>`) }
        },
      },
      images: {
        read: async () => ({ type: 'png', bytes: new Uint8Array([1]) }),
      },
      secret: 'a secret of a test that is long enough',
      publicUrl,
      log,
      clock: () => Date.now() + bed.clock.aheadMs,
      hashing: rememberedHashing,
    })
    setServices({ ...services, publicLinks })
    server = createServer((request, response) => void publicLinks.answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const actor = await actorOf(owner)
    const board = { id: 'board', folderId: null, name: 'Sales', description: '', order: 'a0' }
    await services.sync.mutate(actor, 'createDashboard', {
      ...board,
      firstTab: { id: 'tab', name: 'First', order: 'a0' },
      at: 1,
    })
    await services.sync.mutate(actor, 'createFolder', {
      id: 'closed',
      parentId: null,
      name: 'Closed',
      order: 'a0',
      at: 1,
    })
    await services.sync.mutate(actor, 'createDashboard', {
      ...board,
      id: 'secret',
      folderId: 'closed',
      firstTab: { id: 'tab2', name: 'First', order: 'a0' },
      at: 1,
    })
  })
  beforeEach(() => {
    drawn = []
    bed.clock.aheadMs = 0
  })
  afterAll(async () => {
    server.close()
    await publicLinks.close()
    await bed.dispose()
  })

  const actorOf = async ({ id }: TestPerson): Promise<Actor> => ({
    kind: 'person',
    userId: id,
    orgId: workspace,
    role: 'owner',
    audiences: ['everyone', `user:${id}`],
    grants: [],
  })
  const ask = (method: string, path: string, as: TestPerson, body?: unknown) =>
    bed.ask(method, path, { as, workspace, ...(body === undefined ? {} : { body }) })
  const make = async (more: object = {}, as = owner): Promise<MadePublicLink> => {
    const body = { target: { kind: 'dashboard', id: 'board' }, name: 'For all', ...more }
    const answer = await ask('POST', '/api/public-links', as, body)
    expect(answer.status).toBe(201)
    return answer.body as MadePublicLink
  }
  let address = 0
  const open = (
    path: string,
    init: Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> } = {},
    ip = `198.51.100.${(address += 1) % 250}`,
  ) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...init.headers, [clientIpHeader]: ip },
    })

  it('opens for anybody, without scripts, caches and robots, and in no frame', async () => {
    const { token } = await make()
    expect(token).toMatch(/^[\w-]{22}$/)
    const answer = await open(`/p/${token}`)
    expect([answer.status, await answer.text()]).toEqual([200, '<p></p>'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    })
  })

  it('is kept as a hash: neither tables, lists, audit log nor log hold the token', async () => {
    const { link, token } = await make()
    const rows = await bed.database.selectFrom('public_link').selectAll().execute()
    const events = await bed.database.selectFrom('audit_event').selectAll().execute()
    const listed = await ask('GET', '/api/public-links', owner)
    expect(JSON.stringify([rows, events, listed.body, link, bed.log])).not.toContain(token.slice(4))
    expect(events.find(({ target }) => target === link.id)).toMatchObject({ action: 'public-link-created' })
  })

  it('runs as a reader with its maker’s audiences, and not as its maker', async () => {
    const { link, token } = await make({}, admin)
    await open(`/p/${token}`)
    expect(drawn[0]?.actor).toMatchObject({ kind: 'publicLink', role: 'viewer', userId: `link-${link.id}`, grants: [] })
    expect(drawn[0]?.actor.audiences).toEqual(expect.arrayContaining(['everyone', 'folder:closed']))
    expect(drawn[0]?.actor.audiences.filter((one) => /^(admins|user:|data-managers:)/.test(one))).toEqual([])
  })

  it('lets a reader change what is open and nothing else', async () => {
    const fields = { 'f.city': 'open', 'f.year': 'hidden' }
    const { token } = await make({ choices: 'f.city=Rome&f.year=2025&sql=x', fields })
    const answer = await open(
      `/p/${token}?f.city=Oslo&f.year=1999&f.other=1&p.x=1&view=v&sql=select&tab=t&rows.tile1=4`,
    )
    expect(await answer.text()).toBe('<p>f.city=Oslo&f.year=2025</p>')
    expect(drawn[0]?.page).toMatchObject({ tab: 't', rows: { tile1: 4 }, fields })
  })

  it('draws a page once for all who ask within its time', async () => {
    const { token } = await make({ freshSeconds: 60 })
    const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await open(`/p/${token}`)).status))
    expect([new Set(statuses), drawn.length]).toEqual([new Set([200]), 1])
    bed.clock.aheadMs = 59_000
    await open(`/p/${token}`)
    expect(drawn).toHaveLength(1)
    bed.clock.aheadMs = 61_000
    await open(`/p/${token}`)
    expect(drawn).toHaveLength(2)
  })

  it.each<[string, string, number]>([
    ['no token', '/p/', 404],
    ['a short token', '/p/abc', 404],
    ['an unknown token', `/p/${'A'.repeat(22)}`, 404],
    ['a token with more behind it', `/p/${'A'.repeat(22)}/x`, 404],
    ['a token in another encoding', `/p/${'%41'.repeat(22)}`, 404],
    ['an address that is too long', `/p/${'A'.repeat(22)}?x=${'y'.repeat(10_000)}`, 414],
  ])('%s is answered by one plain page', async (_, path, status) => {
    const answer = await open(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
    const text = await answer.text()
    expect(text).toContain('<h1>This')
    expect(text).not.toContain('yyy')
  })

  it('ends at its time, at a new address and when it is revoked', async () => {
    const { link, token } = await make({ expiresInDays: 1 })
    bed.clock.aheadMs = 24 * 3600_000
    expect((await open(`/p/${token}`)).status).toBe(410)
    bed.clock.aheadMs = 0
    const rotated = (await ask('POST', `/api/public-links/${link.id}/token`, owner)).body as MadePublicLink
    expect([(await open(`/p/${token}`)).status, (await open(`/p/${rotated.token}`)).status]).toEqual([404, 200])
    await ask('DELETE', `/api/public-links/${link.id}`, owner)
    expect((await open(`/p/${rotated.token}`)).status).toBe(404)
  })

  it('asks for its password, and for a new one again', async () => {
    const { link, token } = await make({ password: 'open sesame' })
    const ip = '203.0.113.77'
    const post = (password: string) =>
      open(`/p/${token}?tab=t`, { method: 'POST', body: new URLSearchParams({ password }) }, ip)
    const first = await open(`/p/${token}`)
    expect([first.status, await first.text()]).toEqual([401, expect.stringContaining('type="password"')])
    expect((await post('wrong')).status).toBe(401)
    const right = await post('open sesame')
    const [cookie = ''] = right.headers.getSetCookie()
    expect([right.status, right.headers.get('location')]).toEqual([303, `/p/${token}?tab=t`])
    expect(cookie).toMatch(/; Path=\/p\/[\w-]{22}; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/)
    const withPass = () => open(`/p/${token}`, { headers: { cookie: cookie.split(';')[0] ?? '' } })
    expect((await withPass()).status).toBe(200)
    await ask('PATCH', `/api/public-links/${link.id}`, owner, { password: 'another one' })
    expect((await withPass()).status).toBe(401)
    for (let tries = 0; tries < 5; tries += 1) await post('wrong')
    expect((await post('another one')).status).toBe(429)
  })

  it('stops when its maker is no admin any more, and when they leave', async () => {
    const second = await bed.join(owner, 'admin', workspace)
    const { link, token } = await make({}, second)
    const status = async () => (await open(`/p/${token}`)).status
    const stateOf = async () =>
      ((await ask('GET', '/api/public-links', owner)).body as PublicLinkList).links.find(({ id }) => id === link.id)
        ?.state
    expect([await status(), await stateOf()]).toEqual([200, 'works'])
    await ask('PATCH', `/api/members/${second.id}`, owner, { role: 'viewer' })
    expect([await status(), await stateOf()]).toEqual([410, 'stopped'])
    await ask('PATCH', `/api/members/${second.id}`, owner, { role: 'admin' })
    expect(await status()).toBe(200)
    await ask('DELETE', `/api/members/${second.id}`, owner)
    expect([await status(), await stateOf()]).toEqual([410, 'stopped'])
  })

  it('stops when what it shows is deleted, and goes on when it is back', async () => {
    const { token } = await make()
    const actor = await actorOf(owner)
    const remove = (deletedAt: number | null) =>
      bed.services.sync.mutate(actor, 'updateDashboard', { id: 'board', deletedAt, at: 2 })
    await remove(2)
    expect((await open(`/p/${token}`)).status).toBe(410)
    await remove(null)
    expect((await open(`/p/${token}`)).status).toBe(200)
  })

  it('is made by admins, or by whom the settings name', async () => {
    const body = { target: { kind: 'dashboard', id: 'board' }, name: 'Mine' }
    const asEditor = () => ask('POST', '/api/public-links', editor, body)
    expect(codeOf(await asEditor())).toBe('forbidden')
    const actor = await actorOf(owner)
    const set = (publicLinksBy: string) => bed.services.sync.mutate(actor, 'updateWorkspace', { publicLinksBy, at: 2 })
    await set('editors')
    const made = await asEditor()
    expect(made.status).toBe(201)
    const { link, token } = made.body as MadePublicLink
    expect((await open(`/p/${token}`)).status).toBe(200)
    await set('nobody')
    expect((await open(`/p/${token}`)).status).toBe(410)
    expect(codeOf(await ask('POST', '/api/public-links', owner, body))).toBe('forbidden')
    await set('admins')
    expect((await ask('DELETE', `/api/public-links/${link.id}`, editor)).status).toBe(204)
  })

  it('is changed by its maker and admins; editors see it and can revoke it', async () => {
    const { link } = await make({}, admin)
    const seen = (await ask('GET', '/api/public-links?kind=dashboard&target=board', editor)).body as PublicLinkList
    expect(seen.links.find(({ id }) => id === link.id)).toMatchObject({ mayChange: false, title: 'Sales' })
    expect(codeOf(await ask('PATCH', `/api/public-links/${link.id}`, editor, { name: 'x' }))).toBe('forbidden')
    expect(codeOf(await ask('POST', `/api/public-links/${link.id}/token`, editor))).toBe('forbidden')
    expect((await ask('PATCH', `/api/public-links/${link.id}`, owner, { name: 'Renamed' })).body).toMatchObject({
      name: 'Renamed',
    })
    expect((await ask('DELETE', `/api/public-links/${link.id}`, editor)).status).toBe(204)
    const viewer = await bed.join(owner, 'viewer', workspace)
    expect(((await ask('GET', '/api/public-links', viewer)).body as PublicLinkList).links).toEqual([])
    const other = await make({ target: { kind: 'dashboard', id: 'secret' } })
    expect(codeOf(await ask('DELETE', `/api/public-links/${other.link.id}`, viewer))).toBe('forbidden')
  })

  it('counts who opened it', async () => {
    const { link, token } = await make()
    await Promise.all([open(`/p/${token}`), open(`/p/${token}`), open(`/p/${token}`, { method: 'HEAD' })])
    await publicLinks.close()
    const { links } = (await ask('GET', '/api/public-links', owner)).body as PublicLinkList
    expect(links.find(({ id }) => id === link.id)).toMatchObject({ useCount: 2, lastUsedAt: expect.any(Number) })
  })

  it('opens no route of the API, in whatever way its token is sent', async () => {
    const { link, token } = await make()
    const closed = apiRoutes.filter(({ access }) => access !== 'open')
    expect(closed.length).toBeGreaterThan(50)
    for (const { method, path } of closed) {
      const filled = path.replace(/:\w+/g, 'board')
      for (const sent of [{ token }, { token: `tmk_${token}` }, { headers: { cookie: `tidemark-link=${token}` } }]) {
        const { status } = await bed.ask(method, `${filled}?token=${token}&id=${link.id}`, { ...sent, workspace })
        // Some look at the body before they ask who it is.
        expect([method, path, [400, 401].includes(status), status]).toEqual([method, path, true, status])
      }
    }
  })

  test('one address cannot have pages drawn without end', async () => {
    const { token } = await make({ fields: { 'f.city': 'open' } })
    const statuses: number[] = []
    for (let count = 0; count < 130; count += 1)
      statuses.push((await open(`/p/${token}?f.city=${count}`, {}, '192.0.2.1')).status)
    expect(statuses.slice(0, 100).every((status) => status === 200)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
    expect((await open(`/p/${token}?f.city=0`, {}, '192.0.2.1')).status).toBe(200)
    expect((await open(`/p/${token}?f.city=x`, {}, '192.0.2.2')).status).toBe(200)
  })
})
