import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { createRequire } from 'node:module'
import type { BaseTransportOptions, Transport } from '@sentry/core'
import { usualAnswerMs } from './post-report'
import type { ReportTarget } from './report-sender-messages'

type Sdk = typeof import('@sentry/nextjs')
type HttpModule = NonNullable<Parameters<Sdk['makeNodeTransport']>[0]['httpModule']>

/**
 * The SDK's own transport, which knows all ways past a proxy, but not when to stop waiting: as many as may wait would fill up
 * behind a proxy or a server that says nothing, and from then on all are lost.
 */
export function createProxiedTransport(
  options: BaseTransportOptions & ReportTarget,
  answerMs = usualAnswerMs,
): Transport {
  // Only where it is used. CommonJS that re-exports in a loop: Node finds none of its names in an import.
  const { makeNodeTransport } = createRequire(import.meta.url)('@sentry/nextjs') as Sdk
  const { headers, caCerts, ...others } = options
  const start = new URL(options.url).protocol === 'https:' ? httpsRequest : httpRequest
  const httpModule: HttpModule = {
    request: (asked, onAnswer) => {
      // The SDK asks by options alone, and takes Node's answers; its types say so in other words.
      const request = start(asked as RequestOptions, onAnswer as (answer: IncomingMessage) => void)
      const timer = setTimeout(() => {
        // While the proxy has not let it through it has no connection, and then to destroy it tells nobody.
        request.emit('error', new Error(`no answer within ${answerMs / 1000} s`))
        request.destroy()
      }, answerMs)
      return request.once('response', () => clearTimeout(timer)).once('error', () => clearTimeout(timer))
    },
  }
  const own = { headers: { ...headers }, ...(caCerts === undefined ? {} : { caCerts }), keepAlive: true, httpModule }
  return makeNodeTransport({ ...others, ...own })
}
