import { request as startRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import type { MadePublicLink } from '@tidemark/shared/public-links/public-link'
import type { CreatedEmbedKey } from '@tidemark/shared/public-links/embed-key'
import fc from 'fast-check'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientIpHeader } from '@/server/base/client-ip'
import { hasEngine } from '@testkit/sync/sync-test-bed'
import { openPublicLinksBed, type PublicLinksBed } from '@testkit/team/public-links-bed'

const numRuns = process.env['TIDEMARK_LONG'] === '1' ? 2_000 : 100

describe.runIf(hasEngine)('requests of strangers', () => {
  let bed: PublicLinksBed
  let open: MadePublicLink
  let closed: MadePublicLink
  let jwt: string

  beforeAll(async () => {
    bed = await openPublicLinksBed()
    open = await bed.make({ choices: 'f.year=2025', fields: { 'f.city': 'open', 'f.year': 'hidden' } })
    const { secret } = (await bed.askApi('POST', '/api/embed-keys', bed.owner)).body as CreatedEmbedKey
    const claims = { link: open.link.id, filters: { 'f.city': 'Rome' } }
    jwt = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(Buffer.from(secret))
    closed = await bed.make({ choices: 'f.year=2025', password: 'open sesame' })
  })
  afterAll(() => bed.dispose())

  let sent = 0
  /** Sends a path as it is, which `fetch` would tidy up. */
  const send = (method: string, path: string, headers: Readonly<Record<string, string>>) =>
    new Promise<{ readonly status: number; readonly body: string; readonly location?: string | undefined }>(
      (resolve, reject) => {
        sent += 1
        const ip = `198.51.${sent % 250}.${(sent * 7) % 250}`
        startRequest({ port: bed.port, method, path, headers: { ...headers, [clientIpHeader]: ip } }, (answer) => {
          text(answer).then(
            (body) => resolve({ status: answer.statusCode ?? 0, body, location: answer.headers.location }),
            reject,
          )
        })
          .on('error', reject)
          .end()
      },
    )

  it('get the page, a picture or one plain page, and never a failure', async () => {
    const tokens = [open.token, closed.token]
    const names = [
      'images',
      'theme=dark',
      'locale=de',
      'f.city',
      'f.year',
      'f.city.from',
      'p.x',
      'rows.',
      'rows.tile',
      'tab',
      'sql',
      'workspace',
    ]
    const signs = ['?', '&', '=', '/', '..', '%', '%2f', '%00', '%ff', ';', '9'.repeat(400)]
    const piece = fc.oneof(fc.constantFrom(...tokens, ...names, ...signs), fc.stringMatching(/^[!-~]{0,12}$/))
    const starts = tokens.flatMap((token) => [
      `/${token}`,
      `/${token}?theme=dark&locale=`,
      `/${token}?`,
      `/${token}?f.city=`,
      `/${token}/images/`,
      `/${token.slice(1)}A`,
    ])
    const signedStarts = [`/signed/${jwt}`, `/signed/${jwt}/`, `/signed/${jwt}/?f.city=`, `/signed/${jwt.slice(0, -9)}`]
    const request = fc.record({
      place: fc.constantFrom('/p', '/embed'),
      method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'),
      start: fc.constantFrom('', ...starts, ...signedStarts),
      pieces: fc.array(piece, { maxLength: 12 }),
      header: fc.stringMatching(/^[ -~]{0,40}$/),
    })
    let pages = 0
    await fc.assert(
      fc.asyncProperty(request, async ({ place, method, start, pieces, header }) => {
        const path = `${place}${start}${pieces.join('')}`
        const headers = { cookie: `tidemark-link=${header}`, 'accept-language': header }
        const { status, body, location } = await send(method, path, headers)
        expect(status).toBeLessThan(500)
        if (method === 'HEAD') return
        if (status === 308) {
          expect(location).toMatch(/^\/embed\/signed\/[^/?]+\/(?:\?|$)/)
          return
        }
        if (status !== 200) {
          expect(body).toMatch(/^<!doctype html>[^]*<h1>(?:This|Too many)/)
          return
        }
        const isSigned = path.startsWith(`/embed/signed/${jwt}/`)
        if (!isSigned) expect(path).toContain(open.token)
        if (path.includes('/images/')) return
        expect(body).toMatch(isSigned ? /^<p>f\.city=Rome&f\.year=2025<\/p>$/ : /^<p>.*f\.year=2025<\/p>$/)
        pages += 1
      }),
      { numRuns },
    )
    expect(pages).toBeGreaterThan(0)
  })
})
