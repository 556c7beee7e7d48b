import { generateKeyPairSync } from 'node:crypto'
import { signedEmbedPath } from '@tidemark/shared/public-links/embed-claims'
import type { CreatedEmbedKey, EmbedKeyList } from '@tidemark/shared/public-links/embed-key'
import type { MadePublicLink } from '@tidemark/shared/public-links/public-link'
import { CompactSign, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasEngine } from '@testkit/sync/sync-test-bed'
import { openPublicLinksBed, type PublicLinksBed } from '@testkit/team/public-links-bed'
import { codeOf } from '@testkit/team/team-test-bed'

describe.runIf(hasEngine)('signed embeds', () => {
  let bed: PublicLinksBed
  let key: CreatedEmbedKey
  let link: MadePublicLink

  beforeAll(async () => {
    bed = await openPublicLinksBed()
    key = await createKey()
    link = await bed.make({
      embedOrigins: ['https://app.example'],
      isSignedOnly: true,
      choices: 'f.city=Rome&f.tenant=none',
      fields: { 'f.city': 'open', 'f.tenant': 'hidden', 'f.year': 'open' },
    })
  })
  beforeEach(() => {
    bed.drawn.length = 0
    bed.clock.aheadMs = 0
  })
  afterAll(() => bed.dispose())

  const createKey = async () => {
    const answer = await bed.askApi('POST', '/api/embed-keys', bed.owner)
    expect(answer.status).toBe(201)
    return answer.body as CreatedEmbedKey
  }
  const nowSeconds = () => Math.floor(Date.now() / 1000)
  const claimsOf = (more: JWTPayload = {}): JWTPayload => {
    const iat = nowSeconds()
    return { link: link.link.id, iat, exp: iat + 300, filters: { 'f.tenant': 'acme' }, ...more }
  }
  const sign = (claims: JWTPayload = claimsOf(), secret = key.secret, alg = 'HS256') =>
    new SignJWT(claims).setProtectedHeader({ alg }).sign(Buffer.from(secret))
  const openSigned = async (jwt: string, query = '') => bed.open(`${signedEmbedPath(jwt)}${query}`)
  const reasonOf = async (answer: Response) => /data-error="([^"]*)"/.exec(await answer.text())?.[1]

  it('opens a page for a product’s reader, with what it has signed', async () => {
    const jwt = await sign(claimsOf({ attributes: { region: ['North', 'South'], 'user.email': 'nora@shop.example' } }))
    const answer = await openSigned(jwt, '?f.city=Oslo&f.tenant=globex&theme=dark')
    expect([answer.status, await answer.text()]).toEqual([200, '<p>f.city=Oslo&f.tenant=acme</p>'])
    expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors https://app.example')
    expect(bed.drawn[0]).toMatchObject({
      actor: {
        kind: 'publicLink',
        role: 'viewer',
        attributes: { region: ['North', 'South'], 'user.email': ['nora@shop.example'] },
      },
      page: {
        path: '.',
        look: { theme: 'dark' },
        fields: { 'f.city': 'open', 'f.tenant': 'hidden' },
        signed: ['f.tenant'],
      },
    })
    expect((await openSigned(await sign(claimsOf({ iss: 'shop', sub: 'nora', jti: 'x' })))).status).toBe(200)
  })

  it('lets its reader change no signed filter, also one that the link leaves open', async () => {
    const jwt = await sign(claimsOf({ filters: { 'f.tenant': 'acme', 'f.year': ['2025', '2026'] } }))
    const answer = await openSigned(jwt, '?f.year=1999&f.year.from=1990')
    expect(await answer.text()).toBe('<p>f.city=Rome&f.tenant=acme&f.year=2025&f.year=2026</p>')
    expect(bed.drawn[0]?.page.fields).toMatchObject({ 'f.year': 'fixed' })
  })

  it('takes no attributes of the link’s maker, and runs as nobody with none', async () => {
    await bed.askApi('PATCH', `/api/members/${bed.owner.id}`, bed.owner, { attributes: { region: ['Everywhere'] } })
    await openSigned(await sign(claimsOf({ filters: { 'f.tenant': 'nobody' } })))
    expect(bed.drawn[0]?.actor.attributes).toEqual({})
    expect(JSON.stringify(bed.drawn[0])).not.toContain('Everywhere')
  })

  it('never shows one tenant’s page to another, and draws equal ones once', async () => {
    const tenants = [
      { filters: { 'f.tenant': 'one' } },
      { filters: { 'f.tenant': 'two' } },
      { filters: { 'f.tenant': 'one' }, attributes: { region: 'North' } },
      { filters: { 'f.tenant': 'one' }, attributes: { region: 'South' } },
      { filters: { 'f.tenant': 'one' }, attributes: { region: ['North', 'South'] } },
      { filters: { 'f.tenant': ['one', 'two'] } },
    ]
    for (const claims of tenants) await openSigned(await sign(claimsOf(claims)))
    const seen = () => bed.drawn.map(({ actor, page }) => JSON.stringify([actor.attributes, page.choices]))
    expect(new Set(seen()).size).toBe(tenants.length)
    expect(new Set(bed.drawn.map(({ actor }) => actor.userId)).size).toBe(tenants.length)
    for (const claims of tenants) await openSigned(await sign(claimsOf({ ...claims, jti: 'again' })))
    expect(bed.drawn).toHaveLength(tenants.length)
  })

  const swap = (jwt: string, part: 0 | 1 | 2, text: string) => {
    const parts = jwt.split('.')
    parts[part] = text
    return parts.join('.')
  }
  const without = (name: 'iat' | 'exp') =>
    Object.fromEntries(Object.entries(claimsOf()).filter(([key]) => key !== name))
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const other = 'A'.repeat(43)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

  const refused: Readonly<Record<string, () => Promise<string> | string>> = {
    'another tenant in a token that is signed': async () =>
      swap(await sign(), 1, encoded(claimsOf({ filters: { 'f.tenant': 'globex' } }))),
    'other attributes in a token that is signed': async () =>
      swap(await sign(), 1, encoded(claimsOf({ attributes: { region: ['South'] } }))),
    'the signature of another token': async () =>
      swap(await sign(), 2, (await sign(claimsOf({ jti: 'x' }))).split('.')[2] ?? ''),
    'no signature': async () => swap(await sign(), 2, ''),
    'the algorithm “none”': () => new UnsecuredJWT(claimsOf()).encode(),
    'the algorithm “none” with a signature': async () => swap(await sign(), 0, encoded({ alg: 'none' })),
    'another algorithm with the same secret': () => sign(claimsOf(), key.secret, 'HS512'),
    'an asymmetric algorithm': () => new SignJWT(claimsOf()).setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
    'a wrong secret': () => sign(claimsOf(), other),
    'a key that is none of the workspace': async () =>
      new SignJWT(claimsOf()).setProtectedHeader({ alg: 'HS256', kid: 'other' }).sign(Buffer.from(key.secret)),
    'a key inside the token': async () => {
      const jwk = { kty: 'oct', k: other }
      return new SignJWT(claimsOf()).setProtectedHeader({ alg: 'HS256', jwk }).sign(Buffer.from(other))
    },
    'an unknown critical extension': async () => swap(await sign(), 0, encoded({ alg: 'HS256', crit: ['x'], x: 1 })),
    'no time of its making': () => sign(without('iat')),
    'no end': () => sign(without('exp')),
    'a time of its making in the future': () => sign(claimsOf({ iat: nowSeconds() + 60, exp: nowSeconds() + 120 })),
    'a start in the future': () => sign(claimsOf({ nbf: nowSeconds() + 60 })),
    'no link': () => sign(claimsOf({ link: undefined })),
    'a link that does not exist': () => sign(claimsOf({ link: 'nowhere' })),
    'the token of a link for its id': () => sign(claimsOf({ link: link.token })),
    'a claim with a wrong name': () => sign(claimsOf({ filter: { 'f.tenant': 'acme' } })),
    'a filter without a value': () => sign(claimsOf({ filters: { 'f.tenant': [] } })),
    'a filter with an empty value': () => sign(claimsOf({ filters: { 'f.tenant': '' } })),
    'a filter that is no name of an address': () => sign(claimsOf({ filters: { tenant: 'acme' } })),
    'a role as an attribute': () => sign(claimsOf({ attributes: { 'user.role': ['owner'] } })),
    'an attribute that is a number': () => sign(claimsOf({ attributes: { region: 7 } })),
    'filters that are a list': () => sign(claimsOf({ filters: ['f.tenant'] })),
    'a payload that is no object': () =>
      new CompactSign(Buffer.from('"text"')).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(key.secret)),
    'a token that is too large': () => sign(claimsOf({ sub: 'x'.repeat(5000) })),
    'no token': () => 'x.y.z',
  }
  it.each(Object.entries(refused))('is refused: %s', async (_, tokenOf) => {
    const answer = await openSigned(await tokenOf())
    expect([answer.status, await reasonOf(answer)]).toEqual([403, 'signature-refused'])
    expect(bed.drawn).toEqual([])
  })

  it('ends with its token, which lives ten minutes at most', async () => {
    const short = await sign(claimsOf({ exp: nowSeconds() + 60 }))
    const long = await sign(claimsOf({ exp: nowSeconds() + 86_400 }))
    bed.clock.aheadMs = 100_000
    const answer = await openSigned(short)
    expect([answer.status, await reasonOf(answer)]).toEqual([403, 'token-expired'])
    expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors *')
    expect((await openSigned(long)).status).toBe(200)
    bed.clock.aheadMs = 11 * 60_000
    expect(await reasonOf(await openSigned(long))).toBe('token-expired')
  })

  it('opens in no other way where it needs a signature', async () => {
    for (const path of [`/p/${link.token}`, `/embed/${link.token}`, `/p/${link.token}/images/${'a'.repeat(43)}`])
      expect([path, (await bed.open(path)).status]).toEqual([path, 403])
    const jwt = await sign()
    expect((await bed.open(`/p/${jwt}`)).status).toBe(404)
    expect((await bed.open(`/embed/${jwt}`)).status).toBe(404)
    const moved = await bed.open(`/embed/signed/${jwt}?f.city=Oslo`)
    expect([moved.status, moved.headers.get('location')]).toEqual([308, `${signedEmbedPath(jwt)}?f.city=Oslo`])
    expect((await bed.open(`${signedEmbedPath(jwt)}images/${'a'.repeat(64)}`)).status).toBe(200)
    expect((await bed.open(`${signedEmbedPath(jwt)}other`)).status).toBe(404)
    expect((await bed.open(signedEmbedPath(jwt), { method: 'POST' })).status).toBe(405)
  })

  it('lets one reader draw so many pages in a minute, and others go on', async () => {
    const status = async (tenant: string, city: number) =>
      (await openSigned(await sign(claimsOf({ filters: { 'f.tenant': tenant } })), `?f.city=${city}`)).status
    const statuses = await Promise.all(Array.from({ length: 400 }, (_, index) => status('busy', index)))
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(await status('calm', 1)).toBe(200)
  })

  it('stops with its link, and opens no link with a password', async () => {
    const made = await bed.make()
    const jwt = await sign(claimsOf({ link: made.link.id }))
    expect((await openSigned(jwt)).status).toBe(200)
    await bed.askApi('PATCH', `/api/public-links/${made.link.id}`, bed.owner, { password: 'open sesame' })
    expect(await reasonOf(await openSigned(jwt))).toBe('has-password')
    await bed.askApi('DELETE', `/api/public-links/${made.link.id}`, bed.owner)
    expect(await reasonOf(await openSigned(jwt))).toBe('signature-refused')
  })

  it('is refused with the key of another workspace', async () => {
    const made = await bed.ask('POST', '/api/workspaces', { as: bed.owner, body: { name: 'Other' } })
    const workspace = (made.body as { readonly id: string }).id
    const foreign = (await bed.ask('POST', '/api/embed-keys', { as: bed.owner, workspace })).body as CreatedEmbedKey
    expect(await reasonOf(await openSigned(await sign(claimsOf(), foreign.secret)))).toBe('signature-refused')
    expect(codeOf(await bed.askApi('DELETE', `/api/embed-keys/${foreign.key.id}`, bed.owner))).toBe('not-found')
  })

  it('goes on while its key is changed for the next, and ends when it is revoked', async () => {
    const before = await sign()
    const next = await createKey()
    expect(codeOf(await bed.askApi('POST', '/api/embed-keys', bed.owner))).toBe('invalid-request')
    const { keys } = (await bed.askApi('GET', '/api/embed-keys', bed.owner)).body as EmbedKeyList
    expect(keys.map(({ id }) => id).toSorted()).toEqual([key.key.id, next.key.id].toSorted())
    for (const jwt of [before, await sign(claimsOf(), next.secret)]) expect((await openSigned(jwt)).status).toBe(200)
    await bed.askApi('DELETE', `/api/embed-keys/${key.key.id}`, bed.owner)
    expect(await reasonOf(await openSigned(before))).toBe('signature-refused')
    expect((await openSigned(await sign(claimsOf(), next.secret))).status).toBe(200)
    key = next
  })

  it('has keys that only admins make, whose secrets are sealed and told once', async () => {
    const editor = await bed.join(bed.owner, 'editor', bed.workspace)
    for (const [method, path] of [
      ['GET', '/api/embed-keys'],
      ['POST', '/api/embed-keys'],
      ['DELETE', `/api/embed-keys/${key.key.id}`],
    ] as const)
      expect(codeOf(await bed.askApi(method, path, editor))).toBe('forbidden')
    const kept = [
      await bed.database.selectFrom('embed_key').selectAll().execute(),
      await bed.database.selectFrom('connection_secret').selectAll().execute(),
      await bed.database.selectFrom('audit_event').selectAll().execute(),
      (await bed.askApi('GET', '/api/embed-keys', bed.owner)).body,
      bed.log,
    ]
    expect(JSON.stringify(kept)).not.toContain(key.secret)
    const events = await bed.database.selectFrom('audit_event').where('target', '=', key.key.id).selectAll().execute()
    expect(events.map(({ action }) => action)).toEqual(['embed-key-created'])
  })
})
