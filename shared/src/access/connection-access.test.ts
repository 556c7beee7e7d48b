import { describe, expect, test } from 'vitest'
import { everyone, personalAudience, type Actor } from './actor'
import {
  connectionAudience,
  mayUseConnection,
  newConnectionAccess,
  ownDataAccess,
  type ConnectionAccess,
} from './connection-access'
import { connectionLevels } from './grants'
import { roles, type Role } from './roles'

const actorOf = (userId: string, role: Role, changes: Partial<Actor> = {}): Actor => ({
  kind: 'person',
  userId,
  orgId: 'acme',
  role,
  audiences: [everyone, personalAudience(userId)],
  grants: [],
  ...changes,
})

const annWrites: ConnectionAccess = [{ to: { kind: 'person', userId: 'ann' }, level: 'sql' }]
const explorersBuild: ConnectionAccess = [
  ...newConnectionAccess,
  { to: { kind: 'role', role: 'explorer' }, level: 'builder' },
]

/** The number of levels (results, builder, sql) that each role has, from viewer to owner. */
const cases: readonly (readonly [name: string, userId: string, access: ConnectionAccess, levels: string])[] = [
  ['a new connection', 'ann', newConnectionAccess, '11133'],
  ['the own data', 'ann', ownDataAccess, '13333'],
  ['one that explorers build on', 'bob', explorersBuild, '12233'],
  ['one of ann alone', 'ann', annWrites, '13333'],
  ['one of ann alone', 'bob', annWrites, '00033'],
  ['one of nobody', 'ann', [], '00033'],
]

describe('what a connection lets people do', () => {
  test.each(cases)('%s, to %s', (_name, userId, access, levels) => {
    const found = roles.map(
      (role) =>
        connectionLevels.filter((level) => mayUseConnection(actorOf(userId, role), { id: 'pg', access }, level)).length,
    )
    expect(found.join('')).toBe(levels)
  })

  test('a grant of the actor counts for its connection and no other', () => {
    const actor = actorOf('bob', 'explorer', { grants: [{ on: 'connection', connectionId: 'pg', level: 'builder' }] })
    expect(mayUseConnection(actor, { id: 'pg', access: [] }, 'builder')).toBe(true)
    expect(mayUseConnection(actor, { id: 'pg', access: [] }, 'sql')).toBe(false)
    expect(mayUseConnection(actor, { id: 'other', access: [] }, 'results')).toBe(false)
  })

  test('a public link sees results of what its maker sees and nothing else, whatever its role', () => {
    const link = actorOf('link', 'owner', { kind: 'publicLink', audiences: [connectionAudience('pg')] })
    const levels = (id: string) =>
      connectionLevels.map((level) => mayUseConnection(link, { id, access: annWrites }, level))
    expect(levels('pg')).toEqual([true, false, false])
    expect(levels('other')).toEqual([false, false, false])
    expect(mayUseConnection(link, { id: 'local', access: ownDataAccess }, 'results')).toBe(true)
  })
})
