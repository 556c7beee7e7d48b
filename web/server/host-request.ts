import type { IncomingMessage, ServerResponse } from 'node:http'
import { controllerOfReader } from './abort-signals'
import type { RunningRequest } from './observability/reporting'

/** What handlers read of a request: of the web's `Request`, as Next hands it over, or of the host's own. */
export interface AskedRequest extends Pick<Request, 'method' | 'url' | 'headers' | 'signal'> {
  /** As it comes, once; null: there is none. */
  readonly body: AsyncIterable<Uint8Array> | null
  /** What its reports are told of; absent: where there are any, they find it themselves. */
  readonly running?: RunningRequest | undefined
}

/**
 * A request that the host answers itself. A `Request` made of each would take longer than most of them do: its streams and
 * signals are made for threads to share, so Node keeps each, with all that hangs on it, until it clears up the whole of memory
 * next. Here they are made when somebody asks for them. Its signal aborts when the sender goes away before the answer is complete.
 */
export class HostRequest implements AskedRequest {
  readonly method: string
  readonly url: string
  readonly headers = new Headers()
  readonly #incoming: IncomingMessage
  readonly #left: AbortController

  constructor(
    incoming: IncomingMessage,
    response: ServerResponse,
    origin: string,
    readonly running?: RunningRequest,
  ) {
    this.method = incoming.method ?? 'GET'
    this.url = `${origin}${incoming.url ?? '/'}`
    this.#incoming = incoming
    this.#left = controllerOfReader(response)
    for (const [name, value] of Object.entries(incoming.headers)) {
      for (const one of Array.isArray(value) ? value : [value ?? '']) this.headers.append(name, one)
    }
  }

  get signal(): AbortSignal {
    return this.#left.signal
  }

  get body(): AsyncIterable<Uint8Array> | null {
    if (this.method === 'GET' || this.method === 'HEAD') return null
    // Whoever reads no further may still be answered on its connection. Without an encoding it gives buffers.
    return this.#incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  }
}
