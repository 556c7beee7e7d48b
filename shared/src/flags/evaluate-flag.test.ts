import { describe, expect, test } from 'vitest'
import { roles } from '../access/roles'
import { evaluateFlag } from './evaluate-flag'
import { samePercent } from './flag'

const flag = (changes: Partial<Parameters<typeof evaluateFlag>[0]> = {}) => ({
  name: 'fast-lane',
  variants: [],
  percentByRole: samePercent(100),
  archivedAt: null,
  ...changes,
})
const people = Array.from({ length: 4_000 }, (_, index) => ({ userId: `person-${index}`, role: 'editor' as const }))
const having = (changes: Partial<Parameters<typeof evaluateFlag>[0]>) =>
  people.filter((person) => evaluateFlag(flag(changes), person) !== false).map(({ userId }) => userId)

test.each(roles)('the share of %s counts for that role alone', (role) => {
  const percentByRole = { ...samePercent(0), [role]: 100 }
  const on = roles.filter((other) => evaluateFlag(flag({ percentByRole }), { userId: 'ann', role: other }) !== false)
  expect(on).toEqual([role])
})

describe('a share of a hundred', () => {
  test.each([0, 1, 10, 50, 99, 100])('of %i has about so many people', (percent) => {
    const count = having({ percentByRole: samePercent(percent) }).length
    const expected = (people.length * percent) / 100
    expect(Math.abs(count - expected)).toBeLessThanOrEqual(4.5 * Math.sqrt((expected * (100 - percent)) / 100))
  })

  test('that grows keeps all who had it', () => {
    const [few, more] = [10, 40].map((percent) => having({ percentByRole: samePercent(percent) }))
    expect(new Set(more).size).toBeGreaterThan(new Set(few).size)
    expect(few?.filter((id) => !more?.includes(id))).toEqual([])
  })

  test('draws other people for a flag of another name', () => {
    const percentByRole = samePercent(50)
    const [one, other] = [having({ percentByRole }), new Set(having({ name: 'slow-lane', percentByRole }))]
    const both = one.filter((id) => other.has(id)).length
    expect(Math.abs(both - people.length / 4)).toBeLessThan(150)
  })
})

test('variants are shared out evenly, and stay with a person whatever the share is', () => {
  const variants = ['blue', 'green']
  const counts = new Map<unknown, number>()
  for (const person of people) {
    const value = evaluateFlag(flag({ variants }), person)
    counts.set(value, (counts.get(value) ?? 0) + 1)
    const atHalf = evaluateFlag(flag({ variants, percentByRole: samePercent(50) }), person)
    if (atHalf !== false) expect(atHalf).toBe(value)
  }
  expect(new Set(counts.keys())).toEqual(new Set(variants))
  for (const count of counts.values()) expect(Math.abs(count - people.length / 2)).toBeLessThan(150)
})

test('nobody has an archived one', () => {
  expect(having({ archivedAt: 5 })).toEqual([])
})
