import type { Server } from 'node:http'
import type { Logger } from '../observability/log'

/** A browser opens at most six connections, and about one through a proxy, so this is more than a team needs. */
const mostConnections = 10_000
const tellEveryMs = 60_000

/**
 * Limits the number of open connections. Otherwise strangers could use up the file descriptors, and the server could
 * not read its own data.
 */
export function limitConnections(server: Server, log: Logger, most = mostConnections): void {
  server.maxConnections = most
  let toldAt = -Infinity
  server.on('drop', () => {
    if (performance.now() - toldAt < tellEveryMs) return
    toldAt = performance.now()
    log.error({ mostConnections: most }, 'There are more connections than the server keeps: new ones are refused.')
  })
}
