import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { FromReportSender, ReportTarget, ToReportSender } from './report-sender-messages'

// CommonJS that re-exports in a loop: Node finds none of its names in an import.
const { createTransport, makeNodeTransport } = createRequire(import.meta.url)(
  '@sentry/nextjs',
) as typeof import('@sentry/nextjs')

type Options = Parameters<typeof makeNodeTransport>[0]
type Transport = ReturnType<typeof makeNodeTransport>
type MakeRequest = Parameters<typeof createTransport>[1]
type Body = Parameters<MakeRequest>[0]['body']
type Answer = Awaited<ReturnType<MakeRequest>>

interface Waiting {
  resolve(answer: Answer): void
  reject(cause: Error): void
}

/**
 * Sends reports from a worker: the SDK's own transport opens a connection for each and sends through three streams, which costs
 * as much as all else about a report, while requests wait. Behind a proxy it is still the SDK's that sends.
 *
 * senderPath: the bundled `report-sender-process.js`.
 */
export function createReportTransport(senderPath: string): (options: Options) => Transport {
  return (options) => {
    if (['http_proxy', 'https_proxy'].some((name) => process.env[name])) {
      return makeNodeTransport({ ...options, keepAlive: true })
    }
    const { url, headers = {}, caCerts } = options
    const send = startSender(senderPath, { url, headers, caCerts })
    return createTransport(options, ({ body }) => send(body))
  }
}

/** The worker is started with the first report, and once more after it has failed. */
function startSender(senderPath: string, target: ReportTarget): (body: Body) => Promise<Answer> {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0
  const take = (id: number): Waiting | undefined => {
    const one = waiting.get(id)
    waiting.delete(id)
    // What was sent is no reason for the server to go on.
    if (waiting.size === 0) worker?.unref()
    return one
  }
  const start = (): Worker => {
    const started = new Worker(senderPath, {
      workerData: target,
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
    })
    started.on('message', (answer: FromReportSender) => {
      const one = take(answer.id)
      if (answer.kind === 'answered') one?.resolve({ statusCode: answer.statusCode, headers: answer.limits })
      else one?.reject(Object.assign(new Error(answer.message), { code: answer.code }))
    })
    const fail = (cause: Error) => {
      if (worker !== started) return
      worker = undefined
      for (const id of waiting.keys()) take(id)?.reject(cause)
    }
    started.on('error', fail)
    started.on('exit', () => fail(new Error('the worker of the reports ended')))
    return started
  }
  return (body) =>
    new Promise((resolve, reject) => {
      worker ??= start()
      if (waiting.size === 0) worker.ref()
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      const message: ToReportSender = { id: lastId, body }
      worker.postMessage(message)
    })
}
