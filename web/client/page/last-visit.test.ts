import { expect, test } from 'vitest'
import { parseVisits, visitsAt, visitsText, type Visits } from './last-visit'

const minute = 60_000
const at = (moments: readonly number[], known: Visits | null = null) =>
  moments.reduce<Visits | null>((visits, moment) => visitsAt(visits, moment), known)

test('the first visit is since nothing', () => {
  expect(at([minute, 2 * minute])).toEqual({ seenAt: 2 * minute, since: null, startedAt: minute })
})

test('a visit goes on over a short pause, and is another after a long one, since the workspace was last open', () => {
  expect(at([minute, 30 * minute, 50 * minute])).toMatchObject({ since: null, startedAt: minute })
  expect(at([minute, 2 * minute, 40 * minute, 41 * minute])).toEqual({
    seenAt: 41 * minute,
    since: 2 * minute,
    startedAt: 40 * minute,
  })
})

test('a clock that was set back ends nothing', () => {
  expect(at([90 * minute, minute])).toMatchObject({ seenAt: 90 * minute, since: null })
})

test('visits are kept as text, and another text is none', () => {
  const visits = { seenAt: 3, since: null, startedAt: 2 }
  for (const kept of [visits, { ...visits, since: 1 }]) expect(parseVisits(visitsText(kept))).toEqual(kept)
  for (const text of ['', '1.2', 'a.b.c', '1.2.3.4']) expect(parseVisits(text)).toBeNull()
})
