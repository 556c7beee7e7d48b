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

/** When the simulated day begins: Unix milliseconds. */
const startMs = 1_700_000_000_000

/**
 * The only clock and the only source of chance of a simulation. Timers fire one at a time in order of time and of
 * creation, and everything that a timer set off (promises, all of them) comes to rest before the next one fires. Nothing
 * in a simulation waits for the outside world, so a seed decides everything.
 */
export class VirtualTime {
  now = startMs
  #timersById = new Map<number, Timer>()
  #lastId = 0
  readonly #outside = new Set<Promise<unknown>>()

  /** A callback after so many milliseconds; returns its id for `cancel`. */
  after(delayMs: number, run: () => unknown, everyMs: number | null = null): number {
    const id = (this.#lastId += 1)
    this.#timersById.set(id, { id, dueAt: this.now + Math.max(0, delayMs || 0), everyMs, run })
    return id
  }

  /** Waits for something real, a database elsewhere: meanwhile no virtual time passes. */
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

  /** Fires all that is due in the next milliseconds. */
  async runFor(durationMs: number): Promise<void> {
    const end = this.now + durationMs
    await this.#rest()
    for (let timer = this.#next(); timer !== undefined && timer.dueAt <= end; timer = this.#next())
      await this.#fire(timer)
    this.now = end
  }

  /** Lets time pass until the promise is settled, and returns what it came to. Fails after ten minutes. */
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

  /** Puts this clock, and chance from `random`, in the place of the machine's; returns how to put those back. */
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

  /** Until no promise is left that could go on by itself: the event loop turns only then. */
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
