import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { clientIpHeader, clientIpOf, type TrustedProxies } from './client-ip'

/** What the sender of a request says of the trace it belongs to. Whether they may is decided elsewhere. */
export interface SenderTrace {
  readonly sentryTrace: string | undefined
  readonly baggage: string | undefined
}

export const noTrace: SenderTrace = { sentryTrace: undefined, baggage: undefined }

/**
 * Makes a request's headers as they are read from then on: without those that only a trusted proxy may set, with one of ours that
 * says where it came from, and without those that name a trace, which are returned: whoever answers would follow them,
 * trusted or not. What a browser says of its own kind besides (`sec-ch-ua`) nobody reads. To be called before anybody reads the headers.
 *
 * Node makes an object of them when somebody first asks, as here, but in three times the time, and one with twenty names becomes a
 * table, which takes a request of a page as long again as all that reports do with it. With those that are taken away a page of a
 * team would have twenty, and two more where it reports.
 */
export function takeHeaders(request: IncomingMessage, isTrusted: TrustedProxies): SenderTrace {
  const taken: Record<string, string> = {}
  const headers = plainHeadersOf(request.rawHeaders, taken) ?? headersByNode(request, taken)
  headers[clientIpHeader] = clientIpOf(request.socket.remoteAddress, taken['x-forwarded-for'], isTrusted)
  request.headers = headers
  return { sentryTrace: taken['sentry-trace'], baggage: taken['baggage'] }
}

/** null where a name comes twice: what is then made of them is Node's to say. taken: is given those that are not for others. */
function plainHeadersOf(raw: readonly string[], taken: Record<string, string>): IncomingHttpHeaders | null {
  const headers: IncomingHttpHeaders = {}
  for (let index = 0; index < raw.length; index += 2) {
    const name = lowerCased(raw[index] ?? '')
    const value = raw[index + 1] ?? ''
    const target = isTaken(name) ? taken : headers
    if (target[name] !== undefined || name === 'set-cookie') return null
    target[name] = value
  }
  return headers
}

function headersByNode(request: IncomingMessage, taken: Record<string, string>): IncomingHttpHeaders {
  const { headers } = request
  for (const [name, value] of Object.entries(headers)) {
    if (!isTaken(name)) continue
    taken[name] = Array.isArray(value) ? value.join(',') : (value ?? '')
    Reflect.deleteProperty(headers, name)
  }
  return headers
}

const ofTrace: ReadonlySet<string> = new Set(['sentry-trace', 'baggage', 'traceparent', 'tracestate'])

function isTaken(name: string): boolean {
  return ofTrace.has(name) || name === 'forwarded' || name.startsWith('x-forwarded-') || name.startsWith('sec-ch-ua')
}

/** Browsers send the same few; whoever makes names up is not remembered without end. */
const mostNames = 256
const lowerNames = new Map<string, string>()

function lowerCased(name: string): string {
  const known = lowerNames.get(name)
  if (known !== undefined) return known
  const lower = name.toLowerCase()
  if (lowerNames.size < mostNames) lowerNames.set(name, lower)
  return lower
}
