import { describe, expect, it } from 'vitest'
import { ageText } from '@/ui/text/age-text'
import { durationText, rowsText, secondsText } from './result-summary'

const bins = { count: 1, dropped: 0, x: { low: 0, high: 1 }, y: null, whole: false, restCount: 0 } as const

describe('what a tile says about its rows', () => {
  it('has the digits of the chart above it', () => {
    expect(rowsText({ rowCount: 1204, truncated: null }, 'es')).toBe('1.204 of 1.204 rows')
  })

  it.each([
    ['everything is there', 7, null, '7 of 7 rows'],
    ['one row is not rows', 1, null, '1 of 1 row'],
    ['a cut with a known total', 10_000, { reason: 'rows', total: 52_311 }, 'First 10,000 of 52,311 rows'],
    ['a cut with an unknown total', 10_000, { reason: 'bytes' }, 'First 10,000 rows, there are more'],
    ['a thinned series', 2000, { reason: 'points', total: 90_000 }, '2,000 points of 90,000 rows'],
    ['rows counted in bins', 412, { reason: 'bins', total: 90_000 }, '90,000 rows, counted in bins'],
    [
      'rows put in quartiles',
      8,
      { reason: 'bins', total: 90_000, bins: { ...bins, of: { mark: 'box', x: 'kind', y: 'days' } } },
      '90,000 rows, put in quartiles',
    ],
    [
      'a thinned series of many',
      2000,
      { reason: 'points', total: 90_000, seriesCount: 1200 },
      '2,000 points of 90,000 rows, the largest of 1,200 series',
    ],
  ] as const)('%s', (_, rowCount, truncated, text) => expect(rowsText({ rowCount, truncated }, 'en')).toBe(text))

  it('says apart what they are compared with', () => {
    const compared = { column: 'day', from: '2026-01-02', before: '2026-01-02', count: 1, unit: 'day' } as const
    const fields = [{ name: 'day', type: 'date', databaseType: 'DATE', nullable: false } as const]
    const result = { fields, columns: [['2026-01-01', '2026-01-02']], rowCount: 2, truncated: null, compared }
    expect(rowsText(result, 'en')).toBe('1 of 1 row, compared with 1 of earlier')
  })

  it('writes numbers as the reader does', () => {
    expect(rowsText({ rowCount: 10_000, truncated: { reason: 'rows', total: 52_311 } }, 'de')).toBe(
      'First 10.000 of 52.311 rows',
    )
    expect(secondsText(1234, 'de')).toBe('1,2 s')
  })
})

describe('what a tile says about time', () => {
  const timing = { queueMs: 1, planMs: 2, executeMs: 30, fetchMs: 4, encodeMs: 1 }

  it('adds up all phases of the run', () => {
    expect(durationText(timing, 'en')).toBe('38 ms')
    expect(durationText({ ...timing, executeMs: 1192 }, 'en')).toBe('1.2 s')
    expect(durationText({ queueMs: 0, planMs: 0, executeMs: 0.2, fetchMs: 0, encodeMs: 0 }, 'en')).toBe('1 ms')
  })

  it.each([
    [-4000, 'just now'],
    [4999, 'just now'],
    [12_900, '12 s ago'],
    [60_000, '1 min ago'],
    [3_599_000, '59 min ago'],
    [3_600_000, '1 h ago'],
    [86_399_000, '23 h ago'],
    [86_400_000, '1 day ago'],
    [9 * 86_400_000, '9 days ago'],
  ])('calls %i ms ago %s', (ageMs, text) => expect(ageText(1_000_000, 1_000_000 + ageMs)).toBe(text))
})
