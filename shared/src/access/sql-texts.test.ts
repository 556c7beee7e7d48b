import { describe, expect, test } from 'vitest'
import { everyone, personalAudience, type Actor } from './actor'
import { newConnectionAccess, ownDataAccess, type ConnectionAccess, type RunTarget } from './connection-access'
import { roles, type Role } from './roles'
import {
  connectionsShownAnew,
  isSqlWithheld,
  sqlAudiencesAmong,
  withoutSql,
  withoutSqlOf,
  withoutSqlOfGone,
} from './sql-texts'

const actorOf = (role: Role, changes: Partial<Actor> = {}): Actor => ({
  kind: 'person',
  userId: 'ann',
  orgId: 'acme',
  role,
  audiences: [everyone, personalAudience('ann')],
  grants: [],
  ...changes,
})
const explorersBuild: ConnectionAccess = [{ to: { kind: 'role', role: 'explorer' }, level: 'builder' }]
const annWrites: ConnectionAccess = [{ to: { kind: 'person', userId: 'ann' }, level: 'sql' }]
const connections: readonly RunTarget[] = [
  { id: 'new', access: newConnectionAccess },
  { id: 'nobodys', access: [] },
  { id: 'built-on', access: explorersBuild },
  { id: 'anns', access: annWrites },
]

/** For each role from viewer to owner: y if the connection's charts are sent with their SQL, n if not. */
test.each([
  ['local', 'nyyyy'],
  ['new', 'nnnyy'],
  ['nobodys', 'nnnyy'],
  ['built-on', 'nnnyy'],
  ['anns', 'nyyyy'],
  ['gone', 'nnnyy'],
])('charts of the connection %s are sent whole, from viewer to owner: %s', (id, expected) => {
  const isThere = id === 'local' || connections.some((connection) => connection.id === id)
  const found = roles.map((role) =>
    isSqlWithheld(sqlAudiencesAmong(actorOf(role), connections), id, isThere) ? 'n' : 'y',
  )
  expect(found.join('')).toBe(expected)
})

test('a public link and the one person of local mode are as a viewer and an owner', () => {
  expect(sqlAudiencesAmong(actorOf('owner', { kind: 'publicLink' }), connections)).toEqual([withoutSql])
  expect(sqlAudiencesAmong(actorOf('owner', { kind: 'local' }), connections)).toEqual([])
})

test('what decides is what decides about writing SQL', () => {
  expect(ownDataAccess.map(({ level }) => level)).toEqual(['results', 'sql'])
})

describe('what is sent another way', () => {
  const [editor, viewer] = [[withoutSqlOfGone, withoutSqlOf('a'), withoutSqlOf('b')], [withoutSql]]
  test.each([
    ['nothing when nothing differs', editor, editor, []],
    [
      'what was granted and what was taken away',
      editor,
      [withoutSqlOfGone, withoutSqlOf('b'), withoutSqlOf('c')],
      ['a', 'c'],
    ],
    ['everything to who was a viewer', viewer, editor, 'all'],
    ['everything to who is an admin now', editor, [], 'all'],
  ] as const)('%s', (_, before, now, expected) => {
    const found = connectionsShownAnew([everyone, ...before], [everyone, ...now])
    expect(found).toEqual(expected === 'all' ? expected : new Set(expected))
  })
})
