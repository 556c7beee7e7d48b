/**
 * An answer that the host sends as it is. A `Response` made of each would take longer than most answers do: its stream is made
 * for threads to share, so Node keeps it, with all that hangs on it, until it clears up the whole of memory next.
 */
export class HostAnswer {
  readonly status: number
  readonly headers: Headers

  /** content: whole, or as it comes. */
  constructor(
    readonly content: string | Uint8Array | AsyncIterable<Uint8Array>,
    { status = 200, headers = {} }: { readonly status?: number; readonly headers?: HeadersInit },
  ) {
    this.status = status
    this.headers = new Headers(headers)
  }

  static json(value: unknown, headers: Readonly<Record<string, string>>, status = 200): HostAnswer {
    return new HostAnswer(JSON.stringify(value), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    })
  }
}

/** What routes answer with; those that Next calls with a `Response` alone. */
export type Answer = Response | HostAnswer
