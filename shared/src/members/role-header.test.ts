import { expect, test } from 'vitest'
import { actorHeaders, attributesAndGroupsIn, roleHeader } from './role-header'

test('the headers of a pull carry the role, the attributes and the groups, whatever letters these have', () => {
  const attributes = { region: ['Zürich, Kreis 1', '東京'], 'user.name': ['Ann'] }
  const headers = new Headers(actorHeaders({ role: 'viewer', attributes, groups: ['sales'] }))
  expect(headers.get(roleHeader)).toBe('viewer')
  expect(attributesAndGroupsIn(headers)).toEqual({ attributes, groups: ['sales'] })
})

test('attributes too long for a header, or none, are left out', () => {
  const long = { region: Array.from({ length: 50 }, (_, at) => `${at}`.repeat(80)) }
  for (const attributes of [long, undefined])
    expect(actorHeaders({ role: 'viewer', attributes })).toEqual({ [roleHeader]: 'viewer' })
  expect(attributesAndGroupsIn(new Headers())).toEqual({})
})
