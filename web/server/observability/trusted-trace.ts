import type { IncomingMessage } from 'node:http'
import { actorOf } from '../actor'
import type { KnownAdmission } from '../accounts/known-admission'
import type { Services } from '../services'

export interface TraceTrust {
  readonly isTrusted: boolean
  /** Who it signs in, where that had to be read to know. */
  readonly admission?: KnownAdmission
}

const trusted: TraceTrust = { isTrusted: true }
const untrusted: TraceTrust = { isTrusted: false }

/**
 * Whether a request may say which trace it belongs to: one of our own pages and, where people sign in, with a session; or
 * one of the chart host's with a valid token. Anybody else could fill our quota with traces marked as sampled.
 * The host has refused foreign origins before. At once where nothing needs to be read for it, as with most requests.
 */
export function judgeTrace(
  { headers }: Pick<IncomingMessage, 'headers'>,
  services: Services,
): TraceTrust | Promise<TraceTrust> {
  if (headers['sentry-trace'] === undefined) return untrusted
  switch (services.config.mode) {
    case 'local':
      return headers['sec-fetch-site'] === 'same-origin' ? trusted : untrusted
    case 'team':
      return headers['sec-fetch-site'] === 'same-origin' ? judgeSession(headers.cookie, services) : untrusted
    case 'chart':
      return judgePass(headers.authorization, services)
  }
}

// Whoever cannot be told is answered by the route; to these it is no trust.

function judgeSession(cookie: string | undefined, { team }: Services): TraceTrust | Promise<TraceTrust> {
  if (cookie === undefined || team === null) return untrusted
  return team.accounts.admit(new Headers({ cookie }), { isRefreshed: false }).then(
    (admitted) => (admitted === null ? untrusted : { isTrusted: true, admission: { cookie, admitted } }),
    () => untrusted,
  )
}

function judgePass(authorization: string | undefined, services: Services): TraceTrust | Promise<TraceTrust> {
  if (authorization === undefined) return untrusted
  return actorOf(new Headers({ authorization }), services).then(
    () => trusted,
    () => untrusted,
  )
}
