import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from '@tidemark/shared/errors/catalogue'

/** The host's decision on a request before Next sees it. */
export type RequestVerdict =
  | { readonly kind: 'pass' }
  | { readonly kind: 'redirect'; readonly location: string; readonly cookie?: string }
  | { readonly kind: 'refuse'; readonly code: ErrorCode; readonly detail: string }

export interface RequestRules {
  /** The one origin this server answers under, for example `http://127.0.0.1:3000`. */
  readonly origin: string
  /** True if monitors may call the server by any name, as load balancers do. */
  readonly areProbesWelcome: boolean
  /** When set, every request must carry it: as a cookie, a bearer token, or once as `?token=`. */
  readonly localToken: string | undefined
  /** Bytes that any request may announce; routes have smaller limits of their own. */
  readonly maxBodyBytes: number
}

export const localTokenCookie = 'tidemark-local-token'

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

type CheckedRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/**
 * The checks of every mode. They close the ways a web page elsewhere could reach this server: DNS rebinding (Host),
 * cross-site requests (Origin, `null` included, and Sec-Fetch-Site), and oversized bodies.
 */
export function checkRequest(request: CheckedRequest, rules: RequestRules): RequestVerdict {
  const { headers } = request
  const method = request.method ?? 'GET'
  const path = request.url ?? '/'
  const own = new URL(rules.origin)
  if (headers.host !== own.host && !(rules.areProbesWelcome && isProbe(method, path, headers.host)))
    return foreignHost(headers.host, method, path, own)
  // Next answers both with 500.
  if (!methods.has(method)) return { kind: 'refuse', code: 'method-not-allowed', detail: method }
  if (!isPath(path)) {
    return path.startsWith('/') && !path.startsWith('/api/') && wantsPage(request)
      ? { kind: 'redirect', location: `${own.origin}${toPath(path)}` }
      : { kind: 'refuse', code: 'invalid-request', detail: 'The address is not a path.' }
  }
  if (isElsewhere(path)) return { kind: 'refuse', code: 'invalid-request', detail: 'The address names another one.' }
  // Next's own way to shrink pictures asks this server for them once more, past these checks; no page of ours uses it.
  if (isImageOptimizer(path)) return { kind: 'refuse', code: 'unknown-route', detail: path }
  if (headers.origin !== undefined && headers.origin !== rules.origin) {
    return { kind: 'refuse', code: 'foreign-origin', detail: `Origin: ${headers.origin}` }
  }
  if (isForeignFetch(headers['sec-fetch-site']) && !isPageVisit(method, path, headers)) {
    return { kind: 'refuse', code: 'foreign-origin', detail: `Sec-Fetch-Site: ${String(headers['sec-fetch-site'])}` }
  }
  if (Number(headers['content-length'] ?? 0) > rules.maxBodyBytes) {
    return { kind: 'refuse', code: 'body-too-large', detail: `The limit is ${rules.maxBodyBytes} bytes.` }
  }
  return rules.localToken === undefined ? { kind: 'pass' } : checkLocalToken(request, path, own, rules.localToken)
}

/**
 * Returns true when a part of the target stands for another place, as `..` does, or for none, as what follows `#`: a
 * reader that resolves it as a web address finds another path than these checks see. Browsers resolve both before they
 * send.
 */
function isElsewhere(target: string): boolean {
  return target.includes('#') || /^[^?]*[\\/](?:\.|%2e){1,2}(?:[\\/?]|$)/i.test(target)
}

/** Neither the address of a proxied site nor `*`, and every `%` in it begins a character. */
function isPath(target: string): boolean {
  if (!target.startsWith('/')) return false
  try {
    decodeURIComponent(target.replace(/\?.*$/s, ''))
    return true
  } catch {
    return false
  }
}

/** Returns true when a person asks, who is to see errors as a page too, as after a broken link. */
export function wantsPage({ method, headers }: Pick<CheckedRequest, 'method' | 'headers'>): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html')
}

/** The address with each `%` that begins no character taken as that sign. */
function toPath(target: string): string {
  const end = target.indexOf('?')
  const [path, query] = end === -1 ? [target, ''] : [target.slice(0, end), target.slice(end)]
  return path.replace(/(?:%[0-9a-f]{2})+|%/gi, (run) => (isPath(`/${run}`) ? run : run.replaceAll('%', '%25'))) + query
}

/** In every spelling. The address is one that can be decoded. */
function isImageOptimizer(path: string): boolean {
  return /^[\\/]+_next[\\/]+image/i.test(decodeURIComponent(path.replace(/\?.*$/s, '')))
}

const openProbes: ReadonlySet<string> = new Set(['/api/health', '/api/ready'])

/** True for a probe, which needs no sign-in: health reveals nothing; the metrics do, so they are for this machine alone. */
function isProbe(method: string, path: string, host: string | undefined): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (openProbes.has(path)) return true
  return path === '/api/metrics' && /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host ?? '')
}

function foreignHost(host: string | undefined, method: string, path: string, own: URL): RequestVerdict {
  // Two names for one server would be two browser databases: people who type `localhost` are sent to the one name.
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

/** Following a link from elsewhere to a page is welcome; it reads nothing back and changes nothing. */
function isPageVisit(method: string, path: string, headers: IncomingMessage['headers']): boolean {
  return (
    method === 'GET' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    !path.startsWith('/api/')
  )
}

function checkLocalToken(request: CheckedRequest, path: string, own: URL, token: string): RequestVerdict {
  const fromCookie = cookieValue(request.headers.cookie, localTokenCookie)
  const fromHeader = request.headers.authorization?.replace(/^Bearer /, '')
  if ([fromCookie, fromHeader].some((given) => given !== undefined && sameSecret(given, token))) return { kind: 'pass' }
  // Joined as text: as a relative address `//x` would name another host.
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
      // A cookie that is not ours to decode is not our token.
      return undefined
    }
  }
  return undefined
}

/** Compares in constant time, whatever the lengths. */
function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
