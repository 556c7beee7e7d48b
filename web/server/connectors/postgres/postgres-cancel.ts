import { Connection, type ClientConfig, type PoolClient } from 'pg'
import { ReachSocket, type ConnectionReach } from '@/server/base/connection-reach'
import { cancelGraceMs } from '../connector'

// What the driver's own `Client` uses of it, and its types leave out.
declare module 'pg' {
  interface Connection {
    connect(port: number, host: string): void
    requestSsl(): void
    cancel(processId: unknown, secretKey: unknown): void
  }
}

/**
 * Asks the server to end what runs on a connection. That takes no sign-in, and so is heard when every connection is in use, and by
 * a pooler in between, whose process ids are its own. A cancel only meets what runs at that moment.
 */
export function cancelStatement(
  { host = '', port = 0, ssl }: ClientConfig,
  reach: ConnectionReach,
  client: PoolClient,
): Promise<void> {
  const socket = new ReachSocket(reach)
  socket.setTimeout(cancelGraceMs, () => socket.destroy(new Error('the server did not answer')))
  const connection = new Connection({ stream: () => socket, ...(ssl === undefined ? {} : { ssl }) })
  return new Promise((resolve, reject) => {
    const ask = () => connection.cancel(Reflect.get(client, 'processID'), Reflect.get(client, 'secretKey'))
    connection.on('connect', () => (ssl === undefined || ssl === false ? ask() : connection.requestSsl()))
    connection.on('sslconnect', ask)
    connection.on('error', reject)
    // The server answers by hanging up.
    connection.on('end', () => resolve())
    connection.connect(port, host)
  })
}
