import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const metricsPath = '/api/metrics'

const loopback = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

/** As proxies and the networks before them name whom they ask for. */
const proxyHeader = /^(?:forwarded|via|x-forwarded-.*|x-real-ip|.*-(?:client|connecting)-ip)$/i

type MetricsRequest = Pick<IncomingMessage, 'headers' | 'rawHeaders'> & {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/**
 * Whether a request may read the metrics: with the token, where one is set, else from this machine. What a proxy of this
 * machine passes on comes from elsewhere; one that says so by no header cannot be told apart.
 */
export function isMetricsReader({ headers, rawHeaders, socket }: MetricsRequest, token: string | undefined): boolean {
  if (token !== undefined) return sameSecret(headers.authorization ?? '', `Bearer ${token}`)
  // As they came, each name before its value: the host has taken some away and added its own.
  const isForwarded = rawHeaders.some((name, index) => index % 2 === 0 && proxyHeader.test(name))
  return !isForwarded && loopback.test(socket.remoteAddress ?? '')
}

/** Compares in constant time, whatever the lengths. */
function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
