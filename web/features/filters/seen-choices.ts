const mostLists = 100

/** Keeps the lists of values seen on this page, so that they are there without the server; evicts the oldest. */
export class SeenChoices<Choices> {
  readonly #byKey = new Map<string, Choices>()

  /** listKey: of what was asked for. text: the search; empty for all values. */
  see(listKey: string, text: string, choices: Choices): void {
    const key = JSON.stringify([listKey, text])
    this.#byKey.delete(key)
    this.#byKey.set(key, choices)
    for (const oldest of this.#byKey.keys()) {
      if (this.#byKey.size <= mostLists) break
      this.#byKey.delete(oldest)
    }
  }

  /** Returns the values seen for a search, else what `searched` finds among all that were seen; undefined if none were. */
  find(listKey: string, text: string, searched: (choices: Choices, text: string) => Choices): Choices | undefined {
    const exact = this.#byKey.get(JSON.stringify([listKey, text]))
    const all = this.#byKey.get(JSON.stringify([listKey, '']))
    return exact ?? (all === undefined ? undefined : searched(all, text))
  }
}
