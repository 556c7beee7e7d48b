import type { IncomingMessage } from 'node:http'
import { clientIpHeader, clientIpOf, type TrustedProxies } from './client-ip'

/** The trace that the sender of a request names. Whether the name is accepted is decided elsewhere. */
export interface SenderTrace {
  readonly sentryTrace: string | undefined
  readonly baggage: string | undefined
}

export const noTrace: SenderTrace = { sentryTrace: undefined, baggage: undefined }

/** The headers that are read here alone: only a trusted proxy may name the sender, and other code would follow a trace. */
const isTaken = /^(?:sentry-trace|baggage|traceparent|tracestate|forwarded|x-forwarded-.*|x-tidemark-client-ip)$/

/**
 * Takes the headers away that nobody after the host may believe, says where the request came from, and returns what its sender
 * says of its trace. To be called before anything else reads the request.
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
  // Of several hosts Node takes the first, and whoever passed the request on may have gone by another: together they are nobody's.
  const host = valueOf('host')
  if (host !== undefined) headers.host = host
  const ip = clientIpOf(socket.remoteAddress, valueOf('x-forwarded-for'), isTrusted)
  headers[clientIpHeader] = ip
  // The API reads these, Next the others.
  rawHeaders.splice(0, rawHeaders.length, ...kept, clientIpHeader, ip)
  return { sentryTrace: valueOf('sentry-trace'), baggage: valueOf('baggage') }
}
