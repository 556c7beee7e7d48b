/** The number of traces counted per case. */
export const traceCount = 20_000

export interface Ending {
  readonly status: number
  readonly durationMs: number
}

export const quick: Ending = { status: 200, durationMs: 12 }
export const refused: Ending = { status: 403, durationMs: 12 }
export const slow: Ending = { status: 200, durationMs: 2_100 }

/** The sampler's table: environment, address, outcome, and the share that is kept. */
export const sampledCases: readonly (readonly [environment: string, target: string, ending: Ending, rate: number])[] = [
  ['production', '/api/replicache/push?x=1', quick, 0.02],
  ['production', '/api/replicache/push', refused, 0.2],
  ['production', '/api/replicache/push', slow, 0.2],
  ['production', '/api/replicache/poke', quick, 0.01],
  ['production', '/api/replicache/poke', refused, 0.2],
  ['production', '/api/replicache/poke', slow, 0.2],
  ['production', '/api/chart/run-query', quick, 0.01],
  ['production', '/api/chart/run-query', refused, 0.25],
  ['production', '/api/chart/run-query', slow, 0.25],
  ['production', '/api/replicache/pull', quick, 0.05],
  ['development', '/api/replicache/push', quick, 0.1],
]

/** A correct sampler fails one of the cases in about 16 000 runs; one that is wrong by a tenth almost always fails. */
export const tolerance = 4.5

/** Returns how many standard deviations a count is from the expected one. */
export function deviationOf(kept: number, rate: number): number {
  return (kept - traceCount * rate) / Math.sqrt(traceCount * rate * (1 - rate))
}
