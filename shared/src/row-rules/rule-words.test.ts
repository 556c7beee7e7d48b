import { expect, test } from 'vitest'
import type { RowCondition, RowRule } from '../builder/row-rules/row-rule'
import { ownRowsOfPerson, ruleText } from './rule-words'

const condition = (name: string, test_: RowCondition['test'], type: 'text' | 'integer' = 'text'): RowCondition => ({
  ...{ id: name, column: { name, type, databaseType: '' } },
  test: test_,
})
type Person = Parameters<typeof ownRowsOfPerson>[0]
const byRegion = condition('region', { kind: 'attribute', attribute: 'region' })
const open = condition('status', { kind: 'values', values: ['open', 'held', 'sent'] })
const byTeam = condition('team', { kind: 'attribute', attribute: 'team' }, 'integer')
const rule = (match: RowRule['match'], ...conditions: readonly RowCondition[]): RowRule => ({
  ...{ match, conditions: [...conditions], exempt: 'admin' },
})
const admin: Person = { role: 'admin' }
const none: Person = { role: 'editor' }
const north: Person = { role: 'editor', attributes: { region: ['North', 'South'], team: ['blue'] } }

test('a rule is told as it is', () => {
  expect(ruleText(rule('all', byRegion, open))).toBe(
    'rows whose region is one of their “region” and status is open, held or sent',
  )
})

test.each([
  ['who is exempt', admin, rule('all', byRegion), 'all rows'],
  ['of values', north, rule('all', byRegion), 'rows whose region is North or South'],
  ['without the attribute', none, rule('all', byRegion, open), 'no rows: the attribute “region” is not set'],
  ['where one of them is enough', none, rule('any', byRegion, open), 'rows whose status is open, held or sent'],
  [
    'of a value that the column cannot have',
    north,
    rule('all', byTeam),
    'no rows: no value of the attribute “team” fits the column team',
  ],
])('%s is told which rows they see', (_name, person, of, text) => {
  expect(ownRowsOfPerson(person, of).text).toBe(text)
})
