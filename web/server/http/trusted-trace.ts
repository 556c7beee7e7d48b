import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isSessionToEnd } from '@tidemark/shared/accounts/session-to-end'
import { actorOf, type SignInServices } from './identify'
import { noTrace, type SenderTrace } from '../base/request-headers'
import type { Config } from '../base/config'
import type { Reporting } from '../observability/reporting'

/** The services that decide whether a sender's trace is trusted. */
interface TraceServices extends SignInServices {
  readonly config: Pick<Config, 'mode' | 'publicUrl'>
}

/** Runs the answer within a root span, which continues the sender's trace if that is trusted. */
export function answerTraced(
  reporting: Pick<Reporting, 'runRequest'>,
  services: TraceServices,
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  sender: SenderTrace,
  answer: () => void,
): void {
  // Without a trace there is nothing to be judged.
  if (sender.sentryTrace === undefined) return reporting.runRequest(request, noTrace, answer)
  const run = (isTrusted: boolean) => reporting.runRequest(request, isTrusted ? sender : noTrace, answer)
  const isTrusted = judgeTrace(request, services)
  if (isTrusted instanceof Promise) void isTrusted.then(run)
  else run(isTrusted)
}

/**
 * Returns whether the trace headers of a request are trusted: it must come from one of our own pages, in team mode with
 * a session, or to the chart host with a valid token. Others could exhaust our quota with traces marked as sampled. The
 * host has already refused foreign origins.
 */
export function judgeTrace(
  { headers }: Pick<IncomingMessage, 'headers'>,
  services: TraceServices,
): boolean | Promise<boolean> {
  switch (services.config.mode) {
    case 'local':
      return headers['sec-fetch-site'] === 'same-origin'
    case 'team':
      return isOfOwnPage(headers, services.config.publicUrl) && hasSession(headers.cookie, services)
    case 'chart':
      return hasPass(headers.authorization, services)
  }
}

/**
 * Returns true if the request comes from our own page. Without TLS, browsers send no `Sec-Fetch-Site`, so the origin is
 * compared.
 */
function isOfOwnPage(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const asking = headers.origin ?? headers.referer ?? ''
  return publicUrl !== undefined && URL.canParse(asking) && new URL(asking).origin === new URL(publicUrl).origin
}

// Returns true if the cookie belongs to a session. A failure counts as false here; the route reports it to the caller.

function hasSession(cookie: string | undefined, { team }: TraceServices): boolean | Promise<boolean> {
  // A session that must end is ended by the route, which knows the request's origin.
  if (cookie === undefined || team === null || isSessionToEnd(cookie)) return false
  return team.accounts.admit(new Headers({ cookie }), { isRefreshed: false }).then(
    (admitted) => admitted !== null,
    () => false,
  )
}

function hasPass(authorization: string | undefined, services: TraceServices): boolean | Promise<boolean> {
  if (authorization === undefined) return false
  return actorOf(new Headers({ authorization }), services).then(
    () => true,
    () => false,
  )
}
