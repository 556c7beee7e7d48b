import type { Random } from './random'
import { VirtualBroadcastChannel } from './virtual-broadcast-channel'

type Callback = (...args: unknown[]) => unknown

interface Timer {
  readonly id: number
  dueAt: number
  readonly everyMs: number | null
  readonly run: () => unknown
}

const realSetImmediate = globalThis.setImmediate

/** The start of the simulated day, Unix milliseconds. */
const startMs = 1_700_000_000_000

/**
 * The only clock and source of randomness of a simulation. Timers fire one at a time in order of time and creation, and
 * all promises that a timer triggered settle before the next one fires. Nothing in a simulation waits for the outside
 * world, so that a seed determines everything.
 */
export class VirtualTime {
  now = startMs
  #timersById = new Map<number, Timer>()
  #lastId = 0
  readonly #outside = new Set<Promise<unknown>>()

  /** Schedules a callback after a delay; returns its id for `cancel`. */
  after(delayMs: number, run: () => unknown, everyMs: number | null = null): number {
    const id = (this.#lastId += 1)
    this.#timersById.set(id, { id, dueAt: this.now + Math.max(0, delayMs || 0), everyMs, run })
    return id
  }

  /** Waits for real work, such as of an external database, without letting virtual time pass. */
  async outside<T>(work: Promise<T>): Promise<T> {
    this.#outside.add(work)
    try {
      return await work
    } finally {
      this.#outside.delete(work)
    }
  }

  cancel(id: unknown): void {
    if (typeof id === 'number') this.#timersById.delete(id)
  }

  /** Fires all timers that are due within this time. */
  async runFor(durationMs: number): Promise<void> {
    const end = this.now + durationMs
    await this.#rest()
    for (let timer = this.#next(); timer !== undefined && timer.dueAt <= end; timer = this.#next())
      await this.#fire(timer)
    this.now = end
  }

  /** Lets time pass until the promise settles; returns its result. Fails after ten minutes of virtual time. */
  async until<T>(promise: Promise<T>): Promise<T> {
    const settled = new Set<'settled'>()
    const settle = () => settled.add('settled')
    promise.then(settle, settle)
    const end = this.now + 600_000
    await this.#rest()
    while (settled.size === 0) {
      const timer = this.#next()
      if (timer === undefined || timer.dueAt > end) {
        throw new Error('nothing that could settle the promise happens any more')
      }
      await this.#fire(timer)
    }
    return await promise
  }

  /** Replaces the machine's clock by this one and its randomness by `random`; returns a function that restores them. */
  install(random: Random): () => void {
    const set = (callback: Callback, delayMs?: number, ...args: unknown[]) =>
      this.after(delayMs ?? 0, () => callback(...args))
    const cancel = (id: unknown) => this.cancel(id)
    const channels = new VirtualBroadcastChannel.Hub((run) => this.after(0, run))
    const restores = [
      replace(globalThis, 'setTimeout', set),
      replace(globalThis, 'clearTimeout', cancel),
      replace(globalThis, 'setInterval', (callback: Callback, everyMs = 0) => this.after(everyMs, callback, everyMs)),
      replace(globalThis, 'clearInterval', cancel),
      replace(globalThis, 'setImmediate', (callback: Callback, ...args: unknown[]) => set(callback, 0, ...args)),
      replace(globalThis, 'clearImmediate', cancel),
      replace(Date, 'now', () => this.now),
      replace(performance, 'now', () => this.now - startMs),
      replace(Math, 'random', () => random.next()),
      VirtualBroadcastChannel.openIn(channels),
    ]
    return () => {
      for (const restore of restores.toReversed()) restore()
    }
  }

  /** Waits until no promise can proceed by itself, since only then does the event loop continue. */
  async #rest(): Promise<void> {
    do {
      await Promise.allSettled(this.#outside)
      await new Promise((resolve) => realSetImmediate(resolve))
    } while (this.#outside.size > 0)
  }

  #next(): Timer | undefined {
    let next: Timer | undefined
    for (const timer of this.#timersById.values()) if (next === undefined || timer.dueAt < next.dueAt) next = timer
    return next
  }

  async #fire(timer: Timer): Promise<void> {
    this.now = Math.max(this.now, timer.dueAt)
    this.#timersById.delete(timer.id)
    if (timer.everyMs !== null) this.#timersById.set(timer.id, { ...timer, dueAt: this.now + timer.everyMs })
    timer.run()
    await this.#rest()
  }
}

function replace(target: object, name: string, replacement: unknown): () => void {
  const original = Object.getOwnPropertyDescriptor(target, name)
  Object.defineProperty(target, name, { value: replacement, configurable: true, writable: true })
  return () => {
    if (original === undefined) Reflect.deleteProperty(target, name)
    else Object.defineProperty(target, name, original)
  }
}
