import { expect, test } from 'vitest'
import { attributesOfDrafts, draftsOf, problemOf } from './attribute-drafts'

const draft = (name: string, values: string, key = name) => ({ key, name, values })

test('lines are values, each once and without blanks; what was left empty is nothing', () => {
  const drafts = [draft(' region ', 'North\n\n  Zürich, Kreis 1 \nNorth'), draft('', ' \n')]
  expect(attributesOfDrafts(drafts)).toEqual({ region: ['North', 'Zürich, Kreis 1'] })
  expect(attributesOfDrafts(draftsOf({ team: ['a', 'b'] }))).toEqual({ team: ['a', 'b'] })
  expect(attributesOfDrafts(draftsOf({}))).toEqual({})
})

test.each([
  ['a name in capitals', draft('Region', 'a'), 'name'],
  ['a reserved name', draft('user.role', 'a'), 'name'],
  ['values without a name', draft('', 'a'), 'name'],
  ['a name that is there twice', draft('team', 'a', 'other'), 'name'],
  ['no value', draft('region', ' \n '), 'values'],
  ['51 values', draft('region', Array.from({ length: 51 }, (_, at) => `v${at}`).join('\n')), 'values'],
  ['a long value', draft('region', 'a'.repeat(201)), 'values'],
])('%s is told', (_, one, of) => {
  expect(problemOf(one, [one, draft('team', 'a')])).toMatchObject({ of })
})

test('nothing is told of an attribute that is right or of an empty line', () => {
  const drafts = [draft('region', 'a'), draft('', '')]
  expect(drafts.map((one) => problemOf(one, drafts))).toEqual([null, null])
})
