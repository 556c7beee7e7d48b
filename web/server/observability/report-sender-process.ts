import { existsSync, readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import {
  createTransport,
  type BaseTransportOptions,
  type Envelope,
  type Transport,
  type TransportRequest,
} from '@sentry/core'
import type { ReportEnvelope } from '@tidemark/shared/observability/scrub-envelope'
import { createScrubbedTransport } from '@tidemark/shared/observability/scrubbed-transport'
import { envelopeOf } from './ended-transaction'
import { createReportPost } from './post-report'
import { createProxiedTransport } from './proxied-transport'
import type { FromReportSender, ReportTarget, ToReportSender } from './report-sender-messages'

/** Of those that come faster than the network takes them; what is more is lost. Requests that were gathered come all at once. */
const maxWaiting = 512
/**
 * Of their texts: those with profiles are long, and `report-sender.ts` gives this thread 64 MB. Each waits with the report it was made
 * of, and those that are lost fill the memory as well until it is cleared up.
 */
const maxWaitingLength = 8 * 1024 * 1024

/** The worker that makes reports of requests and sends all reports, so that no request waits for it. */
function main(): void {
  const port = parentPort
  if (port === null) throw new Error('this program runs as a worker')
  giveWay()
  const target = workerData as ReportTarget // what `report-sender.ts` starts it with
  const tell = (message: FromReportSender) => port.postMessage(message)
  const transport = createReportTransport(target, (reason) => {
    // What failed in the network has its own message.
    if (reason !== 'network_error') tell({ kind: 'lost', message: reason, code: undefined })
  })
  const send = (envelope: ReportEnvelope): void => {
    // Envelopes are pairs of a head and items in every SDK, with types of their own for each kind of item.
    transport.send(envelope as unknown as Envelope).then(undefined, ({ message, code }: NodeJS.ErrnoException) => {
      tell({ kind: 'lost', message, code })
    })
  }
  port.on('message', (message: ToReportSender) => {
    switch (message.kind) {
      case 'report':
        return send(message.envelope)
      case 'requests':
        return message.requests.map((request) => envelopeOf(request, message.process)).forEach(send)
      case 'flush':
        return void transport
          .flush(message.timeoutMs)
          .then((isAllSent) => tell({ kind: 'flushed', id: message.id, isAllSent }))
    }
  })
}

/** Lets whoever answers requests go first: nobody waits for a report. Only Linux gives a thread a priority of its own. */
function giveWay(): void {
  const link = '/proc/thread-self'
  if (process.platform !== 'linux' || !existsSync(link)) return
  const [, threadId] = /\/(\d+)$/.exec(readlinkSync(link)) ?? []
  setPriority(Number(threadId), Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
}

/** Behind a proxy it is the SDK's own that sends, which knows all ways past one. */
function createReportTransport(target: ReportTarget, onDropped: (reason: string) => void): Transport {
  const { url } = target
  const options: BaseTransportOptions = { url, bufferSize: maxWaiting, recordDroppedEvent: onDropped }
  if (['http_proxy', 'https_proxy'].some((name) => process.env[name]))
    return createScrubbedTransport(createProxiedTransport)({ ...target, ...options })
  const post = createReportPost(target)
  let waitingLength = 0
  const send = async ({ body }: TransportRequest) => {
    if (waitingLength + body.length > maxWaitingLength) {
      onDropped('queue_overflow')
      return {}
    }
    waitingLength += body.length
    const answer = await post(body).finally(() => (waitingLength -= body.length))
    const { statusCode: status = 0 } = answer
    // The SDK says so of those that are too large alone.
    if (status !== 413 && (status < 200 || status >= 300)) onDropped(`answered with ${status}`)
    return answer
  }
  return createScrubbedTransport(() => createTransport(options, send))(options)
}

main()
