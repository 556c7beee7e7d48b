/**
 * Local time of a zone. A wall time is written as the milliseconds that it would be in UTC, so that calendar arithmetic
 * needs no zone. `wallOf` and `instantOf` convert between it and instants, also over days of 23 and 25 hours.
 */
const quarterHourMs = 15 * 60_000
const blockMs = 7 * 24 * 3_600_000

const formatters = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, Map<number, number>>()

/** Returns the milliseconds by which the zone is ahead of UTC at the instant. */
export function offsetAt(instant: number, zone: string): number {
  if (zone === 'UTC') return 0
  let known = offsets.get(zone)
  if (known === undefined) offsets.set(zone, (known = new Map()))
  const block = Math.floor(instant / blockMs)
  const start = cachedOffset(known, block * blockMs, zone)
  // Intl is slow, and no zone changes its clock twice within a week.
  if (start === cachedOffset(known, (block + 1) * blockMs, zone)) return start
  return cachedOffset(known, Math.floor(instant / quarterHourMs) * quarterHourMs, zone)
}

export function wallOf(instant: number, zone: string): number {
  return instant + offsetAt(instant, zone)
}

/**
 * Returns the first instant of a wall time that occurs twice; for one that is skipped, the instant equally far after
 * the skip.
 */
export function instantOf(wall: number, zone: string): number {
  if (zone === 'UTC') return wall
  const before = offsetAt(wall - 24 * 3_600_000, zone)
  if (offsetAt(wall - before, zone) === before) return wall - before
  const after = offsetAt(wall + 24 * 3_600_000, zone)
  if (offsetAt(wall - after, zone) === after) return wall - after
  return wall - before
}

/** Returns the zone if this runtime knows it, otherwise UTC. */
export function knownZone(zone: string): string {
  try {
    formatterOf(zone)
    return zone
  } catch (error) {
    if (error instanceof RangeError) return 'UTC'
    throw error
  }
}

function cachedOffset(known: Map<number, number>, instant: number, zone: string): number {
  const cached = known.get(instant)
  if (cached !== undefined) return cached
  const offset = askOffset(instant, zone)
  if (known.size > 20_000) known.clear()
  known.set(instant, offset)
  return offset
}

function askOffset(instant: number, zone: string): number {
  const parts: Record<string, number> = {}
  let beforeChrist = false
  for (const part of formatterOf(zone).formatToParts(instant)) {
    if (part.type === 'era') beforeChrist = part.value.startsWith('B')
    else parts[part.type] = Number(part.value)
  }
  const year = parts['year'] ?? 1970
  const date = new Date(0)
  date.setUTCFullYear(beforeChrist ? 1 - year : year, (parts['month'] ?? 1) - 1, parts['day'] ?? 1)
  date.setUTCHours(parts['hour'] ?? 0, parts['minute'] ?? 0, parts['second'] ?? 0)
  return date.getTime() - Math.floor(instant / 1000) * 1000
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone)
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(zone, formatter)
  }
  return formatter
}
