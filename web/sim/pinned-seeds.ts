/**
 * Seeds that once failed, and the mistake they found. They run with every test, in the hope that they reach it again.
 * If the simulation has changed since, the test named beside each seed guards against the mistake.
 */
export const pinnedSeeds = [
  { seed: 4, found: 'a pending change made impossible by others kept all pulls away (client-mutators.test.ts)' },
  { seed: 14, found: 'a lowered role took waiting edits out of view (client-mutators.test.ts)' },
  { seed: 65, found: 'tabs of one browser could not save their data after a restore (pull.test.ts)' },
  { seed: 82, found: 'a late copy of a push was done again after the epoch was raised (pull.test.ts)' },
  { seed: 114, found: 'a tab answered from its page never heard what became of other tabs (pull.test.ts)' },
  { seed: 428, found: 'a tab answered from its page could not save its edits (sync-transport.ts)' },
] as const satisfies readonly { readonly seed: number; readonly found: string }[]
