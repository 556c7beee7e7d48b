import type { MadePublicLink, PublicLinkList } from '@tidemark/shared/public-links/public-link'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { apiRoutes } from '@/server/http/api-routes'
import { hasEngine } from '@testkit/sync/sync-test-bed'
import { openPublicLinksBed, type PublicLinksBed } from '@testkit/team/public-links-bed'
import { codeOf, type TestPerson } from '@testkit/team/team-test-bed'

describe.runIf(hasEngine)('public links', () => {
  let bed: PublicLinksBed
  let owner: TestPerson
  let admin: TestPerson
  let editor: TestPerson
  let workspace: string

  beforeAll(async () => {
    bed = await openPublicLinksBed()
    owner = bed.owner
    workspace = bed.workspace
    admin = await bed.join(owner, 'admin', workspace)
    editor = await bed.join(owner, 'editor', workspace)
    const actor = bed.actorOf(owner)
    await bed.services.sync.mutate(actor, 'createFolder', {
      id: 'closed',
      parentId: null,
      name: 'Closed',
      order: 'a0',
      at: 1,
    })
    await bed.services.sync.mutate(actor, 'createDashboard', {
      ...{ id: 'secret', folderId: 'closed', name: 'Sales', description: '', order: 'a0', at: 1 },
      firstTab: { id: 'tab2', name: 'First', order: 'a0' },
    })
  })
  beforeEach(() => {
    bed.drawn.length = 0
    bed.clock.aheadMs = 0
  })
  afterAll(() => bed.dispose())

  const ask: PublicLinksBed['askApi'] = (...asked) => bed.askApi(...asked)
  const make: PublicLinksBed['make'] = (...made) => bed.make(...made)
  const open: PublicLinksBed['open'] = (...opened) => bed.open(...opened)

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
    expect(bed.drawn[0]?.actor).toMatchObject({
      kind: 'publicLink',
      role: 'viewer',
      userId: `link-${link.id}`,
      grants: [],
    })
    expect(bed.drawn[0]?.actor.audiences).toEqual(expect.arrayContaining(['everyone', 'folder:closed']))
    expect(bed.drawn[0]?.actor.audiences.filter((one) => /^(admins|user:|data-managers:)/.test(one))).toEqual([])
  })

  it('lets a reader change what is open and nothing else', async () => {
    const fields = { 'f.city': 'open', 'f.year': 'hidden' }
    const { token } = await make({ choices: 'f.city=Rome&f.year=2025&sql=x', fields })
    const answer = await open(
      `/p/${token}?f.city=Oslo&f.year=1999&f.other=1&p.x=1&view=v&sql=select&tab=t&rows.tile1=4`,
    )
    expect(await answer.text()).toBe('<p>f.city=Oslo&f.year=2025</p>')
    expect(bed.drawn[0]?.page).toMatchObject({ tab: 't', rows: { tile1: 4 }, fields })
  })

  it('draws a page once for all who ask within its time', async () => {
    const { token } = await make({ freshSeconds: 60 })
    const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await open(`/p/${token}`)).status))
    expect([new Set(statuses), bed.drawn.length]).toEqual([new Set([200]), 1])
    bed.clock.aheadMs = 30_000
    await open(`/p/${token}`)
    expect(bed.drawn).toHaveLength(1)
    bed.clock.aheadMs = 61_000
    await open(`/p/${token}`)
    expect(bed.drawn).toHaveLength(2)
  })

  const policyOf = (answer: Response) => answer.headers.get('content-security-policy')

  it('is shown in frames of the sites that it names, and of no others', async () => {
    const { link, token } = await make({ embedOrigins: ['https://App.example/', 'https://*.shop.example:8443'] })
    expect(link.embedOrigins).toEqual(['https://app.example', 'https://*.shop.example:8443'])
    const answer = await open(`/embed/${token}`)
    expect([answer.status, await answer.text()]).toEqual([200, '<p></p>'])
    expect(policyOf(answer)).toContain('frame-ancestors https://app.example https://*.shop.example:8443')
    expect(policyOf(answer)).toContain("script-src 'self'")
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(policyOf(await open(`/p/${token}`))).toMatch(/^(?!.*script-src).*frame-ancestors 'none'$/)

    await ask('PATCH', `/api/public-links/${link.id}`, owner, { embedOrigins: [] })
    expect(policyOf(await open(`/embed/${token}`))).toContain("frame-ancestors 'none'")
  })

  it('says in a frame of any site, in its language and look, that there is nothing to show', async () => {
    const { link, token } = await make({ embedOrigins: ['https://app.example'] })
    await publicLinksEnd(link.id)
    const unknown = 'A'.repeat(22)
    const cases = [
      [`/embed/${token}?locale=de&theme=dark`, 410, 'expired', 'Dieser Link ist abgelaufen'],
      [`/embed/${unknown}`, 404, 'unknown', 'This link no longer works'],
      [`/embed/${unknown}?locale=de-AT`, 404, 'unknown', 'Dieser Link funktioniert nicht mehr'],
      ['/embed/signed/none/?locale=fr', 403, 'signature-refused', 'This page was not signed'],
      [`/embed/${unknown}?x=${'y'.repeat(10_000)}`, 414, 'too-long', 'This address is too long'],
    ] as const
    for (const [path, status, error, words] of cases) {
      const answer = await open(path)
      const text = await answer.text()
      expect([path, answer.status, policyOf(answer)]).toEqual([path, status, expect.stringContaining('ancestors *')])
      expect(policyOf(answer)).toContain("script-src 'self'")
      expect(text).toContain(`data-error="${error}"`)
      expect(text).toContain(`<h1>${words}`)
      expect(text).not.toMatch(/Sales|For all|app\.example/)
    }
    expect(await (await open(cases[0][0])).text()).toContain('color-scheme: dark;')
    expect(policyOf(await open(`/p/${unknown}`))).toContain("frame-ancestors 'none'")
  })
  const publicLinksEnd = (id: string) =>
    bed.database.updateTable('public_link').set({ expires_at: 1 }).where('id', '=', id).execute()

  it('has a theme and a language in a frame, and each is drawn once', async () => {
    const { token } = await make({ fields: { 'f.city': 'open' } })
    const looks = [
      '',
      '?theme=dark',
      '?theme=dark&locale=de',
      '?theme=light&locale=de',
      '?theme=%3Cb%3E&locale=xx-nowhere',
      '?theme=system&x=1',
    ]
    for (const look of looks) await open(`/embed/${token}${look}`)
    expect(bed.drawn.map(({ page }) => [page.look?.theme, page.look?.locale, page.locale])).toEqual([
      ['system', null, 'en'],
      ['dark', null, 'en'],
      ['dark', 'de', 'de'],
      ['light', 'de', 'de'],
    ])
    await open(`/p/${token}?theme=dark&locale=de`)
    expect(bed.drawn.at(-1)?.page).toMatchObject({ look: null, locale: 'en', path: `/p/${token}` })
  })

  it('has no password in a frame', async () => {
    const { link, token } = await make({ password: 'open sesame' })
    const answer = await open(`/embed/${token}`)
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('data-error="has-password"')])
    const embedOrigins = ['https://app.example']
    expect(codeOf(await ask('PATCH', `/api/public-links/${link.id}`, owner, { embedOrigins }))).toBe('invalid-request')
    const both = { target: { kind: 'dashboard', id: 'board' }, name: 'Both', password: 'open sesame', embedOrigins }
    expect(codeOf(await ask('POST', '/api/public-links', owner, both))).toBe('invalid-request')
    const framed = await make({ embedOrigins })
    const secret = { password: 'open sesame' }
    expect(codeOf(await ask('PATCH', `/api/public-links/${framed.link.id}`, owner, secret))).toBe('invalid-request')
    const changed = await ask('PATCH', `/api/public-links/${framed.link.id}`, owner, { ...secret, embedOrigins: [] })
    expect(changed.status).toBe(200)
  })

  it('serves the scripts of frames to other sites', async () => {
    const answer = await open('/embed/embed.js')
    expect([answer.status, await answer.text()]).toEqual([200, '// embed.js'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect((await open('/embed/other.js')).status).toBe(404)
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
    const wrong = await post('wrong')
    expect([wrong.status, await wrong.text()]).toEqual([401, expect.stringContaining('role="alert">That is not the')])
    const right = await post('open sesame')
    const [cookie = ''] = right.headers.getSetCookie()
    expect([right.status, right.headers.get('location')]).toEqual([303, `/p/${token}?tab=t`])
    expect(cookie).toMatch(/; Path=\/p\/[\w-]{22}; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/)
    const withPass = () => open(`/p/${token}`, { headers: { cookie: cookie.split(';')[0] ?? '' } })
    expect((await withPass()).status).toBe(200)
    await ask('PATCH', `/api/public-links/${link.id}`, owner, { password: 'another one' })
    expect((await withPass()).status).toBe(401)
    for (let tries = 0; tries < 5; tries += 1) await post('wrong')
    const early = await post('another one')
    expect([early.status, Number(early.headers.get('retry-after'))]).toEqual([429, expect.closeTo(2, 0)])
    expect(await early.text()).toMatch(/Too many wrong passwords\. Try again in [12] seconds?\./)
    const german = await open(`/p/${token}`, { headers: { 'accept-language': 'de' } })
    expect(await german.text()).toMatch(/<html lang="de">[^]*Diese Seite hat ein Passwort/)
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
    const actor = bed.actorOf(owner)
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
    const actor = bed.actorOf(owner)
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
    await bed.publicLinks.close()
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
    const draw = async (city: number) => (await open(`/p/${token}?f.city=${city}`, {}, '192.0.2.1')).status
    expect(await draw(0)).toBe(200)
    // At once, because what may be drawn grows with time.
    const statuses = await Promise.all(Array.from({ length: 200 }, (_, index) => draw(index + 1)))
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(100)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(await draw(0)).toBe(200)
    expect((await open(`/p/${token}?f.city=x`, {}, '192.0.2.2')).status).toBe(200)
  })
})
