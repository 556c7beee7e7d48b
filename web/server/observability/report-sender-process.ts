import { request as httpRequest, Agent as HttpAgent, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest, Agent as HttpsAgent } from 'node:https'
import { promisify } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { gzip } from 'node:zlib'
import type { FromReportSender, ReportLimits, ReportTarget, ToReportSender } from './report-sender-messages'

const asGzip = promisify(gzip)
/** Profiles are longer; to compress a transaction costs more than it saves. */
const minCompressedBytes = 32 * 1024
/** Below what servers keep an idle connection for, or a report might be sent into one that is being closed. */
const idleMs = 2_000

/** The worker that sends reports, each in one write over connections that are kept, so that no request waits for it. */
function main(): void {
  const port = parentPort
  if (port === null) throw new Error('this program runs as a worker')
  const send = createSender(workerData as ReportTarget) // what `report-transport.ts` starts it with
  port.on('message', ({ id, body }: ToReportSender) => {
    const tell = (answer: FromReportSender) => port.postMessage(answer)
    send(body).then(
      ({ statusCode, limits }) => tell({ kind: 'answered', id, statusCode, limits }),
      (cause: NodeJS.ErrnoException) => tell({ kind: 'failed', id, message: cause.message, code: cause.code }),
    )
  })
}

function createSender({ url, headers, caCerts }: ReportTarget) {
  const { protocol, hostname, port, pathname, search } = new URL(url)
  const isTls = protocol === 'https:'
  const [start, Agent] = isTls ? ([httpsRequest, HttpsAgent] as const) : ([httpRequest, HttpAgent] as const)
  const target = {
    method: 'POST',
    agent: new Agent({ keepAlive: true, maxSockets: 30, timeout: idleMs }),
    // Node takes addresses of IPv6 without the brackets that they have in a URL.
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    path: `${pathname}${search}`,
    ca: caCerts,
  }
  return async (body: string | Uint8Array) => {
    const isLong = body.length > minCompressedBytes
    const content = isLong ? await asGzip(body) : body
    const sent = { ...headers, ...(isLong ? { 'content-encoding': 'gzip' } : {}) }
    return await new Promise<{ statusCode: number; limits: ReportLimits }>((resolve, reject) => {
      const request = start({ ...target, headers: sent }, (response) => {
        // Or its connection is not free for the next one.
        response.resume()
        resolve({ statusCode: response.statusCode ?? 0, limits: limitsIn(response.headers) })
      })
      request.on('error', reject)
      request.end(content)
    })
  }
}

function limitsIn(headers: IncomingHttpHeaders): ReportLimits {
  const textOf = (name: keyof ReportLimits) => {
    const value = headers[name]
    return typeof value === 'string' ? value : null
  }
  return { 'retry-after': textOf('retry-after'), 'x-sentry-rate-limits': textOf('x-sentry-rate-limits') }
}

main()
