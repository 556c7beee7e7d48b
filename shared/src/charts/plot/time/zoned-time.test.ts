import { describe, expect, it } from 'vitest'
import { addGrain, floorTime, grainFromTimes } from './time-grain'
import { parseTime } from './parse-time'
import { instantOf, knownZone, offsetAt, wallOf } from './zoned-time'

const hour = 3_600_000
const at = (text: string) => Date.parse(text)

describe('time in a zone', () => {
  it.each([
    ['2026-01-15T12:00Z', 'Europe/Berlin', 1],
    ['2026-07-15T12:00Z', 'Europe/Berlin', 2],
    ['2026-03-29T00:59Z', 'Europe/Berlin', 1],
    ['2026-03-29T01:00Z', 'Europe/Berlin', 2],
    ['2026-10-25T00:59Z', 'Europe/Berlin', 2],
    ['2026-10-25T01:00Z', 'Europe/Berlin', 1],
    ['2026-07-15T12:00Z', 'Asia/Kathmandu', 5.75],
    ['2026-07-15T12:00Z', 'America/St_Johns', -2.5],
    ['1900-01-01T00:00Z', 'UTC', 0],
  ])('at %s the offset of %s is %d hours', (instant, zone, hours) => {
    expect(offsetAt(at(instant), zone) / hour).toBe(hours)
  })

  it('counts 23 and 25 hours on the days the clocks change', () => {
    const dayLength = (day: string, next: string) =>
      (instantOf(at(next), 'Europe/Berlin') - instantOf(at(day), 'Europe/Berlin')) / hour
    expect(dayLength('2026-03-29T00:00Z', '2026-03-30T00:00Z')).toBe(23)
    expect(dayLength('2026-10-25T00:00Z', '2026-10-26T00:00Z')).toBe(25)
    expect(dayLength('2026-06-01T00:00Z', '2026-06-02T00:00Z')).toBe(24)
  })

  it('takes the first of an hour that comes twice and steps over one that does not come', () => {
    expect(instantOf(at('2026-10-25T02:30Z'), 'Europe/Berlin')).toBe(at('2026-10-25T00:30Z'))
    expect(wallOf(instantOf(at('2026-03-29T02:30Z'), 'Europe/Berlin'), 'Europe/Berlin')).toBe(at('2026-03-29T03:30Z'))
  })

  it('finds midnight where the clocks change at midnight', () => {
    const start = instantOf(at('2025-09-07T00:00Z'), 'America/Santiago')
    expect(wallOf(start, 'America/Santiago')).toBe(at('2025-09-07T01:00Z'))
  })

  it('falls back to UTC for a zone nobody knows', () => {
    expect(knownZone('Mars/Olympus')).toBe('UTC')
    expect(knownZone('Europe/Berlin')).toBe('Europe/Berlin')
  })

  it.each([
    ['2026-05-04', { ms: at('2026-05-04T00:00Z'), hasOffset: false }],
    ['2026-05-04T10:20:30', { ms: at('2026-05-04T10:20:30Z'), hasOffset: false }],
    ['2026-05-04T10:20:30.123456', { ms: at('2026-05-04T10:20:30.123Z'), hasOffset: false }],
    ['2026-05-04T10:20:30+02:00', { ms: at('2026-05-04T08:20:30Z'), hasOffset: true }],
    ['2026-05-04T10:20:30-0330', { ms: at('2026-05-04T13:50:30Z'), hasOffset: true }],
    ['2026-05-04 10:20:30+02', { ms: at('2026-05-04T08:20:30Z'), hasOffset: true }],
    ['2026-05-04T10:20:30Z', { ms: at('2026-05-04T10:20:30Z'), hasOffset: true }],
    ['infinity', null],
    ['yesterday', null],
  ])('reads %s', (text, parsed) => {
    expect(parseTime(text)).toEqual(parsed)
  })
})

describe('buckets', () => {
  const days = (...texts: string[]) => texts.map((text) => at(`${text}T00:00Z`))

  it.each([
    [days('2024-01-01', '2026-01-01'), 'year'],
    [days('2026-01-01', '2026-04-01', '2026-10-01'), 'quarter'],
    [days('2026-01-01', '2026-02-01'), 'month'],
    [days('2026-05-04', '2026-05-11', '2026-06-01'), 'week'],
    [days('2026-05-03', '2026-05-10'), 'week'],
    [days('2026-05-04', '2026-05-05'), 'day'],
    [[at('2026-05-04T10:00Z'), at('2026-05-04T13:00Z')], 'hour'],
    [[at('2026-05-04T10:00:05Z'), at('2026-05-04T10:00:07Z')], 'second'],
    [[at('2026-05-04T10:00:05.5Z'), at('2026-05-04T10:00:07Z')], undefined],
    [days('2026-05-04'), undefined],
  ])('%j come by %s', (walls, grain) => {
    expect(grainFromTimes(walls)?.grain).toBe(grain)
  })

  it.each([
    [1, '2026-05-11'],
    [0, '2026-05-10'],
    [6, '2026-05-16'],
  ])('weeks start on the weekday asked for (%d)', (weekday, start) => {
    expect(floorTime(at('2026-05-16T15:00Z'), 'week', weekday)).toBe(at(`${start}T00:00Z`))
  })

  it('adds months and years by the calendar', () => {
    expect(addGrain(at('2024-02-01T00:00Z'), 'month', 1)).toBe(at('2024-03-01T00:00Z'))
    expect(addGrain(at('2024-01-01T00:00Z'), 'quarter', -1)).toBe(at('2023-10-01T00:00Z'))
    expect(addGrain(at('2024-01-01T00:00Z'), 'year', 10)).toBe(at('2034-01-01T00:00Z'))
  })
})
