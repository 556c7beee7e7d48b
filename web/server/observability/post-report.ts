import { request as httpRequest, Agent as HttpAgent } from 'node:http'
import { request as httpsRequest, Agent as HttpsAgent } from 'node:https'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { TransportMakeRequestResponse } from '@sentry/core'
import type { ReportTarget } from './report-sender-messages'

const asGzip = promisify(gzip)
/** Profiles are longer; to compress a transaction costs more than it saves. */
const minCompressedBytes = 32 * 1024
/** Below what servers keep an idle connection for, or a report might be sent into one that is being closed. */
const idleMs = 4_000
/** A server that says nothing for that long will not: what waits behind it is sent over another connection. */
export const usualAnswerMs = 10_000
/** Some reports come together. To open a connection for each of them takes longer than to wait for one that is there. */
const maxConnections = 4

/**
 * Sends reports, each in one write over connections that are kept: the SDK's own transport opens one for each and sends
 * through three streams. Answers with the status and how much the server takes; fails as Node's requests do.
 */
export function createReportPost({ url, headers, caCerts }: ReportTarget, answerMs = usualAnswerMs) {
  const { protocol, hostname, port, pathname, search } = new URL(url)
  const isTls = protocol === 'https:'
  const [start, Agent] = isTls ? ([httpsRequest, HttpsAgent] as const) : ([httpRequest, HttpAgent] as const)
  const target = {
    method: 'POST',
    agent: new Agent({ keepAlive: true, maxSockets: maxConnections, timeout: idleMs }),
    // Node takes addresses of IPv6 without the brackets that they have in a URL.
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    path: `${pathname}${search}`,
    ca: caCerts,
  }
  return async (body: string | Uint8Array): Promise<TransportMakeRequestResponse> => {
    const isLong = body.length > minCompressedBytes
    const content = isLong ? await asGzip(body) : body
    const sent = { ...headers, ...(isLong ? { 'content-encoding': 'gzip' } : {}) }
    return await new Promise((resolve, reject) => {
      const request = start({ ...target, headers: sent, timeout: answerMs }, (response) => {
        // Or its connection is not free for the next one.
        response.resume()
        const { 'retry-after': retryAfter = null, 'x-sentry-rate-limits': limits } = response.headers
        const rateLimits = typeof limits === 'string' ? limits : null
        resolve({
          statusCode: response.statusCode ?? 0,
          headers: { 'retry-after': retryAfter, 'x-sentry-rate-limits': rateLimits },
        })
      })
      request.on('timeout', () => request.destroy(new Error(`no answer within ${answerMs / 1000} s`)))
      request.on('error', reject)
      request.end(content)
    })
  }
}
