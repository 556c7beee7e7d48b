import { request as httpRequest, Agent as HttpAgent } from 'node:http'
import { request as httpsRequest, Agent as HttpsAgent } from 'node:https'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

// CommonJS that re-exports in a loop: Node finds none of its names in an import.
const { createTransport, makeNodeTransport } = createRequire(import.meta.url)(
  '@sentry/nextjs',
) as typeof import('@sentry/nextjs')

type Options = Parameters<typeof makeNodeTransport>[0]
type Transport = ReturnType<typeof makeNodeTransport>
type Request = Parameters<Parameters<typeof createTransport>[1]>[0]
type Answer = Awaited<ReturnType<Parameters<typeof createTransport>[1]>>

const asGzip = promisify(gzip)
/** Profiles are longer; to compress a transaction costs more than it saves. */
const minCompressedBytes = 32 * 1024
/** Below what servers keep an idle connection for, or a report might be sent into one that is being closed. */
const idleMs = 2_000

/**
 * Sends reports in one write each, over connections that are kept: the SDK's own transport opens one for each and sends
 * through three streams, which costs as much as all else about a report. Behind a proxy it is still the SDK's that sends.
 */
export function makeReportTransport(options: Options): Transport {
  if (['http_proxy', 'https_proxy'].some((name) => process.env[name])) {
    return makeNodeTransport({ ...options, keepAlive: true })
  }
  const { protocol, hostname, port, pathname, search } = new URL(options.url)
  const isTls = protocol === 'https:'
  const [start, Agent] = isTls ? ([httpsRequest, HttpsAgent] as const) : ([httpRequest, HttpAgent] as const)
  const target = {
    method: 'POST',
    agent: new Agent({ keepAlive: true, maxSockets: 30, timeout: idleMs }),
    // Node takes addresses of IPv6 without the brackets that they have in a URL.
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    path: `${pathname}${search}`,
    ca: options.caCerts,
  }
  const send = async ({ body }: Request): Promise<Answer> => {
    const isLong = body.length > minCompressedBytes
    const content = isLong ? await asGzip(body) : body
    const headers = { ...options.headers, ...(isLong ? { 'content-encoding': 'gzip' } : {}) }
    return await new Promise((resolve, reject) => {
      const request = start({ ...target, headers }, (response) => {
        // Or its connection is not free for the next one.
        response.resume()
        resolve({ statusCode: response.statusCode ?? 0, headers: limitsIn(response.headers) })
      })
      request.on('error', reject)
      request.end(content)
    })
  }
  return createTransport(options, send)
}

/** What a server says of how much it takes. */
function limitsIn(headers: Readonly<Record<string, string | readonly string[] | undefined>>) {
  const textOf = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' ? value : null
  }
  return { 'retry-after': textOf('retry-after'), 'x-sentry-rate-limits': textOf('x-sentry-rate-limits') }
}
