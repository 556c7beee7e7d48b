import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The header that the desktop app adds to each request of its windows; their pages cannot read it. */
export const launchTokenHeader = 'x-tidemark-token'

/** Returns true if a request may reach the server. Others get an empty 403, which reveals nothing. */
export type LaunchGate = (request: Pick<IncomingMessage, 'headers'>, origin: string) => boolean

/**
 * Creates a gate that admits requests with the token of this launch and exactly this host name. Other programs and
 * browsers on this machine have no token; requests of pages in our own window are checked further.
 */
export function createLaunchGate(token: string): LaunchGate {
  const expected = digest(token)
  return ({ headers }, origin) => {
    const given = headers[launchTokenHeader]
    const hasToken = timingSafeEqual(digest(typeof given === 'string' ? given : ''), expected)
    return headers.host === new URL(origin).host && hasToken
  }
}

/** Hashes a text, so that comparing takes the same time for any length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
