import { Cron } from 'croner'
import * as z from 'zod/mini'
import { instantOf, offsetAt, wallOf } from '../charts/plot/time/zoned-time'
import { isTimeZone } from '../workspaces/workspace'

/**
 * When something happens again and again. pattern: the five fields of cron (minute, hour, day of month, month, day of
 * week), of which no schedule comes more often than every five minutes. timeZone: IANA.
 *
 * On the days when clocks change: a time that does not exist comes when the clocks have gone forward (02:30 becomes
 * 03:00); a time that exists twice comes the first time only. Every hour is every hour that passes.
 */
export const scheduleSchema = z.object({
  pattern: z.string().check(z.maxLength(100), z.refine(isPattern, 'a schedule such as 0 8 * * 1-5')),
  timeZone: z.string().check(z.refine(isTimeZone, 'an IANA time zone')),
})
export type Schedule = z.infer<typeof scheduleSchema>

/** Returns the first time after a moment (both Unix milliseconds); null if there is none. */
export function nextTime({ pattern, timeZone }: Schedule, after: number): number | null {
  const [, hours = ''] = pattern.trim().split(/\s+/)
  if (hours.includes('*')) return new Cron(pattern, { timezone: timeZone }).nextRun(new Date(after))?.getTime() ?? null
  // Hours that are named are those of the clock on the wall, of which a day may have one twice or not at all.
  const onWall = new Cron(pattern, { timezone: 'UTC' })
  for (let wall = onWall.nextRun(new Date(wallOf(after, timeZone))); wall !== null; wall = onWall.nextRun(wall)) {
    const time = firstInstantOf(wall.getTime(), timeZone)
    if (time > after) return time
  }
  return null
}

/** Returns the first instant of a wall time; for one that clocks leave out, the moment when they go forward. */
function firstInstantOf(wall: number, timeZone: string): number {
  const instant = instantOf(wall, timeZone)
  const skipped = wallOf(instant, timeZone) - wall
  if (skipped === 0) return instant
  const offset = offsetAt(instant, timeZone)
  let [before, from] = [instant - skipped, instant]
  while (from - before > minuteMs) {
    const middle = before + Math.floor((from - before) / 2 / minuteMs) * minuteMs
    if (offsetAt(middle, timeZone) === offset) from = middle
    else before = middle
  }
  return from
}

/** Returns the first times after a moment, in order. */
export function nextTimes(schedule: Schedule, after: number, count: number): readonly number[] {
  const times: number[] = []
  for (let time = nextTime(schedule, after); time !== null && times.length < count; time = nextTime(schedule, time))
    times.push(time)
  return times
}

const minuteMs = 60_000
const fiveMinutesMs = 5 * minuteMs
/** Any Monday: the times of this day and the next show how often a pattern comes at most. */
const someDay = Date.UTC(2026, 0, 5)

function isPattern(pattern: string): boolean {
  if (pattern.trim().split(/\s+/).length !== 5) return false
  try {
    const utc = { pattern, timeZone: 'UTC' }
    const times = nextTimes(utc, someDay, 25)
    return (
      times.length > 0 && times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) >= fiveMinutesMs)
    )
  } catch {
    // croner throws for a text that is no pattern.
    return false
  }
}
