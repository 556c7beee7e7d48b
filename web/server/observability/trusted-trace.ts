import type { IncomingMessage } from 'node:http'
import { actorOf } from '../actor'
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
  const names = ['cookie', 'authorization', 'x-tidemark-workspace'] as const
  const given = names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : []))
  // Whoever cannot be told is answered by the route; here it is no trust.
  const actor = await actorOf(new Headers(Object.fromEntries(given)), services).catch(() => null)
  return actor !== null && (mode === 'chart' || actor.kind === 'person')
}
