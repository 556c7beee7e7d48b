import { slowRequestMs } from './reporting-constants'

/** The chances of a trace to be kept: when its request failed or was slow, and else. */
interface SampleRates {
  readonly larger: number
  readonly smaller: number
}

const developmentRate = 0.1
const otherRate = 0.05

/** Requests that follow a rule of their own in production, whatever their parent decided. */
export const routeRates = {
  '/api/replicache/push': { larger: 0.2, smaller: 0.02 },
  '/api/replicache/poke': { larger: 0.2, smaller: 0.01 },
  '/api/chart/run-query': { larger: 0.25, smaller: 0.01 },
} as const satisfies Record<string, SampleRates>

export type RatedPath = keyof typeof routeRates

/** What is known when a trace begins. target: path of the request, query or origin included or not; absent for other work. */
export interface SamplingSituation {
  readonly environment: string
  readonly target?: string | undefined
  readonly parentSampled?: boolean | undefined
}

/**
 * The chance with which a trace is begun. How its request ends is not known yet, so a route with two rates has the larger
 * one here; `thinTrace` brings it down to the exact one at the end.
 */
export function headSampleRate({ environment, target, parentSampled }: SamplingSituation): number {
  if (environment === 'development') return developmentRate
  if (environment !== 'production') return 0
  const path = ratedPathOf(target)
  if (path !== undefined) return routeRates[path].larger
  return parentSampled === undefined ? otherRate : Number(parentSampled)
}

/**
 * The chance with which a trace is kept however its request ends. Between this and the chance with which it is begun, the
 * outcome decides, and until it is known nothing of the trace is needed.
 */
export function sureSampleRate(situation: SamplingSituation): number {
  const path = situation.environment === 'production' ? ratedPathOf(situation.target) : undefined
  return path === undefined ? headSampleRate(situation) : routeRates[path].smaller
}

/** How a request ended. status: HTTP status or its equivalent. durationMs: until what its route counts as its answer. */
export interface RequestOutcome {
  readonly status: number
  readonly durationMs: number
}

/** The exact chance of a trace of that path; undefined where the beginning has decided alone. */
export function effectiveSampleRate(environment: string, path: RatedPath, outcome: RequestOutcome): number | undefined {
  if (environment !== 'production') return undefined
  const isWorthMore = outcome.status >= 400 || outcome.durationMs > slowRequestMs
  return isWorthMore ? routeRates[path].larger : routeRates[path].smaller
}

/** The rated route that a request's target is exactly, its query aside. */
export function ratedPathOf(target: string | undefined): RatedPath | undefined {
  if (target === undefined) return undefined
  const path = target.replace(/^https?:\/\/[^/?#]*/, '').replace(/[?#].*$/s, '')
  return Object.hasOwn(routeRates, path) ? (path as RatedPath) : undefined // an own key of the table
}
