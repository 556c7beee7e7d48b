import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const metricsPath = '/api/metrics'

const loopback = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

/**
 * By which proxies and the networks before them say whom they ask for, or that they do so. Of those that begin with `x-` whoever
 * asks for themselves sends Prometheus' own alone.
 */
const proxyHeader =
  /^(?:forwarded(?:-.*)?|via|cdn-loop|x-(?!prometheus-).*|(?:cf|fly|fastly|akamai|cloudfront)-.*|.*-(?:client|connecting)-?ip)$/i

/** As whoever is on this machine calls it. */
const ownHost = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?::\d+)?$/i

type MetricsRequest = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'httpVersion'> & {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/**
 * Tells whether a request may read the metrics: with the token, where one is set, else from this machine. What a proxy of this
 * machine passes on comes from elsewhere; one that shows itself by nothing cannot be told apart.
 */
export function isMetricsReader(request: MetricsRequest, token: string | undefined): boolean {
  const { headers, socket } = request
  if (token !== undefined) return sameSecret(headers.authorization ?? '', `Bearer ${token}`)
  return loopback.test(socket.remoteAddress ?? '') && !isForwarded(request)
}

/** Also by the name it asks for, and by HTTP/1.0, which nginx speaks unless it is told otherwise and nobody else does. */
function isForwarded({ headers, rawHeaders, httpVersion }: MetricsRequest): boolean {
  if (httpVersion === '1.0' || !ownHost.test(headers.host ?? '')) return true
  // As they came, each name before its value: the host has taken some away and added its own.
  return rawHeaders.some((name, index) => index % 2 === 0 && proxyHeader.test(name))
}

/** Compares in constant time, whatever the lengths. */
function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
