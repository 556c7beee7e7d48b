import { slowRequestMs } from './reporting-constants'

/** The probabilities of keeping a trace: if its request failed or was slow, and otherwise. */
export interface SampleRates {
  readonly larger: number
  readonly smaller: number
}

const always = ratesOf(1)
const never = ratesOf(0)
const inDevelopment = ratesOf(0.1)
const ofOthers = ratesOf(0.05)

/** Requests with their own rule in production, whatever their parent decided. */
export const routeRates = {
  '/api/replicache/push': { larger: 0.2, smaller: 0.02 },
  '/api/replicache/poke': { larger: 0.2, smaller: 0.01 },
  '/api/chart/run-query': { larger: 0.25, smaller: 0.01 },
} as const satisfies Record<string, SampleRates>

export type RatedPath = keyof typeof routeRates

/**
 * The facts known when a trace begins. target: the path of the request, with or without query and origin; absent for
 * other work.
 */
export interface SamplingSituation {
  readonly environment: string
  readonly target?: string | undefined
  readonly parentSampled?: boolean | undefined
}

/**
 * Returns the probabilities at the start of a trace, when the outcome of its request is unknown: the larger one, with
 * which it begins, and the smaller one, with which it is kept in any case. In between, the outcome decides.
 */
export function headSampleRates({ environment, target, parentSampled }: SamplingSituation): SampleRates {
  if (environment === 'development') return inDevelopment
  if (environment !== 'production') return never
  const path = ratedPathOf(target)
  if (path !== undefined) return routeRates[path]
  if (parentSampled === undefined) return ofOthers
  return parentSampled ? always : never
}

function ratesOf(rate: number): SampleRates {
  return { larger: rate, smaller: rate }
}

/**
 * How a request ended. status: HTTP status or its equivalent. durationMs: until what its route counts as its answer.
 */
export interface RequestOutcome {
  readonly status: number
  readonly durationMs: number
}

/** Returns the exact probability of a trace of that path; undefined if the decision at its start is final. */
export function effectiveSampleRate(environment: string, path: RatedPath, outcome: RequestOutcome): number | undefined {
  if (environment !== 'production') return undefined
  const isWorthMore = outcome.status >= 400 || outcome.durationMs > slowRequestMs
  return isWorthMore ? routeRates[path].larger : routeRates[path].smaller
}

const ratedPaths = new Map(Object.keys(routeRates).map((path) => [path, path as RatedPath])) // the table's keys

/** Returns the rated route that equals a request's target without its query. */
export function ratedPathOf(target: string | undefined): RatedPath | undefined {
  if (target === undefined) return undefined
  // Fast path: most targets are only a path, and this runs for each request.
  const found = ratedPaths.get(target)
  return found !== undefined || isPath(target) ? found : ratedPaths.get(pathOf(target))
}

function isPath(target: string): boolean {
  return target.startsWith('/') && !target.includes('?') && !target.includes('#')
}

function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/, '').replace(/[?#].*$/s, '')
}
