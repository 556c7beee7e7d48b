import { Worker } from 'node:worker_threads'
import type { Transport } from '@sentry/core'
import type { Logger } from '@tidemark/shared/observability/logger'
import type { ReportEnvelope } from '@tidemark/shared/observability/scrub-envelope'
import type { EndedRequest } from './ended-request'
import type { FromReportSender, ReportingProcess, ReportTarget, ToReportSender } from './report-sender-messages'

/** What the SDK tells the transport it makes: where to, and how. */
interface TransportOptions extends Partial<ReportTarget> {
  readonly url: string
}

export interface ReportSender {
  /** As the SDK takes it. Its reports have left once it is flushed; of one that could not be sent, the log tells. */
  createTransport(options: TransportOptions): Transport
  /** Makes transactions of requests and sends them; none without a transport, as without an address to send to. */
  sendRequests(process: ReportingProcess, requests: readonly EndedRequest[]): void
}

/** A worker that fails soon after another has failed is one that cannot run, and to start it takes time of what answers requests. */
const pauseMs = 60_000

/**
 * Makes reports of requests and sends all reports in a worker, which starts with the first of them, and once more after it
 * has failed, or a minute later where that happens again: on the thread that answers requests, one that is kept would cost as much as two others.
 *
 * senderPath: the bundled `report-sender-process.js`.
 */
export function createReportSender(senderPath: string, log: Logger): ReportSender {
  const flushes = new Map<number, (isAllSent: boolean) => void>()
  let target: ReportTarget | undefined
  let worker: Worker | undefined
  let lastId = 0
  let failedAt = -Infinity
  let startsFrom = -Infinity
  const endFlush = (id: number, isAllSent: boolean): void => {
    flushes.get(id)?.(isAllSent)
    flushes.delete(id)
    if (flushes.size === 0) worker?.unref()
  }
  const take = (message: FromReportSender): void => {
    if (message.kind === 'flushed') endFlush(message.id, message.isAllSent)
    else log.debug({ code: message.code, reason: message.message }, 'A report could not be sent.')
  }
  const start = (workerData: ReportTarget): Worker => {
    const started = new Worker(senderPath, {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
    })
    started.on('message', take)
    started.on('error', (err) => {
      log.error({ err }, 'Reports are lost: the worker that sends them has failed.')
      const now = performance.now()
      startsFrom = now - failedAt < pauseMs ? now + pauseMs : now
      failedAt = now
    })
    started.on('exit', () => {
      if (worker === started) worker = undefined
      for (const id of flushes.keys()) endFlush(id, false)
    })
    // No reason for the server to go on: whoever ends it flushes.
    started.unref()
    return started
  }
  const tell = (message: ToReportSender): void => {
    if (target === undefined) return
    if (worker === undefined && performance.now() < startsFrom)
      return log.debug({ reason: 'their worker has failed' }, 'A report could not be sent.')
    worker ??= start(target)
    worker.postMessage(message)
  }
  const flush = (timeoutMs?: number): Promise<boolean> =>
    new Promise((resolve) => {
      if (worker === undefined) return resolve(true)
      worker.ref()
      lastId += 1
      flushes.set(lastId, resolve)
      tell({ kind: 'flush', id: lastId, timeoutMs })
    })
  return {
    createTransport: ({ url, headers = {}, caCerts }) => {
      target = { url, headers, caCerts }
      const send: Transport['send'] = async (envelope) => {
        // Envelopes are pairs of a head and items in every SDK, with types of their own for each kind of item.
        tell({ kind: 'report', envelope: envelope as unknown as ReportEnvelope })
        return {}
      }
      return { send, flush }
    },
    sendRequests: (process, requests) => tell({ kind: 'requests', process, requests }),
  }
}
