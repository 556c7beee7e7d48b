import { expect, test } from 'vitest'
import { localOwner, type Actor } from '../access/actor'
import { dashboardIdSchema } from '../dashboards/dashboard'
import { effectiveValue, filterIdSchema, filterSchema } from './filter'
import { withOwnDefaults } from './own-default'

const stamps = { createdAt: 0, createdBy: 'ann', updatedAt: 0, updatedBy: 'ann' }
const id = filterIdSchema.parse('f')
const filterOf = (changes: object) =>
  filterSchema.parse({
    ...{ id, dashboardId: dashboardIdSchema.parse('d'), name: 'F', column: 'c', kind: 'category' },
    ...{ default: null, scope: { kind: 'all' }, order: 'a0', ...stamps, ...changes },
  })
const bob: Actor = {
  ...localOwner,
  kind: 'person',
  role: 'viewer',
  attributes: { region: ['North', 'South'], store: ['12'], 'user.name': ['Bob'] },
}
const plain = { kind: 'values', values: ['Rome'] }

test.each([
  ['values', { defaultAttribute: 'region' }, { kind: 'values', values: ['North', 'South'] }],
  ['the first of them in a search', { kind: 'search', defaultAttribute: 'region' }, { kind: 'text', text: 'North' }],
  ['a number', { kind: 'number', defaultAttribute: 'store' }, { kind: 'range', min: 12, max: 12 }],
  ['no number where the value is none', { kind: 'number', defaultAttribute: 'region' }, null],
  ['nothing of a time', { kind: 'time', defaultAttribute: 'region' }, null],
  ['the role', { defaultAttribute: 'user.role' }, { kind: 'values', values: ['viewer'] }],
  ['the plain default for who has none', { defaultAttribute: 'team', default: plain }, plain],
  ['the plain default where nothing of theirs is asked for', { defaultAttribute: null, default: plain }, plain],
])('a filter begins with %s', (_, changes, value) => {
  const [filter] = withOwnDefaults([filterOf(changes)], bob)
  expect(filter && effectiveValue(filter, {})).toEqual(value)
})

test('what was chosen goes before the own default, and a required filter comes back to it', () => {
  const [open] = withOwnDefaults([filterOf({ defaultAttribute: 'region' })], bob)
  const [required] = withOwnDefaults([filterOf({ defaultAttribute: 'region', isRequired: true })], bob)
  expect(open && effectiveValue(open, { [id]: null })).toBeNull()
  expect(open && effectiveValue(open, { [id]: { kind: 'values', values: ['East'] } })).toMatchObject({
    values: ['East'],
  })
  expect(required && effectiveValue(required, { [id]: null })).toMatchObject({ values: ['North', 'South'] })
})

test('the owner of local mode has no attributes', () => {
  const filters = [filterOf({ defaultAttribute: 'user.role' })]
  expect(withOwnDefaults(filters, { ...localOwner, attributes: { region: ['North'] } })).toEqual(filters)
})
