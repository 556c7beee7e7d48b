import type { IncomingMessage } from 'node:http'
import type { Services } from '../services'
import type { Reporting, TracedAnswer } from './reporting'
import { judgeTrace, type TraceTrust } from './trusted-trace'

/** Answers as part of the sender's trace where the sender may say so. hasSpans: see `Reporting.runRequest`. */
export function answerTraced(
  reporting: Reporting,
  services: Services,
  request: IncomingMessage,
  hasSpans: boolean,
  answer: TracedAnswer,
): void {
  const run = ({ isTrusted, admission }: TraceTrust) =>
    reporting.runRequest(request, { isSenderTrusted: isTrusted, hasSpans, admission }, answer)
  const trust = judgeTrace(request, services)
  if (trust instanceof Promise) void trust.then(run)
  else run(trust)
}
