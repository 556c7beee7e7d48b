import { createHash } from 'node:crypto'
import type { VirtualTime } from './virtual-time'

/** Hashes everything that happens, in order: two runs of a seed are the same if their hashes are. */
export class Trace {
  readonly #time: VirtualTime
  readonly #hash = createHash('sha256')
  readonly #onLine: ((line: string) => void) | null

  /** onLine: called with each line, for a person who replays a seed. */
  constructor(time: VirtualTime, onLine: ((line: string) => void) | null = null) {
    this.#time = time
    this.#onLine = onLine
  }

  note(...parts: readonly string[]): void {
    const line = `${this.#time.now} ${parts.join(' ')}\n`
    this.#hash.update(line)
    this.#onLine?.(line.trimEnd())
  }

  digest(): string {
    return this.#hash.copy().digest('hex')
  }
}
