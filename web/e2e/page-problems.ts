import type { BrowserContext } from '@playwright/test'

/**
 * Collects what no test may cause unless it allows it: console errors, page errors and failed requests to our own
 * server.
 */
export class PageProblems {
  readonly #found: string[] = []
  readonly #allowed: RegExp[] = []

  constructor(context: BrowserContext, origin: string) {
    context.on('console', (message) => {
      const isHydrationWarning = message.type() === 'warning' && /hydrat/i.test(message.text())
      if (message.type() === 'error' || isHydrationWarning) {
        this.#found.push(`console.${message.type()}: ${message.text()} (${message.location().url})`)
      }
    })
    context.on('weberror', (error) => this.#found.push(`page error: ${error.error().stack ?? error.error().message}`))
    context.on('response', (response) => {
      if (response.status() >= 400 && response.url().startsWith(origin)) {
        this.#found.push(`${response.status()} ${response.request().method()} ${response.url()}`)
      }
    })
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'no reason'
      // Leaving a page, cancelling a run and closing a stream all abort pending requests.
      if (reason === 'net::ERR_ABORTED' || !request.url().startsWith(origin)) return
      this.#found.push(`${reason} ${request.method()} ${request.url()}`)
    })
  }

  /** Allows matching problems, both later and earlier ones, such as a stopped server or a refused file. */
  allow(...patterns: readonly RegExp[]): void {
    this.#allowed.push(...patterns)
  }

  /** Returns the problems that were not allowed. */
  unexpected(): readonly string[] {
    return this.#found.filter((problem) => !this.#allowed.some((pattern) => pattern.test(problem)))
  }
}

/** The problems of a page while its server is stopped. */
export const offlineProblems = [
  /ERR_CONNECTION_REFUSED/,
  /ERR_CONNECTION_RESET/,
  // The connection was open but not accepted yet.
  /ERR_SOCKET_NOT_CONNECTED/,
  /pull .* Got a non 200 response doing pull: 0: TypeError: Failed to fetch/,
  // A stopping server still answers with this status.
  /\b503\b/,
  /ERR_EMPTY_RESPONSE/,
  /ERR_INCOMPLETE_CHUNKED_ENCODING/,
]
