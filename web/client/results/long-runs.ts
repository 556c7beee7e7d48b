import { tellAway, type AwayNotice } from '../page/away-notices'
import { splitAddress } from '../page/page-address'
import type { RunOutcome } from './run-outcome'

/** People wait for shorter runs. */
const longMs = 10_000

/** One request whose start the person saw. */
export interface WatchedRun {
  /** The path of the page on which it began. */
  readonly path: string
  readonly startedAt: number
}

/**
 * Notes the start of a run; null if nobody watched it, as when a dashboard refreshes by itself: then its end is no news
 * either.
 */
export function watchRun(): WatchedRun | null {
  if (typeof document === 'undefined' || !document.hasFocus()) return null
  return { path: splitAddress(window.location.pathname).path, startedAt: Date.now() }
}

/** Shows a notice that a long run has ended. */
export function runEnded(run: WatchedRun | null, outcomes: readonly RunOutcome[]): void {
  const notice = run === null ? null : longRunNotice(run, outcomes, Date.now())
  if (notice !== null) tellAway(notice)
}

/** Builds the notice for a long run; null if it was short, cancelled or never answered. now: Unix milliseconds. */
export function longRunNotice(
  { path, startedAt }: WatchedRun,
  outcomes: readonly RunOutcome[],
  now: number,
): AwayNotice | null {
  const tookMs = now - startedAt
  const counts = { done: 0, failed: 0 }
  for (const outcome of outcomes) {
    if (isDone(outcome)) counts.done += 1
    else if (isFailed(outcome)) counts.failed += 1
  }
  const all = counts.done + counts.failed
  if (tookMs < longMs || all === 0) return null
  const took = `It took ${tookMs < 120_000 ? `${Math.round(tookMs / 1000)} seconds` : `${Math.round(tookMs / 60_000)} minutes`}.`
  if (all === 1) return { title: counts.failed === 0 ? 'The query finished' : 'The query failed', body: took, path }
  const failed = counts.failed === 0 ? '' : `${counts.failed} of them failed. `
  return { title: `${all} queries finished`, body: failed + took, path }
}

function isDone(outcome: RunOutcome): boolean {
  return outcome.kind === 'result' && outcome.result.status === 'success'
}

function isFailed(outcome: RunOutcome): boolean {
  return outcome.kind === 'refused' || (outcome.kind === 'result' && outcome.result.status !== 'cancelled')
}
