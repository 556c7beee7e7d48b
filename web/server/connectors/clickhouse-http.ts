import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { connect as tlsConnect } from 'node:tls'
import { ReachSocket, type ConnectionReach } from './connection-reach'
import { connectTimeoutMs, idleConnectionMs, maxConnections, tlsOptions, type ConnectorSettings } from './connector'

/** A statement for ClickHouse's HTTP interface. settings: in the address, beside the name of the database. */
export interface ClickhouseStatement {
  readonly text: string
  readonly settings: Readonly<Record<string, string>>
}

export interface ClickhouseHttp {
  /** Resolves with the head of the answer, whatever it says. Fails as sockets do, or when the signal aborts. */
  send(statement: ClickhouseStatement, signal?: AbortSignal): Promise<IncomingMessage>
  /** Ends every connection, also those in use. */
  close(): void
}

/** User and password go in headers: addresses end up in logs. */
export function openClickhouseHttp(settings: ConnectorSettings, reach: ConnectionReach): ClickhouseHttp {
  const { host, port, database, user, password } = settings
  const tls = tlsOptions(settings)
  const options = { keepAlive: true, maxSockets: maxConnections, timeout: idleConnectionMs }
  const agent = tls === undefined ? new HttpAgent(options) : new HttpsAgent(options)
  agent.createConnection = () => {
    const socket = new ReachSocket(reach).setNoDelay(true).setKeepAlive(true).connect(port, host)
    const slow = setTimeout(() => {
      socket.destroy(Object.assign(new Error('connect timed out'), { code: 'ETIMEDOUT' }))
    }, connectTimeoutMs)
    const stop = () => clearTimeout(slow)
    socket.once('connect', stop).once('close', stop)
    if (tls === undefined) return socket
    const encrypted = tlsConnect({ ...tls, socket, host, servername: /[a-z]/i.test(host) ? host : '' })
    // What keeps the socket from connecting is told by what is read from.
    socket.once('error', (failure) => encrypted.destroy(failure))
    return encrypted
  }
  return {
    send: ({ text, settings: given }, signal) =>
      new Promise((resolve, reject) => {
        const query = new URLSearchParams({ ...given, database })
        const outgoing = (tls === undefined ? httpRequest : httpsRequest)({
          agent,
          method: 'POST',
          host,
          port,
          path: `/?${query.toString()}`,
          headers: {
            'x-clickhouse-user': user,
            // An empty one is none.
            ...(password === '' ? {} : { 'x-clickhouse-key': password }),
            'content-type': 'text/plain; charset=utf-8',
          },
          ...(signal === undefined ? {} : { signal }),
        })
        outgoing.once('response', resolve)
        outgoing.once('error', reject)
        outgoing.end(text)
      }),
    close: () => agent.destroy(),
  }
}

const maxTextLength = 64 * 1024

/** The beginning of an answer that is an error's text, or short. */
export async function textOfAnswer(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of answer.setEncoding('utf8')) {
    text += String(piece)
    if (text.length > maxTextLength) break
  }
  return text.slice(0, maxTextLength)
}
