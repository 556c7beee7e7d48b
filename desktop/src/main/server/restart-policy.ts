const pausesMs = [500, 2_000, 5_000] as const
const windowMs = 60_000

/** The verdict after the host has ended unexpectedly. */
export type RestartVerdict =
  | { readonly kind: 'restart'; readonly afterMs: number }
  | { readonly kind: 'give-up'; readonly exits: number }

/**
 * Decides whether to restart the host: three ends within a minute are followed by growing pauses, the fourth by giving
 * up. exitsAt: times of all ends, the latest included, in Unix milliseconds, ascending.
 */
export function judgeRestart(exitsAt: readonly number[]): RestartVerdict {
  const last = exitsAt.at(-1) ?? 0
  const recent = exitsAt.filter((at) => last - at < windowMs).length
  const afterMs = pausesMs[Math.max(recent, 1) - 1]
  return afterMs === undefined ? { kind: 'give-up', exits: recent } : { kind: 'restart', afterMs }
}
