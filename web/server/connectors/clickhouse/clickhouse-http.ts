import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import { ReachSocket, type ConnectionReach } from '@/server/base/connection-reach'
import { connectTimeoutMs, idleConnectionMs, maxConnections, tlsOptions, type ConnectorSettings } from '../connector'

/** A statement for ClickHouse's HTTP interface. settings: sent in the URL, beside the database's name. */
export interface ClickhouseStatement {
  readonly text: string
  readonly settings: Readonly<Record<string, string>>
}

export interface ClickhouseHttp {
  /**
   * Resolves when the response's headers have arrived, whatever the status. Fails with the socket's error, or if the
   * signal aborts.
   */
  send(statement: ClickhouseStatement, signal?: AbortSignal): Promise<IncomingMessage>
  /** Closes every connection, including those in use. */
  close(): void
}

const handshakeTimeoutMs = 4_000

/** Opens the HTTP interface. User and password are sent in headers, because URLs are logged. */
export function openClickhouseHttp(settings: ConnectorSettings, reach: ConnectionReach): ClickhouseHttp {
  const { host, port, database, user, password } = settings
  const tls = tlsOptions(settings)
  const options = { keepAlive: true, maxSockets: maxConnections, timeout: idleConnectionMs }
  const agent = tls === undefined ? new HttpAgent(options) : new HttpsAgent(options)
  // A socket is passed to the agent only once it is connected, because the agent does not notice earlier errors.
  agent.createConnection = (_, handOver) => {
    const socket = new ReachSocket(reach).setNoDelay(true).setKeepAlive(true)
    let isSettled = false
    let silent: NodeJS.Timeout | undefined
    const settle = (failure: Error | null, stream: Socket) => {
      clearTimeout(slow)
      clearTimeout(silent)
      if (!isSettled) handOver?.(failure, stream)
      isSettled = true
    }
    const slow = setTimeout(() => socket.destroy(new Error('connect timed out')), connectTimeoutMs)
    socket.on('error', (failure) => settle(failure, socket))
    socket.connect(port, host)
    if (tls === undefined) socket.once('connect', () => settle(null, socket))
    else if (!socket.destroyed) {
      const encrypted = tlsConnect({ ...tls, socket, host, servername: isIP(host) === 0 ? host : '' })
      encrypted.on('error', (failure) => settle(failure, encrypted))
      encrypted.once('secureConnect', () => settle(null, encrypted))
      // A server without TLS takes the first bytes for the beginning of a request and waits for the rest.
      socket.once('connect', () => {
        silent = setTimeout(() => encrypted.destroy(noHandshake()), handshakeTimeoutMs)
      })
    }
    return undefined
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
            // An empty password means none.
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

function noHandshake(): Error {
  return Object.assign(new Error('there was no answer to the first message'), { code: 'EPROTO' })
}

const maxTextLength = 64 * 1024

/** Reads the beginning of an answer that is short or an error message. */
export async function textOfAnswer(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of answer.setEncoding('utf8')) {
    text += String(piece)
    if (text.length > maxTextLength) break
  }
  return text.slice(0, maxTextLength)
}
