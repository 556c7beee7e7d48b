import { parseTime } from './parse-time'
import { wallOf } from './zoned-time'

/** Converts a point in time with an offset to local time in the zone; returns any other text unchanged. */
export function wallClockText(text: string, timeZone: string): string {
  const parsed = parseTime(text)
  if (parsed === null || !parsed.hasOffset) return text
  const [fraction = ''] = /\.\d+/.exec(text) ?? []
  return new Date(wallOf(parsed.ms, timeZone)).toISOString().slice(0, 19) + fraction
}
