import { once } from 'node:events'
import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'

/**
 * One report as it left a process. process: which one sent it, by its SDK's name. header: the envelope's own. type: `event`,
 * `transaction`, `profile`, … raw: the whole envelope as text, to search for what must not leave.
 *
 * @typedef {{ readonly type: string, readonly header: Record<string, unknown>, readonly payload: any, readonly raw: string }} Report
 */

/** A server of this machine that takes reports as Sentry's does, and keeps them. */
export class IngestServer {
  /** @type {Report[]} */
  reports = []
  /** Connections that were opened so far; a process that is silent opens none. */
  connectionCount = 0
  /** @type {import('node:http').Server} */
  #server
  /** @type {(report: Report) => void} */
  #onReport

  /** @param {import('node:http').Server} server @param {(report: Report) => void} onReport */
  constructor(server, onReport) {
    this.#server = server
    this.#onReport = onReport
  }

  /** @param {{ readonly port?: number, readonly onReport?: (report: Report) => void }} [options] */
  static async start({ port = 0, onReport = () => undefined } = {}) {
    const server = createServer()
    const ingest = new IngestServer(server, onReport)
    server.on('connection', () => (ingest.connectionCount += 1))
    server.on('request', (request, response) => ingest.#answer(request, response))
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return ingest
  }

  /** The value of `SENTRY_DSN` that sends reports here. */
  get dsn() {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
    return `http://local@127.0.0.1:${address.port}/1`
  }

  /** Forgets what was received. */
  clear() {
    this.reports = []
    this.connectionCount = 0
  }

  /** @param {string} type @returns {Report[]} */
  ofType(type) {
    return this.reports.filter((report) => report.type === type)
  }

  /** All that was received, as text. */
  get raw() {
    return this.reports.map(({ raw }) => raw).join('\n')
  }

  async close() {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  #answer(request, response) {
    /** @type {Buffer[]} */
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const reports = reportsIn(Buffer.concat(chunks), request.headers['content-encoding'] === 'gzip')
      for (const report of reports ?? []) {
        this.reports.push(report)
        this.#onReport(report)
      }
      response.writeHead(reports === null ? 400 : 200, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      response.end('{}')
    })
  }
}

/**
 * null: somebody sent something else here.
 *
 * @param {Buffer} body @param {boolean} isCompressed
 */
function reportsIn(body, isCompressed) {
  try {
    return parseEnvelope((isCompressed ? gunzipSync(body) : body).toString('utf8'))
  } catch {
    return null
  }
}

/**
 * An envelope: a line of head, then for each item a line of head and its payload.
 *
 * @param {string} text
 * @returns {Report[]}
 */
export function parseEnvelope(text) {
  const [head = '{}', ...lines] = text.split('\n')
  /** @type {Report[]} */
  const reports = []
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const { type } = JSON.parse(lines[index] ?? '{}')
    reports.push({ type, header: JSON.parse(head), payload: JSON.parse(lines[index + 1] ?? 'null'), raw: text })
  }
  return reports
}
