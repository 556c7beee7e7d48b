import type { IncomingMessage, ServerResponse } from 'node:http'
import { withRequestStore } from '../request-store'
import type { Services } from '../services'
import type { Reporting } from './reporting'
import { judgeTrace, type TraceTrust } from './trusted-trace'

/** Answers as part of the sender's trace where the sender may say so. hasSpans: see `Reporting.runRequest`. */
export function answerTraced(
  reporting: Reporting,
  services: Services,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  hasSpans: boolean,
  answer: () => void,
): void {
  const run = ({ isTrusted, admission }: TraceTrust) => {
    const how = { isSenderTrusted: isTrusted, hasSpans }
    if (admission === undefined) reporting.runRequest(request, response, how, answer)
    else withRequestStore({ admission }, () => reporting.runRequest(request, response, how, answer))
  }
  const trust = judgeTrace(request, services)
  if (trust instanceof Promise) void trust.then(run)
  else run(trust)
}
