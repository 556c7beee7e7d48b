import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isSessionToEnd } from '@tidemark/shared/accounts/session-to-end'
import { actorOf, type SignInServices } from './identify'
import { noTrace, type SenderTrace } from '../base/request-headers'
import type { Config } from '../base/config'
import type { Reporting } from '../observability/reporting'

/** The services that decide whether a sender may name a trace. */
interface TraceServices extends SignInServices {
  readonly config: Pick<Config, 'mode' | 'publicUrl'>
}

/** Answers within a root span, as part of the sender's trace where the sender may name it. */
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
 * Tells whether the trace that a request names is followed: it comes from one of our own pages, in team mode with a session; or to the
 * chart host with a valid token. Anybody else could fill our quota with traces marked as sampled.
 * The host has refused foreign origins before.
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

/** Without TLS browsers do not say what site asks, but which address does. */
function isOfOwnPage(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const asking = headers.origin ?? headers.referer ?? ''
  return publicUrl !== undefined && URL.canParse(asking) && new URL(asking).origin === new URL(publicUrl).origin
}

// The route answers a caller who cannot be identified; such a caller is not trusted.

function hasSession(cookie: string | undefined, { team }: TraceServices): boolean | Promise<boolean> {
  // A session that is to end is ended by the route, which knows where the request came from.
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
