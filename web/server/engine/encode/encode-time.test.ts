import { expect, test } from 'vitest'
import { createZonedTimestampText, dateText, timestampNanosText, timestampText, timeText } from './encode-time'

test.each([
  [0, '1970-01-01'],
  [-1, '1969-12-31'],
  [19_782, '2024-02-29'],
  [-719_528, '0000-01-01'],
  [-719_529, '-000001-12-31'],
  [2_932_896, '9999-12-31'],
  [2_932_897, '+010000-01-01'],
  [2_147_483_647, 'infinity'],
  [-2_147_483_647, '-infinity'],
])('day %i is %s', (days, text) => expect(dateText(days)).toBe(text))

test.each([
  [0n, '1970-01-01T00:00:00'],
  [-1n, '1969-12-31T23:59:59.999999'],
  [1_709_210_096_000_001n, '2024-02-29T12:34:56.000001'],
  [9_223_372_036_854_775_807n, 'infinity'],
])('microsecond %i is %s', (micros, text) => expect(timestampText(micros)).toBe(text))

test('a safe number is written as the same bigint', () => {
  for (const micros of [0, -1, 1_709_210_096_000_001, -9_000_000_000_000_000])
    expect(timestampText(micros)).toBe(timestampText(BigInt(micros)))
})

test('midnight at the end of the day is 24:00', () => expect(timeText(86_400_000_000)).toBe('24:00:00'))

test('nanoseconds are written when there are some', () => {
  expect(timestampNanosText(1_000_000_001n)).toBe('1970-01-01T00:00:01.000000001')
  expect(timestampNanosText(1_000_000_000n)).toBe('1970-01-01T00:00:01')
  expect(timestampNanosText(-1n)).toBe('1969-12-31T23:59:59.999999999')
})

test.each([
  ['Europe/Berlin', '2024-03-31T00:59:59Z', '2024-03-31T01:59:59+01:00'],
  ['Europe/Berlin', '2024-03-31T01:00:00Z', '2024-03-31T03:00:00+02:00'],
  ['Europe/Berlin', '2024-10-27T00:30:00Z', '2024-10-27T02:30:00+02:00'],
  ['Europe/Berlin', '2024-10-27T01:30:00Z', '2024-10-27T02:30:00+01:00'],
  ['America/St_Johns', '2024-01-01T00:00:00Z', '2023-12-31T20:30:00-03:30'],
  ['Australia/Lord_Howe', '2024-04-06T15:00:00Z', '2024-04-07T01:30:00+10:30'],
  ['Asia/Kathmandu', '2024-01-01T00:00:00Z', '2024-01-01T05:45:00+05:45'],
  ['UTC', '2024-01-01T00:00:00Z', '2024-01-01T00:00:00+00:00'],
  ['Europe/Berlin', '1890-01-01T00:00:00Z', '1890-01-01T00:53:28+00:53:28'],
])('in %s the instant %s is %s', (zone, instant, text) => {
  const micros = Date.parse(instant) * 1000
  expect(createZonedTimestampText(zone)(micros)).toBe(text)
  expect(createZonedTimestampText(zone)(BigInt(micros))).toBe(text)
})
