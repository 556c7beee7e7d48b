import { describe, expect, test } from 'vitest'
import { nextTimes, scheduleSchema } from './schedule'
import { patternOfWords, scheduleExamples, wordsOfPattern } from './schedule-words'

const times = (pattern: string, timeZone: string, after: string, count = 3) =>
  nextTimes({ pattern, timeZone }, Date.parse(after), count).map((time) => new Date(time).toISOString().slice(0, 16))

describe('a schedule on the days when clocks change', () => {
  test.each([
    [
      '02:30 does not exist: the first minute after the gap',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00', '2026-03-30T00:30', '2026-03-31T00:30'],
    ],
    [
      '02:30 exists twice: the first',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-24T12:00Z',
      ['2026-10-25T00:30', '2026-10-26T01:30', '2026-10-27T01:30'],
    ],
    [
      '08:00 stays 08:00 when clocks go forward',
      '0 8 * * *',
      'Europe/Berlin',
      '2026-03-28T00:00Z',
      ['2026-03-28T07:00', '2026-03-29T06:00', '2026-03-30T06:00'],
    ],
    [
      '08:00 stays 08:00 when clocks go back',
      '0 8 * * *',
      'America/New_York',
      '2026-10-31T00:00Z',
      ['2026-10-31T12:00', '2026-11-01T13:00', '2026-11-02T13:00'],
    ],
    [
      'each hour that passes, when clocks go back',
      '0 * * * *',
      'Europe/Berlin',
      '2026-10-24T23:30Z',
      ['2026-10-25T00:00', '2026-10-25T01:00', '2026-10-25T02:00'],
    ],
    [
      'each hour that passes, when clocks go forward',
      '0 * * * *',
      'Europe/Berlin',
      '2026-03-29T00:30Z',
      ['2026-03-29T01:00', '2026-03-29T02:00', '2026-03-29T03:00'],
    ],
    [
      'of several times that exist twice each the first',
      '15,45 2 * * *',
      'Europe/Berlin',
      '2026-10-24T12:00Z',
      ['2026-10-25T00:15', '2026-10-25T00:45', '2026-10-26T01:15'],
    ],
    [
      'between hours that are named each once, when clocks go back',
      '15 1-3 * * *',
      'Europe/Berlin',
      '2026-10-24T22:50Z',
      ['2026-10-24T23:15', '2026-10-25T00:15', '2026-10-25T02:15'],
    ],
    [
      'several times that do not exist: once, after the gap',
      '15,45 2 * * *',
      'Europe/Berlin',
      '2027-03-27T12:00Z',
      ['2027-03-28T01:00', '2027-03-29T00:15', '2027-03-29T00:45'],
    ],
    [
      'half an hour that does not exist',
      '15 2 * * *',
      'Australia/Lord_Howe',
      '2026-10-03T00:00Z',
      ['2026-10-03T15:30', '2026-10-04T15:15', '2026-10-05T15:15'],
    ],
    [
      'midnight that does not exist',
      '0 0 * * *',
      'America/Sao_Paulo',
      '2018-11-03T12:00Z',
      ['2018-11-04T03:00', '2018-11-05T02:00', '2018-11-06T02:00'],
    ],
    [
      'the last day of each month',
      '0 18 L * *',
      'UTC',
      '2026-01-05T00:00Z',
      ['2026-01-31T18:00', '2026-02-28T18:00', '2026-03-31T18:00'],
    ],
  ])('%s', (_, pattern, timeZone, after, expected) => {
    expect(times(pattern, timeZone, after)).toEqual(expected)
  })
})

test.each([
  ['every weekday at 08:00', '0 8 * * 1-5'],
  ['each weekday at 8', '0 8 * * 1-5'],
  ['Weekdays at 8', '0 8 * * 1-5'],
  ['every day at 5 pm', '0 17 * * *'],
  ['daily at 12 am', '0 0 * * *'],
  ['every day at noon', '0 12 * * *'],
  ['on the 1st', '0 8 1 * *'],
  ['on the 15th of every month at 07:30', '30 7 15 * *'],
  ['monthly', '0 8 1 * *'],
  ['the last day of the month at 18:00', '0 18 L * *'],
  ['Mondays and Fridays at 9:15', '15 9 * * 1,5'],
  ['every mon, wed and fri at 9', '0 9 * * 1,3,5'],
  ['every weekend at 10', '0 10 * * 0,6'],
  ['weekly', '0 8 * * 1'],
  ['every hour', '0 * * * *'],
  ['every hour at :20', '20 * * * *'],
  ['every 15 minutes', '*/15 * * * *'],
  ['every 6 hours', '0 */6 * * *'],
  ['5 4 * * 2', '5 4 * * 2'],
])('“%s” is the pattern %s', (words, pattern) => {
  expect(patternOfWords(words)).toBe(pattern)
  expect(scheduleSchema.safeParse({ pattern, timeZone: 'UTC' }).success).toBe(true)
})

test.each([
  '',
  'now',
  'every day at 25:00',
  'every day at 8:75',
  'at 13 pm',
  'every 7 minutes',
  'every 1 minutes',
  'on the 32nd',
  'on the 0th',
  'every blue moon',
  'mon tue x',
])('“%s” is no schedule', (words) => expect(patternOfWords(words)).toBeNull())

test.each([
  ...scheduleExamples,
  'Every 15 minutes',
  'Every 6 hours',
  'Every hour at :20',
  'Every Monday, Wednesday and Friday at 09:05',
  'On the 22nd at 08:00',
  'On the 13th at 08:00',
  'Every weekend at 10:00',
])('“%s” comes back from its pattern', (words) => expect(wordsOfPattern(patternOfWords(words) ?? '')).toBe(words))

test.each(['5 4 1 2 *', '1,2 4 * * *', '0 8 1 * 1', '0 8-10 * * *'])(
  '%s has no words and is shown as it is',
  (pattern) => {
    expect(wordsOfPattern(pattern)).toBe(pattern)
  },
)

test.each([
  ['* * * * *', 'UTC'],
  ['*/2 * * * *', 'UTC'],
  ['0 0 8 * * *', 'UTC'],
  ['0 8 * *', 'UTC'],
  ['0 8 31 2 *', 'UTC'],
  ['x', 'UTC'],
  ['0 8 * * *', 'Mars/Olympus'],
])('%s in %s is refused', (pattern, timeZone) => {
  expect(scheduleSchema.safeParse({ pattern, timeZone }).success).toBe(false)
})
