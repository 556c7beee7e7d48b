import { once } from 'node:events'
import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'

/**
 * A report as a process sent it. header: the envelope's own; its SDK's name tells the process. type: `event`,
 * `transaction`, `profile`, … raw: the whole envelope as text, to search for data that must not be sent.
 *
 * @typedef {{ readonly type: string, readonly header: Record<string, unknown>, readonly payload: any, readonly raw: string }} Report
 */

/** A local server that receives reports like Sentry's and stores them. */
export class IngestServer {
  /** @type {Report[]} */
  reports = []
  /** The number of connections opened so far; a process without reports opens none. */
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

  /** Forgets everything received. */
  clear() {
    this.reports = []
    this.connectionCount = 0
  }

  /** @param {string} type @returns {Report[]} */
  ofType(type) {
    return this.reports.filter((report) => report.type === type)
  }

  /** Everything received, as text. */
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

/** Parses the reports in a body; null if it is something else. @param {Buffer} body @param {boolean} isCompressed */
function reportsIn(body, isCompressed) {
  try {
    return parseEnvelope((isCompressed ? gunzipSync(body) : body).toString('utf8'))
  } catch {
    return null
  }
}

/**
 * Parses an envelope: a header line, then for each item a header line and its payload.
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
