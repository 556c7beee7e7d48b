/** Buckets of time on wall times (milliseconds as if in UTC). */
export const grains = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const
export type Grain = (typeof grains)[number]

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/**
 * Returns the start of the bucket that contains the time. weekday: the day on which weeks start, 0 Sunday … 6 Saturday.
 */
export function floorTime(wall: number, grain: Grain, weekday: number): number {
  const date = new Date(wall)
  switch (grain) {
    case 'year':
      return utc(date.getUTCFullYear(), 0)
    case 'quarter':
      return utc(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3)
    case 'month':
      return utc(date.getUTCFullYear(), date.getUTCMonth())
    case 'week': {
      const day = Math.floor(wall / dayMs) * dayMs
      return day - ((new Date(day).getUTCDay() - weekday + 7) % 7) * dayMs
    }
    case 'day':
      return Math.floor(wall / dayMs) * dayMs
    case 'hour':
      return Math.floor(wall / hourMs) * hourMs
    case 'minute':
      return Math.floor(wall / minuteMs) * minuteMs
    case 'second':
      return Math.floor(wall / secondMs) * secondMs
  }
}

/** Returns the start of the bucket `count` after the one that starts at `start`. */
export function addGrain(start: number, grain: Grain, count: number): number {
  const date = new Date(start)
  switch (grain) {
    case 'year':
      return utc(date.getUTCFullYear() + count, date.getUTCMonth(), date.getUTCDate())
    case 'quarter':
      return utc(date.getUTCFullYear(), date.getUTCMonth() + 3 * count, date.getUTCDate())
    case 'month':
      return utc(date.getUTCFullYear(), date.getUTCMonth() + count, date.getUTCDate())
    case 'week':
      return start + count * 7 * dayMs
    case 'day':
      return start + count * dayMs
    case 'hour':
      return start + count * hourMs
    case 'minute':
      return start + count * minuteMs
    case 'second':
      return start + count * secondMs
  }
}

/**
 * Returns the coarsest grain whose buckets start at all the wall times, and the weekday on which their weeks start.
 *
 * walls: ascending and distinct. Null for fewer than two, or if no grain fits.
 */
export function grainFromTimes(walls: readonly number[]): { readonly grain: Grain; readonly weekday: number } | null {
  const first = walls[0]
  if (first === undefined || walls.length < 2) return null
  const weekday = new Date(first).getUTCDay()
  for (const grain of grains) {
    if (walls.every((wall) => floorTime(wall, grain, weekday) === wall)) return { grain, weekday }
  }
  return null
}

function utc(year: number, month: number, day = 1): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month, day)
  return date.getTime()
}
