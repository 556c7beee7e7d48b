import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The header that the desktop's own windows send with each request; their pages never see it. */
export const launchTokenHeader = 'x-tidemark-token'

/** True if a request may reach the server at all. Refused ones get an empty 403: a stranger learns nothing. */
export type LaunchGate = (request: Pick<IncomingMessage, 'headers'>, origin: string) => boolean

/**
 * Lets through what carries the token of this launch and names exactly this host. Other programs of this machine, and
 * pages of other browsers, have neither; what a page in our own window may ask is checked after that.
 */
export function createLaunchGate(token: string): LaunchGate {
  const expected = digest(token)
  return ({ headers }, origin) => {
    const given = headers[launchTokenHeader]
    const hasToken = timingSafeEqual(digest(typeof given === 'string' ? given : ''), expected)
    return headers.host === new URL(origin).host && hasToken
  }
}

/** A digest of equal length for every text, so that comparing takes the same time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
