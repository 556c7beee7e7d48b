import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { singleSignOnCallbackPath } from '@tidemark/shared/accounts/sign-in-ways'
import { embedScriptPath } from '@tidemark/shared/public-links/embed'
import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import { pathOf } from './http-server'

/** The host's decision on a request before Next sees it. */
export type RequestVerdict =
  | { readonly kind: 'pass' }
  | { readonly kind: 'redirect'; readonly location: string; readonly cookie?: string }
  | { readonly kind: 'refuse'; readonly code: ErrorCode; readonly detail: string }

export interface RequestRules {
  /** The origin at which this server answers, for example `http://127.0.0.1:3000`. */
  readonly origin: string
  /** True if probes may use any host name, as load balancers do. */
  readonly areProbesWelcome: boolean
  /** If set, every request must carry it: in a cookie, as a bearer token, or once as `?token=`. */
  readonly localToken: string | undefined
  /** The largest `content-length` of any request in bytes; routes have smaller limits of their own. */
  readonly maxBodyBytes: number
}

export const localTokenCookie = 'tidemark-local-token'

const unsubscribePrefix = '/api/unsubscribe/'

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

type CheckedRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/**
 * Checks a request, in every mode. It blocks the ways a foreign web page could reach this server: DNS rebinding (Host),
 * cross-site requests (Origin, including `null`, and Sec-Fetch-Site), and oversized bodies.
 */
export function checkRequest(request: CheckedRequest, rules: RequestRules): RequestVerdict {
  const { headers } = request
  const method = request.method ?? 'GET'
  const path = request.url ?? '/'
  const own = new URL(rules.origin)
  if (headers.host !== own.host && !(rules.areProbesWelcome && isProbe(method, path, headers.host)))
    return foreignHost(headers.host, method, path, own)
  // Next would answer either of these with 500.
  if (!methods.has(method)) return { kind: 'refuse', code: 'method-not-allowed', detail: method }
  if (!isPath(path)) {
    return path.startsWith('/') && !path.startsWith('/api/') && wantsPage(request)
      ? { kind: 'redirect', location: `${own.origin}${toPath(path)}` }
      : { kind: 'refuse', code: 'invalid-request', detail: 'The address is not a path.' }
  }
  if (isElsewhere(path)) return { kind: 'refuse', code: 'invalid-request', detail: 'The address names another one.' }
  // Next's image optimiser requests images from this server again, bypassing these checks; our pages do not use it.
  if (isImageOptimizer(path)) return { kind: 'refuse', code: 'unknown-route', detail: path }
  const isScript = isEmbedScript(method, path)
  // A script that is loaded with `crossorigin` comes with its page's origin.
  if (headers.origin !== undefined && headers.origin !== rules.origin && !isScript) {
    return { kind: 'refuse', code: 'foreign-origin', detail: `Origin: ${headers.origin}` }
  }
  const isWelcome = isPageVisit(method, path, headers) || isScript || isEmbed(method, path, headers)
  if (isForeignFetch(headers['sec-fetch-site']) && !isWelcome) {
    return { kind: 'refuse', code: 'foreign-origin', detail: `Sec-Fetch-Site: ${String(headers['sec-fetch-site'])}` }
  }
  if (Number(headers['content-length'] ?? 0) > rules.maxBodyBytes) {
    return { kind: 'refuse', code: 'body-too-large', detail: `The limit is ${rules.maxBodyBytes} bytes.` }
  }
  return rules.localToken === undefined ? { kind: 'pass' } : checkLocalToken(request, path, own, rules.localToken)
}

/**
 * Returns true if the target contains a `.` or `..` segment or a fragment. A reader that resolves it as a URL would
 * find another path than these checks see; browsers resolve both before they send.
 */
function isElsewhere(target: string): boolean {
  return target.includes('#') || /^[^?]*[\\/](?:\.|%2e){1,2}(?:[\\/?]|$)/i.test(target)
}

/** Returns true for a path whose percent-encoding is valid, and false for an absolute URL or `*`. */
function isPath(target: string): boolean {
  if (!target.startsWith('/')) return false
  try {
    decodeURIComponent(target.replace(/\?.*$/s, ''))
    return true
  } catch {
    return false
  }
}

/** Returns true if a person requests a page, for whom errors are shown as a page too, as after a broken link. */
export function wantsPage({ method, headers }: Pick<CheckedRequest, 'method' | 'headers'>): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html')
}

/** Escapes each `%` of an address that does not begin a valid escape sequence. */
function toPath(target: string): string {
  const end = target.indexOf('?')
  const [path, query] = end === -1 ? [target, ''] : [target.slice(0, end), target.slice(end)]
  return path.replace(/(?:%[0-9a-f]{2})+|%/gi, (run) => (isPath(`/${run}`) ? run : run.replaceAll('%', '%25'))) + query
}

/** Returns true for the path of Next's image optimiser in any encoding. The address must be decodable. */
function isImageOptimizer(path: string): boolean {
  return /^[\\/]+_next[\\/]+image/i.test(decodeURIComponent(path.replace(/\?.*$/s, '')))
}

const openProbes: ReadonlySet<string> = new Set(['/api/health', '/api/ready'])

/**
 * Returns true for a probe, which needs no sign-in. Health reveals nothing; metrics do, so they are limited to this
 * machine.
 */
function isProbe(method: string, path: string, host: string | undefined): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (openProbes.has(path)) return true
  return path === '/api/metrics' && /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host ?? '')
}

function foreignHost(host: string | undefined, method: string, path: string, own: URL): RequestVerdict {
  // Browsers would keep a separate database per host name, so people who type `localhost` are redirected to the one
  // name.
  const isLocalhost =
    own.hostname === '127.0.0.1' && (host === `localhost:${own.port}` || (own.port === '' && host === 'localhost'))
  if (isLocalhost && (method === 'GET' || method === 'HEAD') && path.startsWith('/') && !path.startsWith('//')) {
    return { kind: 'redirect', location: `${own.origin}${path}` }
  }
  return { kind: 'refuse', code: 'foreign-host', detail: `Use ${own.origin}` }
}

function isForeignFetch(site: string | string[] | undefined): boolean {
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/**
 * Returns true if a person follows a link from another site to a page. This is allowed, because the other site cannot
 * read the page and nothing changes. An identity provider leads back to its callback in the same way, which works only
 * with a state that this server gave to the same browser. A mail read on the web leads to the page that ends it, which
 * asks first.
 */
function isPageVisit(method: string, path: string, headers: IncomingMessage['headers']): boolean {
  return (
    method === 'GET' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    (!path.startsWith('/api/') || path.startsWith(`${singleSignOnCallbackPath}?`) || path.startsWith(unsubscribePrefix))
  )
}

/** Returns true if a site, perhaps another, loads the script that shows embeds. It is the same for everybody. */
function isEmbedScript(method: string, path: string): boolean {
  return method === 'GET' && pathOf({ url: path }) === embedScriptPath
}

/**
 * Returns true if another site shows an embed in a frame. The answer's policy names the sites whose frames may show it.
 */
function isEmbed(method: string, path: string, headers: IncomingMessage['headers']): boolean {
  return (
    method === 'GET' &&
    path.startsWith('/embed/') &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'iframe'
  )
}

function checkLocalToken(request: CheckedRequest, path: string, own: URL, token: string): RequestVerdict {
  const fromCookie = cookieValue(request.headers.cookie, localTokenCookie)
  const fromHeader = request.headers.authorization?.replace(/^Bearer /, '')
  if ([fromCookie, fromHeader].some((given) => given !== undefined && sameSecret(given, token))) return { kind: 'pass' }
  // Concatenated, because `//x` as a relative address would name another host.
  const url = new URL(`${own.origin}${path}`)
  const fromQuery = url.searchParams.get('token')
  if (fromQuery !== null && sameSecret(fromQuery, token)) {
    url.searchParams.delete('token')
    const cookie = `${localTokenCookie}=${encodeURIComponent(token)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000`
    return { kind: 'redirect', location: `${own.origin}${url.pathname}${url.search}`, cookie }
  }
  return {
    kind: 'refuse',
    code: 'token-required',
    detail: 'Open the address once with ?token=… or send it as a bearer token.',
  }
}

function cookieValue(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=')
    if (key !== name) continue
    try {
      return decodeURIComponent(value.join('='))
    } catch {
      // A cookie that cannot be decoded was not set by us.
      return undefined
    }
  }
  return undefined
}

/** Compares two secrets in constant time, regardless of their lengths. */
function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
