import { localOwner } from '@tidemark/shared/access/actor'
import { samePercent, type Flag } from '@tidemark/shared/flags/flag'
import { expect, test } from 'vitest'
import { audienceWords, isOnFor, membersWith } from './flag-words'

test.each([
  [samePercent(0), 'Off'],
  [samePercent(100), 'Everyone'],
  [samePercent(30), '30 % of everyone'],
  [{ ...samePercent(0), admin: 100, owner: 100, editor: 25 }, 'All admins and owners, 25 % of editors'],
  [{ ...samePercent(0), viewer: 5 }, '5 % of viewers'],
  [{ ...samePercent(100), owner: 0 }, 'All viewers, explorers, editors and admins'],
])('%o is said as %s', (percentByRole, words) => {
  expect(audienceWords(percentByRole)).toBe(words)
})

const flag: Flag = {
  name: 'fast-lane',
  description: '',
  variants: [],
  percentByRole: { ...samePercent(0), admin: 100 },
  archivedAt: null,
  createdAt: 1,
  createdBy: 'ann',
  updatedAt: 1,
  updatedBy: 'ann',
}

test('of the members those are named whose role has it, with their variant', () => {
  const members = [
    { userId: 'ann', name: 'Ann', email: null, role: 'admin', attributes: null, joinedAt: 1 },
    { userId: 'ed', name: 'Ed', email: null, role: 'editor', attributes: null, joinedAt: 1 },
  ] as const
  expect(membersWith(flag, members)).toEqual(['Ann'])
  expect(membersWith({ ...flag, variants: ['blue'] }, members)).toEqual(['Ann (blue)'])
})

test('one’s own switch is on where one has it, whatever share others made it for', () => {
  const shared = (owner: number) => isOnFor({ ...flag, percentByRole: { ...samePercent(0), owner } }, localOwner)
  const shares = Array.from({ length: 101 }, (_, percent) => percent)
  const { length: offUntil } = shares.filter((percent) => !shared(percent))
  // Otherwise no percentage would distinguish the two flags.
  expect(offUntil).toBeGreaterThan(1)
  expect([shared(offUntil - 1), shared(offUntil), shared(100), isOnFor(null, localOwner)]).toEqual([
    false,
    true,
    true,
    false,
  ])
})
