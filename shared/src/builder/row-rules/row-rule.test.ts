import { expect, test } from 'vitest'
import { rowConditionSchema } from './row-rule'

test.each([
  ['region', true],
  ['user.email', true],
  ['user.role', true],
  // People give it themselves.
  ['user.name', false],
])('a rule that compares %s: %s', (attribute, isRule) => {
  const column = { name: 'who', type: 'text', databaseType: 'VARCHAR' }
  const condition = { id: 'c', column, test: { kind: 'attribute', attribute } }
  expect(rowConditionSchema.safeParse(condition).success).toBe(isRule)
})
