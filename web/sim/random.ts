/** A seeded random number generator (mulberry32): good enough for choices, and identical on every platform. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
    // Neighbouring seeds have similar initial states; a few rounds make them diverge.
    for (let round = 0; round < 4; round += 1) this.next()
  }

  /** Returns a number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** Returns a whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** Returns a random item. Fails on an empty list. */
  pick<T>(list: readonly T[]): T {
    const picked = list[this.between(0, list.length - 1)]
    if (picked === undefined) throw new RangeError('nothing to pick from')
    return picked
  }

  /** Returns a key, with a probability in proportion to its weight. */
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
   * Returns the table with some weights set to zero and some much higher: combinations that are rare with one set of
   * weights are common with another. kept: keys whose weight stays.
   */
  mixture<K extends string>(
    weights: Readonly<Record<K, number>>,
    kept: readonly NoInfer<K>[],
  ): Readonly<Record<K, number>> {
    const entries = Object.entries<number>(weights).map(
      ([key, weight]) => [key, weight * this.pick([0, 1, 1, 4])] as const,
    )
    const own = Object.fromEntries(kept.map((key) => [key, weights[key]]))
    // Object.fromEntries loses the type of the keys, which are those of `weights`.
    return { ...Object.fromEntries(entries), ...own } as Record<K, number>
  }

  /** Returns a second generator, independent of how many numbers this one draws later. */
  fork(): Random {
    return new Random(Math.floor(this.next() * 4_294_967_296))
  }
}
