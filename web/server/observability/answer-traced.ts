import type { IncomingMessage } from 'node:http'
import type { Services } from '../services'
import type { Reporting, TracedAnswer } from './reporting'
import { judgeTrace, type JudgedTrace } from './trusted-trace'

/** Answers as part of the sender's trace where the sender may say so. hasSpans: see `TracedHow`. */
export function answerTraced(
  reporting: Reporting,
  services: Services,
  request: IncomingMessage,
  hasSpans: boolean,
  answer: TracedAnswer,
): void {
  const run = (judged: JudgedTrace) => reporting.runRequest(request, { ...judged, hasSpans }, answer)
  const judged = judgeTrace(request, services, hasSpans)
  if (judged instanceof Promise) void judged.then(run)
  else run(judged)
}
