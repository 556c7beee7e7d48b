const pausesMs = [500, 2_000, 5_000] as const
const windowMs = 60_000

/** The verdict after the host has ended by itself. */
export type RestartVerdict =
  | { readonly kind: 'restart'; readonly afterMs: number }
  | { readonly kind: 'give-up'; readonly exits: number }

/**
 * Decides by the ends so far, the latest included, as Unix milliseconds in ascending order: three within a minute are
 * answered with growing pauses, the fourth with giving up.
 */
export function judgeRestart(exitsAt: readonly number[]): RestartVerdict {
  const last = exitsAt.at(-1) ?? 0
  const recent = exitsAt.filter((at) => last - at < windowMs).length
  const afterMs = pausesMs[Math.max(recent, 1) - 1]
  return afterMs === undefined ? { kind: 'give-up', exits: recent } : { kind: 'restart', afterMs }
}
