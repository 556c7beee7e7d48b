/** Returns a calendar day (`YYYY-MM-DD`) moved by a number of days, which may be negative. */
export function dayAfter(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return dayOf(date)
}

/** Returns the day of a point in time, in UTC. From year 10000 on the year has five digits. */
export function dayOf(date: Date): string {
  return date.toISOString().replace(/^\+0?|T.*$/g, '')
}

/** Returns true if a text (`YYYY-MM-DD`) is a day that exists, unlike 30 February. */
export function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}
