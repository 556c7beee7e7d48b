import type { IncomingMessage } from 'node:http'
import { actorOf, personOf } from '../actor'
import type { Services } from '../services'

/**
 * Whether a request may say which trace it belongs to: one of our own pages and, where people sign in, with a session; or
 * one of the chart host's with a valid token. Anybody else could fill our quota with traces marked as sampled.
 * The host has refused foreign origins before.
 */
export async function isTraceTrusted(
  { headers }: Pick<IncomingMessage, 'headers'>,
  services: Services,
): Promise<boolean> {
  if (headers['sentry-trace'] === undefined) return false
  const { mode } = services.config
  if (mode !== 'chart' && headers['sec-fetch-site'] !== 'same-origin') return false
  if (mode === 'local') return true
  const names = mode === 'chart' ? (['authorization'] as const) : (['cookie'] as const)
  const given = new Headers(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))
  // Whoever cannot be told is answered by the route; here it is no trust.
  const who = mode === 'chart' ? actorOf(given, services) : personOf(given, services)
  return await who.then(
    () => true,
    () => false,
  )
}
