import { expect, test } from 'vitest'
import { actorHeaders, attributesIn, roleHeader } from './role-header'

test('the headers of a pull carry the role and the attributes, whatever letters these have', () => {
  const attributes = { region: ['Zürich, Kreis 1', '東京'], 'user.name': ['Ann'] }
  const headers = new Headers(actorHeaders({ role: 'viewer', attributes }))
  expect([headers.get(roleHeader), attributesIn(headers)]).toEqual(['viewer', attributes])
})

test('attributes too long for a header, or none, are left out', () => {
  const long = { region: Array.from({ length: 50 }, (_, at) => `${at}`.repeat(80)) }
  for (const attributes of [long, undefined])
    expect(actorHeaders({ role: 'viewer', attributes })).toEqual({ [roleHeader]: 'viewer' })
  expect(attributesIn(new Headers())).toBeUndefined()
})
