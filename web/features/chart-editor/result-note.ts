import type { RunResult } from '@tidemark/shared/query/run-query'
import type { ChartRun } from './use-chart-run'

/** Why what is shown is not the answer to what is asked above it. */
export type ResultNote = 'cancelled' | 'incomplete' | 'not-run'

interface ResultNoteOptions {
  /** What was shown when the last run was cancelled; null: none was. */
  readonly cancelledOver: RunResult | null
  /** Whether the question cannot be asked as it stands. */
  readonly isIncomplete: boolean
}

/** None while a run is under way, and where a failure or the missing server is told already. */
export function resultNoteOf(
  { state, shown, isRunning, isOutdated, isNotRun = false }: Omit<ChartRun, 'run' | 'cancel' | 'refresh'>,
  { cancelledOver, isIncomplete }: ResultNoteOptions,
): ResultNote | null {
  if (shown === null || isRunning || isOutdated || state.kind === 'failed') return null
  if (isIncomplete) return 'incomplete'
  // A cancelled run leaves the result before it as it was, so that only its being the same one tells.
  const isKept = state.kind === 'ready' && state.stale === false && shown.result === cancelledOver
  if (state.kind === 'cancelled' || isKept) return 'cancelled'
  return isNotRun ? 'not-run' : null
}

interface WrittenQuery {
  readonly sql: string
  readonly connectionId: string
}

/** Whether two texts ask the same of the same data; space around them asks nothing. */
export function isSameQuery(a: WrittenQuery, b: WrittenQuery): boolean {
  return a.connectionId === b.connectionId && a.sql.trim() === b.sql.trim()
}
