import { Connection, type ClientConfig, type PoolClient } from 'pg'
import { ReachSocket, type ConnectionReach } from '@/server/base/connection-reach'
import { cancelGraceMs } from '../connector'

// Methods that the driver's own `Client` uses but that its types omit.
declare module 'pg' {
  interface Connection {
    connect(port: number, host: string): void
    requestSsl(): void
    cancel(processId: unknown, secretKey: unknown): void
  }
}

/**
 * Asks the server to cancel what runs on a connection. This needs no sign-in, so it works when all connections are in
 * use, and through a pooler, which has process ids of its own. A cancel only affects what runs at that moment.
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
    // The server closes the connection in reply.
    connection.on('end', () => resolve())
    connection.connect(port, host)
  })
}
