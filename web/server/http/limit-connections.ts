import type { Server } from 'node:http'
import type { Logger } from '../observability/log'

/** A browser has six of its own at most, and through a proxy about one: more than the people whom one server is for. */
const mostConnections = 10_000
const tellEveryMs = 60_000

/** Bounds what strangers can make a server hold: without files to open, it could not read its own data any more. */
export function limitConnections(server: Server, log: Logger, most = mostConnections): void {
  server.maxConnections = most
  let toldAt = -Infinity
  server.on('drop', () => {
    if (performance.now() - toldAt < tellEveryMs) return
    toldAt = performance.now()
    log.error({ mostConnections: most }, 'There are more connections than the server keeps: new ones are refused.')
  })
}
