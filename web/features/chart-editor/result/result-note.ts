import type { ChartRun } from './use-chart-run'

/** Why what is shown is not the answer to what is asked above it. */
export type ResultNote = 'cancelled' | 'incomplete' | 'not-run'

/**
 * None while a run is under way, and where a failure or the missing server is told already. isIncomplete: whether the question
 * cannot be asked as it stands.
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
