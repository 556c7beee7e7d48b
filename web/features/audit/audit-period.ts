/** Days as date fields give them, `2026-11-20`; null where none is chosen. The last day is included. */
export interface AuditPeriod {
  readonly firstDay: string | null
  readonly lastDay: string | null
}

/** In Unix milliseconds, from the first moment of the first day to that after the last, as days are where the reader is. */
export function periodBounds({ firstDay, lastDay }: AuditPeriod): { readonly from?: number; readonly to?: number } {
  return {
    ...(firstDay === null ? {} : { from: startOfDay(firstDay, 0) }),
    ...(lastDay === null ? {} : { to: startOfDay(lastDay, 1) }),
  }
}

export function isBackwards({ firstDay, lastDay }: AuditPeriod): boolean {
  return firstDay !== null && lastDay !== null && lastDay < firstDay
}

function startOfDay(day: string, daysLater: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  // Days are counted, not hours: some have 23 or 25.
  return Math.max(0, new Date(year, month - 1, date + daysLater).getTime())
}
