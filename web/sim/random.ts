/** A generator of numbers that one seed decides (mulberry32): good enough to choose by, and the same everywhere. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
    // Neighbouring seeds start with similar states; a few rounds tell them apart.
    for (let round = 0; round < 4; round += 1) this.next()
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from `low` up to and including `high`. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** Fails on an empty list. */
  pick<T>(list: readonly T[]): T {
    const picked = list[this.between(0, list.length - 1)]
    if (picked === undefined) throw new RangeError('nothing to pick from')
    return picked
  }

  /** A key of the table, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    // Object.entries widens the keys to string.
    const entries = Object.entries(weights) as [K, number][]
    let rest = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [key, weight] of entries) {
      rest -= weight
      if (rest < 0) return key
    }
    return this.pick(entries)[0]
  }

  /**
   * The same table with some weights at zero and some much higher: what rarely meets in one mixture of everything does in
   * another. kept: keys whose weight stays.
   */
  mixture<K extends string>(
    weights: Readonly<Record<K, number>>,
    kept: readonly NoInfer<K>[],
  ): Readonly<Record<K, number>> {
    const entries = Object.entries<number>(weights).map(
      ([key, weight]) => [key, weight * this.pick([0, 1, 1, 4])] as const,
    )
    const own = Object.fromEntries(kept.map((key) => [key, weights[key]]))
    // The keys are those of `weights`; Object.fromEntries does not say so.
    return { ...Object.fromEntries(entries), ...own } as Record<K, number>
  }

  /** Another generator whose numbers do not depend on how many this one draws later. */
  fork(): Random {
    return new Random(Math.floor(this.next() * 4_294_967_296))
  }
}
