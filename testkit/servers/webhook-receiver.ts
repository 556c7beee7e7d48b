import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** A message of a webhook. */
interface ReceivedMessage {
  readonly type: string
  readonly data: {
    readonly title: string
    readonly text: string
    readonly url?: string
    readonly data: Readonly<Record<string, unknown>>
  }
}

/** A real HTTP server that stores the messages it gets, for tests. */
export interface WebhookReceiver {
  readonly url: string
  readonly messages: ReceivedMessage[]
  /** The status of its answers. */
  status: number
  /** Returns a message that was signed with a secret, as a published library verifies it. */
  verified(index: number, secret: string): unknown
  close(): Promise<void>
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const requests: { readonly body: string; readonly headers: Record<string, string> }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => {
      requests.push({ body, headers: request.headers as Record<string, string> }) // none of them comes twice
      receiver.messages.push(JSON.parse(body) as ReceivedMessage) // our own server's message
      response.writeHead(receiver.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/`,
    messages: [],
    status: 200,
    verified: (index, secret) => {
      const { body, headers } = requests[index] ?? { body: '', headers: {} }
      return new Webhook(secret).verify(body, headers)
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return receiver
}
