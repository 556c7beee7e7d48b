/** The invariants of every run; `docs/simulation.md` explains them under these names. */
export const invariants = [
  'last-ids-rise',
  'cookies-rise',
  'acknowledged-once',
  'audiences-hold',
  'pending-stays',
  'patches-exact',
  'pulls-repeat',
  'views-converge',
  'refusals-right',
  'errors-expected',
] as const
export type Invariant = (typeof invariants)[number]

/** An invariant that did not hold. */
export class Violation extends Error {
  override readonly name = 'Violation'
  readonly invariant: Invariant

  constructor(invariant: Invariant, detail: string) {
    super(`${invariant}: ${detail}`)
    this.invariant = invariant
  }
}

/** Keeps the first violation found, with which the run ends. */
export class Verdict {
  violation: Violation | null = null

  fail(invariant: Invariant, detail: string): void {
    this.violation ??= new Violation(invariant, detail)
  }

  check(invariant: Invariant, holds: boolean, detail: () => string): void {
    if (!holds) this.fail(invariant, detail())
  }

  throwIfViolated(): void {
    if (this.violation !== null) throw this.violation
  }
}
