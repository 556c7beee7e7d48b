/** A day of the calendar (`YYYY-MM-DD`), some days later, or earlier where the count is negative. */
export function dayAfter(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}
