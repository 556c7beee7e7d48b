import { describe, expect, test } from 'vitest'
import { everyone, personalAudience, type Actor } from './actor'
import { audiencesAmong } from './audiences-among'
import { decideFolder, type AccessFolder, type FolderGrant } from './folder-access'
import { roles, type Role } from './roles'

const person = (userId: string, level: FolderGrant['level']): FolderGrant => ({ to: { kind: 'person', userId }, level })
const role = (least: Role, level: FolderGrant['level']): FolderGrant => ({ to: { kind: 'role', role: least }, level })
const folder = (id: string, parentId: string | null, access: AccessFolder['access']): AccessFolder => ({
  id,
  parentId,
  access,
})

const folders = [
  folder('open', null, null),
  folder('below-open', 'open', null),
  folder('anns', null, [person('ann', 'edit'), person('bob', 'read')]),
  folder('below-anns', 'anns', null),
  folder('bobs', 'below-anns', [person('bob', 'edit')]),
  folder('for-all', 'anns', [role('viewer', 'read')]),
  folder('for-editors', null, [role('editor', 'edit'), role('explorer', 'read')]),
  folder('for-nobody', null, []),
  folder('below-nothing', 'gone', null),
  folder('kept', 'gone', [person('ann', 'read')]),
  folder('ring', 'ring-2', null),
  folder('ring-2', 'ring', null),
]
const lookup = (id: string) => folders.find((candidate) => candidate.id === id)

/** The rights of each role from viewer to owner, by folder and person. n: nothing, r: read, e: edit. */
const cases: readonly (readonly [folderId: string | null, userId: string, levels: string])[] = [
  [null, 'ann', 'rreee'],
  ['open', 'ann', 'rreee'],
  ['below-open', 'ann', 'rreee'],
  ['anns', 'ann', 'rreee'],
  ['anns', 'bob', 'rrree'],
  ['anns', 'cleo', 'nnnee'],
  ['below-anns', 'ann', 'rreee'],
  ['below-anns', 'bob', 'rrree'],
  ['below-anns', 'cleo', 'nnnee'],
  ['bobs', 'ann', 'nnnee'],
  ['bobs', 'bob', 'rreee'],
  ['for-all', 'ann', 'rrree'],
  ['for-all', 'cleo', 'rrree'],
  ['for-editors', 'cleo', 'nreee'],
  ['for-nobody', 'ann', 'nnnee'],
  ['below-nothing', 'ann', 'nnnee'],
  ['kept', 'ann', 'rrree'],
  ['kept', 'bob', 'nnnee'],
  ['ring', 'ann', 'nnnee'],
  ['gone', 'ann', 'nnnee'],
]

describe('what a folder lets people do', () => {
  test.each(cases)('in %s, %s as viewer, explorer, editor, admin, owner: %s', (folderId, userId, levels) => {
    const found = roles.map((of) => decideFolder({ userId, role: of }, folderId, lookup).level[0])
    expect(found.join('')).toBe(levels)
  })

  test.each([
    ['open', 'ann', 'editor', { kind: 'open' }],
    ['bobs', 'ann', 'admin', { kind: 'manages' }],
    ['below-anns', 'bob', 'viewer', { kind: 'granted', folderId: 'anns', to: { kind: 'person', userId: 'bob' } }],
    ['for-editors', 'cleo', 'explorer', { kind: 'granted', folderId: 'for-editors', to: role('explorer', 'read').to }],
    ['bobs', 'ann', 'editor', { kind: 'not-granted', folderId: 'bobs' }],
    ['ring', 'ann', 'editor', { kind: 'lost' }],
  ] as const)('of %s it says to %s, %s, why', (folderId, userId, of, reason) => {
    expect(decideFolder({ userId, role: of }, folderId, lookup).reason).toEqual(reason)
  })

  test('what a role cannot use is still told as granted', () => {
    expect(decideFolder({ userId: 'ann', role: 'viewer' }, 'anns', lookup)).toMatchObject({
      granted: 'edit',
      level: 'read',
    })
  })
})

describe('the audiences of an actor', () => {
  const actor: Actor = {
    kind: 'person',
    userId: 'bob',
    orgId: 'acme',
    role: 'viewer',
    audiences: [everyone, personalAudience('bob')],
    grants: [],
  }

  test('are the given ones and every folder that lets them in', () => {
    expect(audiencesAmong(actor, { folders, connections: [], datasets: [] })).toEqual([
      'everyone',
      'user:bob',
      'without-sql',
      'folder:open',
      'folder:below-open',
      'folder:anns',
      'folder:below-anns',
      'folder:bobs',
      'folder:for-all',
      'data-results',
    ])
    const ofOwner = audiencesAmong({ ...actor, role: 'owner' }, { folders, connections: [], datasets: [] })
    expect(ofOwner).toHaveLength(3 + folders.length)
    expect(ofOwner).toContain('admins')
  })

  test('of a public link are those it was given and no folder', () => {
    expect(
      audiencesAmong(
        { ...actor, kind: 'publicLink', audiences: ['chart'] },
        { folders, connections: [], datasets: [] },
      ),
    ).toEqual(['chart'])
  })
})
