import { Cron } from 'croner'
import * as z from 'zod/mini'
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
  return new Cron(pattern, { timezone: timeZone }).nextRun(new Date(after))?.getTime() ?? null
}

/** Returns the first times after a moment, in order. */
export function nextTimes(schedule: Schedule, after: number, count: number): readonly number[] {
  const times: number[] = []
  for (let time = nextTime(schedule, after); time !== null && times.length < count; time = nextTime(schedule, time))
    times.push(time)
  return times
}

const fiveMinutesMs = 5 * 60_000
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
