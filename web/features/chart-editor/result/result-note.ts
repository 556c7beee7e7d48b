import type { ChartRun } from './use-chart-run'

/** Why the shown result is not the answer to the query above it. */
export type ResultNote = 'cancelled' | 'incomplete' | 'not-run'

/**
 * Returns the note on the result; null during a run, and if a failure or the missing server is already shown.
 * isIncomplete: true if the question cannot be run yet.
 */
export function resultNoteOf(
  { state, shown, isRunning, isOutdated, isNotRun = false }: Omit<ChartRun, 'run' | 'cancel' | 'refresh'>,
  isIncomplete: boolean,
): ResultNote | null {
  if (shown === null || isRunning || isOutdated || state.kind === 'failed') return null
  if (isIncomplete) return 'incomplete'
  if (state.kind === 'cancelled') return 'cancelled'
  return isNotRun ? 'not-run' : null
}
