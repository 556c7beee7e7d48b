import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const metricsPath = '/api/metrics'

const loopback = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

/**
 * Matches headers by which proxies reveal themselves or their clients. Among headers that begin with `x-`, a direct
 * client only sends Prometheus' own.
 */
const proxyHeader =
  /^(?:forwarded(?:-.*)?|via|cdn-loop|x-(?!prometheus-).*|(?:cf|fly|fastly|akamai|cloudfront)-.*|.*-(?:client|connecting)-?ip)$/i

/** Matches the host names that clients on this machine use. */
const ownHost = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?::\d+)?$/i

type MetricsRequest = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'httpVersion'> & {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/**
 * Returns true if a request may read the metrics: with the token if one is set, else from this machine. Requests that a
 * local proxy forwards come from elsewhere; a proxy that adds no headers cannot be recognised.
 */
export function isMetricsReader(request: MetricsRequest, token: string | undefined): boolean {
  const { headers, socket } = request
  if (token !== undefined) return sameSecret(headers.authorization ?? '', `Bearer ${token}`)
  return loopback.test(socket.remoteAddress ?? '') && !isForwarded(request)
}

/**
 * Returns true if a proxy forwarded the request. Other signs are its host name, and HTTP/1.0, which nginx uses by
 * default and hardly any client does.
 */
function isForwarded({ headers, rawHeaders, httpVersion }: MetricsRequest): boolean {
  if (httpVersion === '1.0' || !ownHost.test(headers.host ?? '')) return true
  // The raw headers, alternately name and value, because the host has removed and added some.
  return rawHeaders.some((name, index) => index % 2 === 0 && proxyHeader.test(name))
}

/** Compares two secrets in constant time, regardless of their lengths. */
function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
