import { createServer, request as startRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { MadePublicLink } from '@tidemark/shared/public-links/public-link'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientIpHeader } from '@/server/base/client-ip'
import { setServices } from '@/server/services'
import { hasEngine } from '@testkit/sync/sync-test-bed'
import { rememberedHashing } from '@testkit/team/remembered-hashing'
import { openTeamTestBed, publicUrl, type TeamTestBed } from '@testkit/team/team-test-bed'
import { openPublicLinks, type PublicLinks } from './open-public-links'

const numRuns = process.env['TIDEMARK_LONG'] === '1' ? 2_000 : 100

describe.runIf(hasEngine)('requests of strangers', () => {
  let bed: TeamTestBed
  let publicLinks: PublicLinks
  let server: Server
  let open: MadePublicLink
  let closed: MadePublicLink

  beforeAll(async () => {
    bed = await openTeamTestBed()
    const { owner, workspace } = await bed.setUp()
    const { store, services, log } = bed
    publicLinks = openPublicLinks({
      ...{ store, sync: services.sync, pokes: services.pokes, publicUrl, log, hashing: rememberedHashing },
      documents: {
        makePage: async (_, { page }) => ({ title: '', bytes: new TextEncoder().encode(`<p>${page.choices}</p>`) }),
      },
      images: { read: async () => ({ type: 'png', bytes: new Uint8Array([1]) }) },
      secret: 'a secret of a test that is long enough',
      clock: Date.now,
    })
    setServices({ ...services, publicLinks })
    server = createServer((request, response) => void publicLinks.answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await services.sync.mutate(
      {
        ...{ kind: 'person', userId: owner.id, orgId: workspace.id, role: 'owner', grants: [] },
        audiences: ['everyone', `user:${owner.id}`],
      },
      'createDashboard',
      {
        ...{ id: 'board', folderId: null, name: 'Sales', description: '', order: 'a0', at: 1 },
        firstTab: { id: 'tab', name: 'First', order: 'a0' },
      },
    )
    const make = async (more: object) => {
      const body = { target: { kind: 'dashboard', id: 'board' }, name: 'For all', choices: 'f.year=2025', ...more }
      return (await bed.ask('POST', '/api/public-links', { as: owner, workspace: workspace.id, body }))
        .body as MadePublicLink
    }
    open = await make({ fields: { 'f.city': 'open', 'f.year': 'hidden' } })
    closed = await make({ password: 'open sesame' })
  })
  afterAll(async () => {
    server.close()
    await publicLinks.close()
    await bed.dispose()
  })

  let sent = 0
  /** Sends a path as it is, which `fetch` would tidy up. */
  const send = (method: string, path: string, headers: Readonly<Record<string, string>>) =>
    new Promise<{ readonly status: number; readonly body: string }>((resolve, reject) => {
      sent += 1
      const ip = `198.51.${sent % 250}.${(sent * 7) % 250}`
      const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
      startRequest({ port, method, path, headers: { ...headers, [clientIpHeader]: ip } }, (answer) => {
        text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject)
      })
        .on('error', reject)
        .end()
    })

  it('get the page, a picture or one plain page, and never a failure', async () => {
    const tokens = [open.token, closed.token]
    const names = ['images', 'f.city', 'f.year', 'f.city.from', 'p.x', 'rows.', 'rows.tile', 'tab', 'sql', 'workspace']
    const signs = ['?', '&', '=', '/', '..', '%', '%2f', '%00', '%ff', ';', '9'.repeat(400)]
    const piece = fc.oneof(fc.constantFrom(...tokens, ...names, ...signs), fc.stringMatching(/^[!-~]{0,12}$/))
    const starts = tokens.flatMap((token) => [
      `/${token}`,
      `/${token}?`,
      `/${token}?f.city=`,
      `/${token}/images/`,
      `/${token.slice(1)}A`,
    ])
    const request = fc.record({
      method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'),
      start: fc.constantFrom('', ...starts),
      pieces: fc.array(piece, { maxLength: 12 }),
      header: fc.stringMatching(/^[ -~]{0,40}$/),
    })
    let pages = 0
    await fc.assert(
      fc.asyncProperty(request, async ({ method, start, pieces, header }) => {
        const path = `/p${start}${pieces.join('')}`
        const headers = { cookie: `tidemark-link=${header}`, 'accept-language': header }
        const { status, body } = await send(method, path, headers)
        expect(status).toBeLessThan(500)
        if (method === 'HEAD') return
        if (status !== 200) {
          expect(body).toMatch(/^<!doctype html>[^]*<h1>(?:This|Too many)/)
          return
        }
        expect(path).toContain(open.token)
        if (path.includes('/images/')) return
        expect(body).toMatch(/^<p>.*f\.year=2025<\/p>$/)
        pages += 1
      }),
      { numRuns },
    )
    expect(pages).toBeGreaterThan(0)
  })
})
