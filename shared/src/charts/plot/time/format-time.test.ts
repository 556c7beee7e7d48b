import { describe, expect, it } from 'vitest'
import { formatBucket, formatPeriod, formatTimeTick } from './format-time'

const at = (text: string) => Date.parse(`${text}Z`)
const now = at('2026-08-01T00:00')

describe('times', () => {
  it.each([
    ['2026-01-01T00:00', 'year', 'en', '2026'],
    ['2026-04-01T00:00', 'quarter', 'en', 'Q2 2026'],
    ['2026-05-01T00:00', 'month', 'en', 'May 2026'],
    ['2026-05-01T00:00', 'month', 'de', 'Mai 2026'],
    ['2026-05-04T00:00', 'week', 'en', 'May 4, 2026 – May 10, 2026'],
    ['2026-05-04T00:00', 'day', 'en', 'Mon, May 4, 2026'],
    ['2026-05-04T14:00', 'hour', 'en', 'May 4, 2026, 2:00 PM'],
    ['2026-05-04T14:05', null, 'de', '4. Mai 2026, 14:05'],
    ['0987-01-01T00:00', 'year', 'en', '987'],
    ['0000-01-01T00:00', 'day', 'en', 'Sat, Jan 1, 0'],
    ['0000-05-01T00:00', 'month', 'de', 'Mai 0'],
    ['-000043-03-15T00:00', 'year', 'en', '−43'],
    ['-000043-03-15T00:00', null, 'en', 'Mar 15, −43'],
  ] as const)('the bucket of %s by %s in %s is %s', (text, grain, locale, label) => {
    expect(formatBucket(at(text), grain, locale)).toBe(label)
  })

  it.each([
    ['en-US', '2:00 PM'],
    ['en-GB', '14:00'],
    ['ko', '14:00'],
  ])('the clock of %s does not depend on the runtime: %s', (locale, clock) => {
    expect(formatBucket(at('2026-05-04T14:00'), 'hour', locale).endsWith(`, ${clock}`)).toBe(true)
  })

  it('keeps the Gregorian calendar and Western digits in every locale', () => {
    expect(formatBucket(at('2026-01-01T00:00'), null, 'th-TH')).toContain('2026')
    expect(formatBucket(at('2026-01-01T00:00'), null, 'fa-IR')).toMatch(/2026/)
  })

  it('names the year on the first tick and where it changes', () => {
    const ticks = ['2025-10-01T00:00', '2025-12-01T00:00', '2026-02-01T00:00'].map(at)
    expect(ticks.map((tick, index) => formatTimeTick(tick, ticks[index - 1] ?? null, 'month', 'en', now))).toEqual([
      'Oct ’25',
      'Dec',
      'Feb ’26',
    ])
    const [old, late] = [at('1850-01-01T00:00'), at('2050-01-01T00:00')]
    expect(formatTimeTick(old, null, 'month', 'en', now)).toBe('Jan 1850')
    expect(formatTimeTick(late, old, 'quarter', 'en', now)).toBe('Q1 2050')
    expect(formatTimeTick(at('2026-02-01T00:00'), null, 'month', 'ja', now)).toBe('2026年2月')
  })

  it.each([
    ['2026-01-01', null, 'en-GB', '1 Jan'],
    ['2025-01-01', null, 'en-GB', '1 Jan ’25'],
    ['2025-01-02', '2025-01-01', 'en-GB', '2 Jan'],
    ['2026-01-01', '2025-12-31', 'en-GB', '1 Jan ’26'],
    ['1900-01-01', null, 'en-US', 'Jan 1 1900'],
    ['2025-01-01', null, 'ja', '2025年1月1日'],
  ])('the day %s after %s in %s names the year where nobody would know it: %s', (day, previous, locale, label) => {
    for (const unit of ['day', 'week', 'hour'] as const) {
      const before = previous === null ? null : at(`${previous}T00:00`)
      expect(formatTimeTick(at(`${day}T00:00`), before, unit, locale, now)).toBe(label)
    }
  })

  it('names the day where hours pass midnight', () => {
    expect(formatTimeTick(at('2026-05-05T00:00'), at('2026-05-04T18:00'), 'hour', 'en', now)).toBe('May 5')
    expect(formatTimeTick(at('2026-05-05T06:00'), at('2026-05-05T00:00'), 'hour', 'en', now)).toBe('6:00 AM')
    expect(formatTimeTick(at('2026-05-05T09:00'), null, 'hour', 'en-GB', now)).toBe('09:00')
    expect(formatTimeTick(at('2026-05-06T09:00'), at('2026-05-05T17:00'), 'hour', 'en-GB', now)).toBe('6 May, 09:00')
    expect(formatTimeTick(at('2026-01-02T09:00'), at('2025-12-31T17:00'), 'minute', 'en-GB', now)).toBe(
      '2 Jan ’26, 09:00',
    )
    expect(formatTimeTick(at('2026-05-05T00:00'), at('2026-05-04T23:59'), 'second', 'en-GB', now)).toBe('5 May')
  })

  it('names a period shortly', () => {
    expect(formatPeriod(at('2026-10-01T00:00'), 'month', 'en')).toBe('Oct')
    expect(formatPeriod(at('2026-10-05T00:00'), 'week', 'en')).toBe('Oct 5')
  })
})
