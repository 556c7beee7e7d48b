/** A day of the calendar (`YYYY-MM-DD`), some days later, or earlier where the count is negative. */
export function dayAfter(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return dayOf(date)
}

/** The day of a point in time, in UTC. From 10000 on its year has five digits. */
export function dayOf(date: Date): string {
  return date.toISOString().replace(/^\+0?|T.*$/g, '')
}

/** True if a text (`YYYY-MM-DD`) names a day that there is: no 30th of February. */
export function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}
