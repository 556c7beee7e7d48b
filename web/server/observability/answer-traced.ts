import type { IncomingMessage } from 'node:http'
import type { SenderTrace } from '../http/request-headers'
import type { Services } from '../services'
import type { Reporting, TracedAnswer } from './reporting'
import { judgeTrace, type JudgedTrace } from './trusted-trace'

interface AnsweredHow {
  readonly sender: SenderTrace
  /** See `TracedHow`. */
  readonly hasSpans: boolean
}

/** Answers as part of the sender's trace where the sender may say so. */
export function answerTraced(
  reporting: Reporting,
  services: Services,
  request: IncomingMessage,
  { sender, hasSpans }: AnsweredHow,
  answer: TracedAnswer,
): void {
  const run = ({ trust, admission }: JudgedTrace) =>
    reporting.runRequest(request, { trust, admission, sender, hasSpans }, answer)
  // Without a trace there is nothing to be judged.
  const judged = sender.sentryTrace === undefined ? untrusted : judgeTrace(request, services, hasSpans)
  if (judged instanceof Promise) void judged.then(run)
  else run(judged)
}

const untrusted: JudgedTrace = { trust: 'untrusted' }
