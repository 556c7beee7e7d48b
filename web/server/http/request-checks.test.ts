import { describe, expect, it } from 'vitest'
import { checkRequest, localTokenCookie, type RequestRules } from './request-checks'

const rules: RequestRules = {
  origin: 'http://127.0.0.1:3000',
  areProbesWelcome: false,
  localToken: undefined,
  maxBodyBytes: 1000,
}
const host = '127.0.0.1:3000'

describe('requests to a team server', () => {
  const team: RequestRules = { ...rules, origin: 'https://tidemark.example', areProbesWelcome: true }
  const own = 'tidemark.example'

  it.each([
    [
      'its own pages pass',
      'POST',
      '/api/x',
      { host: own, origin: team.origin, 'sec-fetch-site': 'same-origin' },
      'pass',
    ],
    ['another name is refused', 'GET', '/', { host: 'evil.example' }, 'foreign-host'],
    ['its address on the machine is refused', 'GET', '/', { host: '127.0.0.1:3000' }, 'foreign-host'],
    ['localhost is refused, not redirected', 'GET', '/', { host: 'localhost:3000' }, 'foreign-host'],
    ['a load balancer may ask by any name whether it is ready', 'GET', '/api/ready', { host: '10.0.0.5:3000' }, 'pass'],
    ['and whether it is well', 'HEAD', '/api/health', { host: '10.0.0.5:3000' }, 'pass'],
    ['but nothing else', 'POST', '/api/health', { host: '10.0.0.5:3000' }, 'foreign-host'],
    ['nor what looks like it', 'GET', '/api/ready/../session', { host: '10.0.0.5:3000' }, 'foreign-host'],
    ['metrics are for the machine', 'GET', '/api/metrics', { host: '127.0.0.1:3000' }, 'pass'],
    ['and by no rebound name', 'GET', '/api/metrics', { host: 'evil.example:3000' }, 'foreign-host'],
    ['a foreign origin is refused', 'POST', '/api/x', { host: own, origin: 'https://evil.example' }, 'foreign-origin'],
    [
      'the same name without TLS is foreign',
      'POST',
      '/api/x',
      { host: own, origin: `http://${own}` },
      'foreign-origin',
    ],
  ])('%s', (_, method, url, headers, expected) => {
    const verdict = checkRequest({ method, url, headers }, team)
    expect(verdict.kind === 'refuse' ? verdict.code : verdict.kind).toBe(expected)
  })
})

describe('requests to a local server', () => {
  it.each([
    [
      'a request of its own page passes',
      'POST',
      '/api/x',
      { host, origin: rules.origin, 'sec-fetch-site': 'same-origin' },
      'pass',
    ],
    ['curl, which sends no Origin, passes', 'POST', '/api/x', { host }, 'pass'],
    ['an address typed by hand passes', 'GET', '/', { host, 'sec-fetch-site': 'none' }, 'pass'],
    ['a rebound host name is refused', 'GET', '/', { host: 'evil.example:3000' }, 'foreign-host'],
    [
      'pictures are not fetched for anybody',
      'GET',
      '/_next/image?url=%2Fapi%2Fsession&w=64&q=75',
      { host },
      'unknown-route',
    ],
    ['in no spelling', 'GET', '//_next/%69mage/?url=%2Fx', { host }, 'unknown-route'],
    ['nor from elsewhere', 'GET', '/./_next/image?url=%2Fx', { host }, 'invalid-request'],
    ['an address that names another is refused', 'GET', '/api/x/../metrics', { host }, 'invalid-request'],
    ['in each of its spellings', 'GET', '/api\\.%2E/metrics', { host }, 'invalid-request'],
    ['and where it goes on past its end', 'GET', '/api/metrics#x', { host }, 'invalid-request'],
    ['names with dots are names', 'GET', '/api/..x/.y/...?z=/../', { host }, 'pass'],
    ['files of the build are', 'GET', '/_next/static/image.js', { host }, 'pass'],
    ['a missing host is refused', 'GET', '/', {}, 'foreign-host'],
    ['the right host on another port is refused', 'GET', '/', { host: '127.0.0.1:3001' }, 'foreign-host'],
    ['a foreign origin is refused', 'POST', '/api/x', { host, origin: 'http://evil.example' }, 'foreign-origin'],
    ['a null origin is refused', 'POST', '/api/x', { host, origin: 'null' }, 'foreign-origin'],
    ['a foreign origin may not even read', 'GET', '/api/x', { host, origin: 'http://evil.example' }, 'foreign-origin'],
    ['a cross-site image is refused', 'GET', '/api/x', { host, 'sec-fetch-site': 'cross-site' }, 'foreign-origin'],
    [
      'another port of this machine is another site',
      'POST',
      '/api/x',
      { host, 'sec-fetch-site': 'same-site' },
      'foreign-origin',
    ],
    ['an unheard-of method is refused', 'TRACE', '/', { host }, 'method-not-allowed'],
    ['the address of another site is refused', 'GET', 'http://evil.example/', { host }, 'invalid-request'],
    ['an asterisk is refused', 'OPTIONS', '*', { host }, 'invalid-request'],
    ['half an encoded character is refused', 'GET', '/charts/%E0%A4%A', { host }, 'invalid-request'],
    ['a percent sign in the query is no matter', 'GET', '/charts/a?b=100%', { host }, 'pass'],
    ['a body over the limit is refused unread', 'POST', '/api/x', { host, 'content-length': '1001' }, 'body-too-large'],
  ])('%s', (_, method, url, headers, expected) => {
    const verdict = checkRequest({ method, url, headers }, rules)
    expect(verdict.kind === 'refuse' ? verdict.code : verdict.kind).toBe(expected)
  })

  it('a link from another site opens a page but never an API route', () => {
    const headers = { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    expect(checkRequest({ method: 'GET', url: '/dashboards/x', headers }, rules).kind).toBe('pass')
    expect(checkRequest({ method: 'GET', url: '/api/datasets', headers }, rules).kind).toBe('refuse')
  })

  it('an identity provider leads back to its callback, by a visit and no other way', () => {
    const visit = { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const verdict = (method: string, url: string, headers: object = {}) =>
      checkRequest({ method, url, headers: { ...visit, ...headers } }, rules).kind
    expect(verdict('GET', '/api/auth/callback/oidc?code=x&state=y')).toBe('pass')
    expect(verdict('GET', '/api/auth/sign-in/oidc?next=/')).toBe('refuse')
    expect(verdict('POST', '/api/auth/callback/oidc?code=x')).toBe('refuse')
    expect(verdict('GET', '/api/auth/callback/oidc?code=x', { 'sec-fetch-dest': 'iframe' })).toBe('refuse')
    expect(verdict('GET', '/api/auth/callback/oidc?code=x', { 'sec-fetch-mode': 'cors' })).toBe('refuse')
  })

  it('a mail that is read on another site leads to the page that ends it, which ends nothing by itself', () => {
    const visit = { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const verdict = (method: string) =>
      checkRequest({ method, url: '/api/unsubscribe/daily/token', headers: visit }, rules).kind
    expect([verdict('GET'), verdict('POST')]).toEqual(['pass', 'refuse'])
  })

  it('another site may show an embed in a frame and load its script, and nothing else', () => {
    const verdict = (url: string, mode: string, dest: string, method = 'GET') => {
      const origin = mode === 'cors' || method === 'POST' ? { origin: 'https://shop.example' } : {}
      const fetched = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode, 'sec-fetch-dest': dest }
      return checkRequest({ method, url, headers: { host, ...fetched, ...origin } }, rules).kind
    }
    expect(verdict('/embed/abc?theme=dark', 'navigate', 'iframe')).toBe('pass')
    expect(verdict('/embed/embed.js', 'no-cors', 'script')).toBe('pass')
    expect(verdict('/embed/embed.js', 'cors', 'script')).toBe('pass')
    for (const [url, mode, dest, method] of [
      ['/p/abc', 'navigate', 'iframe'],
      ['/dashboards/abc', 'navigate', 'iframe'],
      ['/embed', 'navigate', 'iframe'],
      ['/embed/../api/sync', 'navigate', 'iframe'],
      ['/embed/abc', 'no-cors', 'script'],
      ['/embed/abc/images/a', 'no-cors', 'image'],
      ['/embed/abc', 'cors', 'empty'],
      ['/embed/abc', 'cors', 'script'],
      ['/embed/embed.js', 'cors', 'script', 'POST'],
      ['/embed/embed.js/', 'cors', 'script'],
      ['/embed/abc?/embed/embed.js', 'cors', 'script'],
      ['/embed/abc', 'navigate', 'iframe', 'POST'],
      ['/embed/frame.js', 'no-cors', 'script'],
    ] as const)
      expect([url, verdict(url, mode, dest, method)]).toEqual([url, 'refuse'])
  })

  it.each(['/embed/embed.js', '/embed/embed.js?v=1'])('any site may load %s, also in plain http', (url) => {
    const fetched = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'script' }
    for (const headers of [{ origin: 'https://shop.example', ...fetched }, { origin: 'http://shop.example' }, fetched])
      expect(checkRequest({ method: 'GET', url, headers: { host, ...headers } }, rules).kind).toBe('pass')
  })

  it.each([
    ['/data/%ff', '/data/%25ff'],
    ['/charts/%C3%A9/%E0%A4%A?b=%', '/charts/%C3%A9/%25E0%25A4%25A?b=%'],
    ['//evil.example/%', '//evil.example/%25'],
  ])('a visit of %s, half an encoded character, is sent to the page at %s', (url, path) => {
    const visit = (of: string) =>
      checkRequest({ method: 'GET', url: of, headers: { host, accept: 'text/html' } }, rules)
    expect(visit(url)).toEqual({ kind: 'redirect', location: `${rules.origin}${path}` })
    expect(visit(path)).toEqual({ kind: 'pass' })
    expect(visit(`/api${url}`)).toMatchObject({ kind: 'refuse', code: 'invalid-request' })
  })

  it('localhost is sent to the one origin, with its path', () => {
    const verdict = checkRequest({ method: 'GET', url: '/charts/a?b=1', headers: { host: 'localhost:3000' } }, rules)
    expect(verdict).toEqual({ kind: 'redirect', location: 'http://127.0.0.1:3000/charts/a?b=1' })
    expect(checkRequest({ method: 'POST', url: '/', headers: { host: 'localhost:3000' } }, rules).kind).toBe('refuse')
  })
})

describe('a local token', () => {
  const locked: RequestRules = { ...rules, localToken: 'correct-horse-battery' }
  it.each([
    ['nothing', {}, '/', 'refuse'],
    ['a wrong cookie', { cookie: `${localTokenCookie}=wrong` }, '/', 'refuse'],
    ['the cookie', { cookie: `a=b; ${localTokenCookie}=correct-horse-battery` }, '/', 'pass'],
    ['the bearer token', { authorization: 'Bearer correct-horse-battery' }, '/', 'pass'],
    ['a wrong query', {}, '/?token=wrong', 'refuse'],
    ['a path that is no address by itself', {}, '//', 'refuse'],
  ])('with %s', (_, headers, url, expected) => {
    expect(checkRequest({ method: 'GET', url, headers: { host, ...headers } }, locked).kind).toBe(expected)
  })

  it('in the address is moved into a cookie', () => {
    const verdict = checkRequest(
      { method: 'GET', url: '/data?token=correct-horse-battery&x=1', headers: { host } },
      locked,
    )
    expect(verdict).toMatchObject({ kind: 'redirect', location: 'http://127.0.0.1:3000/data?x=1' })
    expect(verdict.kind === 'redirect' && verdict.cookie).toContain('HttpOnly')
  })
})
