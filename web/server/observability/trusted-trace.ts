import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isSessionToEnd } from '@tidemark/shared/accounts/session-to-end'
import { actorOf } from '../http/actor'
import type { KnownAdmission } from '../team/accounts/known-admission'
import type { Services } from '../services'
import type { SenderTrust } from './reporting'

export interface JudgedTrace {
  readonly trust: SenderTrust
  /** Who it signs in, where that had to be read to know. */
  readonly admission?: KnownAdmission
}

const trusted: JudgedTrace = { trust: 'trusted' }
const asked: JudgedTrace = { trust: 'asked' }
const untrusted: JudgedTrace = { trust: 'untrusted' }

/**
 * Whether a request that names a trace may say that it belongs to it: one of our own pages and, where people sign in, with a session; or
 * one of the chart host's with a valid token. Anybody else could fill our quota with traces marked as sampled.
 * The host has refused foreign origins before. hasSpans: whether that has to be known before it is answered, as the spans
 * within it are of one trace; else what the answer reads to let somebody in is not read twice.
 */
export function judgeTrace(
  { headers }: Pick<IncomingMessage, 'headers'>,
  services: Services,
  hasSpans: boolean,
): JudgedTrace | Promise<JudgedTrace> {
  switch (services.config.mode) {
    case 'local':
      return headers['sec-fetch-site'] === 'same-origin' ? trusted : untrusted
    case 'team':
      if (!isOfOwnPage(headers, services.config.publicUrl)) return untrusted
      return hasSpans ? judgeSession(headers.cookie, services) : asked
    case 'chart':
      return hasSpans ? judgePass(headers.authorization, services) : asked
  }
}

/** Without TLS browsers do not say what site asks, but which address does. */
function isOfOwnPage(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const asking = headers.origin ?? headers.referer ?? ''
  return publicUrl !== undefined && URL.canParse(asking) && new URL(asking).origin === new URL(publicUrl).origin
}

// Whoever cannot be told is answered by the route; to these it is no trust.

function judgeSession(cookie: string | undefined, { team }: Services): JudgedTrace | Promise<JudgedTrace> {
  // A session that is to end is ended by the route, which knows where the request came from.
  if (cookie === undefined || team === null || isSessionToEnd(cookie)) return untrusted
  return team.accounts.admit(new Headers({ cookie }), { isRefreshed: false }).then(
    (admitted) => (admitted === null ? untrusted : { trust: 'trusted', admission: { cookie, admitted } }),
    () => untrusted,
  )
}

function judgePass(authorization: string | undefined, services: Services): JudgedTrace | Promise<JudgedTrace> {
  if (authorization === undefined) return untrusted
  return actorOf(new Headers({ authorization }), services).then(
    () => trusted,
    () => untrusted,
  )
}
