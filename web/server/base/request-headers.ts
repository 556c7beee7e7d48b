import type { IncomingMessage } from 'node:http'
import { clientIpHeader, clientIpOf, type TrustedProxies } from './client-ip'

/** The trace headers of an incoming request. Another module decides whether to trust them. */
export interface SenderTrace {
  readonly sentryTrace: string | undefined
  readonly baggage: string | undefined
}

export const noTrace: SenderTrace = { sentryTrace: undefined, baggage: undefined }

/**
 * Headers that only this module may read: only a trusted proxy may set the sender, and other code would continue a
 * foreign trace.
 */
const isTaken = /^(?:sentry-trace|baggage|traceparent|tracestate|forwarded|x-forwarded-.*|x-tidemark-client-ip)$/

/**
 * Removes headers that later code must not trust, sets the client's address, and returns the trace headers. Call it
 * before anything else reads the request.
 */
export function takeSender(request: IncomingMessage, isTrusted: TrustedProxies): SenderTrace {
  const { headers, rawHeaders, socket } = request
  const valuesByName = new Map<string, string[]>()
  const kept: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [sentName = '', value = ''] = rawHeaders.slice(index, index + 2)
    const name = sentName.toLowerCase()
    if (isTaken.test(name) || name === 'host') valuesByName.set(name, [...(valuesByName.get(name) ?? []), value])
    if (!isTaken.test(name)) kept.push(sentName, value)
  }
  const valueOf = (name: string) => valuesByName.get(name)?.join(', ')
  for (const name of valuesByName.keys()) delete headers[name]
  // Node keeps only the first `Host` header, while a proxy may have used another. Joined, several hosts match no valid
  // host.
  const host = valueOf('host')
  if (host !== undefined) headers.host = host
  const ip = clientIpOf(socket.remoteAddress, valueOf('x-forwarded-for'), isTrusted)
  headers[clientIpHeader] = ip
  // The API reads `rawHeaders`, Next reads `headers`.
  rawHeaders.splice(0, rawHeaders.length, ...kept, clientIpHeader, ip)
  return { sentryTrace: valueOf('sentry-trace'), baggage: valueOf('baggage') }
}
