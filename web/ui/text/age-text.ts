const steps: readonly [limitMs: number, unitMs: number, unit: string][] = [
  [60_000, 1000, 's'],
  [60 * 60_000, 60_000, 'min'],
  [24 * 60 * 60_000, 60 * 60_000, 'h'],
]
const dayMs = 24 * 60 * 60_000

/**
 * Returns how long ago something was: `just now` up to 5 seconds (and for clocks that disagree), `12 s ago`, `3 min
 * ago`, `5 h ago`, `2 days ago`. atMs, nowMs: Unix milliseconds.
 */
export function ageText(atMs: number, nowMs: number): string {
  const ageMs = nowMs - atMs
  if (ageMs < 5000) return 'just now'
  for (const [limitMs, unitMs, unit] of steps) if (ageMs < limitMs) return `${Math.floor(ageMs / unitMs)} ${unit} ago`
  const days = Math.floor(ageMs / dayMs)
  return days === 1 ? '1 day ago' : `${days} days ago`
}
