/** Days in the format of date fields, `2026-11-20`; null if none is chosen. The last day is included. */
export interface AuditPeriod {
  readonly firstDay: string | null
  readonly lastDay: string | null
}

/**
 * Returns the period in Unix milliseconds, from the start of the first day to the end of the last, in the reader's time
 * zone.
 */
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
  // Adds days, not hours, because some days have 23 or 25 hours.
  return Math.max(0, new Date(year, month - 1, date + daysLater).getTime())
}
