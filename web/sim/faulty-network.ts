import type { Send } from '../client/sync/sync-transport'
import type { Random } from './random'
import type { Answer, SimServer } from './sim-server'
import type { Trace } from './trace'
import type { VirtualTime } from './virtual-time'

/** The possible fates of a request, with their weights. */
const fates = {
  delivered: 62,
  'request-lost': 5,
  'answer-lost': 9,
  duplicated: 8,
  late: 5,
  'request-truncated': 2,
  'answer-truncated': 3,
  'gateway-down': 2,
  'gateway-impatient': 2,
  portal: 2,
} as const
type Fate = keyof typeof fates

const portalPage = '<!doctype html><title>Welcome</title><p>Sign in to use this network.</p>'

interface NetworkParts {
  readonly time: VirtualTime
  readonly random: Random
  readonly server: SimServer
  readonly trace: Trace
}

/**
 * Carries requests to the server and answers back, each with its own delay, so that they overtake one another; loses,
 * repeats, cuts and delays some. Copies of a request reach the server at different times, perhaps long after its client
 * has moved on.
 */
export class FaultyNetwork {
  readonly #parts: NetworkParts
  readonly #offline = new Set<string>()
  readonly #fates: Readonly<Record<Fate, number>>
  isHealthy = false

  constructor(parts: NetworkParts) {
    this.#parts = parts
    this.#fates = parts.random.mixture(fates, ['delivered'])
  }

  setOffline(browser: string, isOffline: boolean): void {
    if (isOffline) this.#offline.add(browser)
    else this.#offline.delete(browser)
  }

  isOffline(browser: string): boolean {
    return this.#offline.has(browser)
  }

  /** Returns the `fetch` of a browser whose cookie identifies this user. */
  sendFrom(browser: string, userId: string): Send {
    return async (url, init) => {
      const { random, trace } = this.#parts
      const body = typeof init.body === 'string' ? init.body : ''
      const fate: Fate = this.isHealthy ? 'delivered' : random.weighted(this.#fates)
      trace.note(browser, this.isOffline(browser) ? 'offline' : fate, url, body)
      if (this.isOffline(browser)) return await this.#fail(1)
      switch (fate) {
        case 'request-lost':
          return await this.#fail(random.between(50, 4000))
        case 'request-truncated':
          await this.#reach(url, body.slice(0, random.between(0, body.length - 1)), userId)
          return await this.#fail(10)
        case 'answer-lost':
          await this.#reach(url, body, userId)
          return await this.#fail(random.between(50, 4000))
        case 'gateway-down':
          return await this.#answer({ status: random.pick([401, 429, 500, 502, 503]), text: portalPage })
        case 'gateway-impatient':
          await this.#reach(url, body, userId)
          return await this.#answer({ status: 504, text: '' })
        case 'portal':
          return await this.#answer({ status: 200, text: portalPage })
        case 'answer-truncated': {
          const { status, text } = await this.#reach(url, body, userId)
          return await this.#answer({ status, text: text.slice(0, random.between(0, text.length - 1)) })
        }
        case 'duplicated': {
          const copy = this.#reach(url, body, userId, random.between(0, 6000))
          copy.catch(() => undefined)
          return await this.#answer(await this.#reach(url, body, userId))
        }
        case 'late':
          return await this.#answer(await this.#reach(url, body, userId, random.between(500, 8000)))
        case 'delivered':
          return await this.#answer(await this.#reach(url, body, userId))
      }
    }
  }

  async #reach(url: string, body: string, userId: string, extraMs = 0): Promise<Answer> {
    await this.#wait(this.#delayMs() + extraMs)
    const answer = await this.#parts.server.handle(url, body, userId)
    this.#parts.trace.note(userId, 'answered', String(answer.status), answer.text)
    return answer
  }

  async #answer({ status, text }: Answer): Promise<Response> {
    await this.#wait(this.#delayMs())
    return new Response(text, { status })
  }

  async #fail(afterMs: number): Promise<never> {
    await this.#wait(afterMs)
    throw new TypeError('Failed to fetch')
  }

  #delayMs(): number {
    return this.isHealthy ? 5 : this.#parts.random.between(2, 120)
  }

  async #wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => this.#parts.time.after(ms, resolve))
  }
}
