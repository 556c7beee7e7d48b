import { describe, expect, test } from 'vitest'
import type { Role } from '@tidemark/shared/access/roles'
import type { Member } from '@tidemark/shared/members/member'
import { decideConnection } from '@tidemark/shared/access/connection-access'
import { decideFolder, type AccessFolder } from '@tidemark/shared/access/folder-access'
import { connectionReasonText, folderLevelWords, granteeNames, folderReasonText, namesText } from './access-words'
import { firstGrants, granteesToAdd, othersWith, presentGrants, withOwnLine } from './suggested-grants'

const cleo = { userId: 'cleo', role: 'viewer' } as const
const names = granteeNames([], [{ id: 'ops', name: 'Ops' }])
const kept: AccessFolder = {
  id: 'f',
  parentId: null,
  access: [
    { to: { kind: 'person', userId: 'cleo' }, level: 'edit' },
    { to: { kind: 'role', role: 'editor' }, level: 'read' },
    { to: { kind: 'group', groupId: 'ops' }, level: 'edit' },
  ],
}
const open: AccessFolder = { id: 'f', parentId: null, access: null }

test.each([
  [{ userId: 'ann', role: 'owner' }, kept, 'Can edit', 'Admins and owners always can'],
  [cleo, kept, 'Can see', 'On the list of “Pay”, but this role cannot edit'],
  [{ userId: 'bo', role: 'editor' }, kept, 'Can see', 'Editors and above are on the list of “Pay”'],
  [{ userId: 'dan', role: 'explorer' }, kept, 'Cannot see it', 'Not on the list of “Pay”'],
  [{ userId: 'bo', role: 'editor' }, open, 'Can edit', 'Open to the whole workspace'],
  [{ userId: 'eli', role: 'editor', groups: ['ops'] }, kept, 'Can edit', 'By the group “Ops”, on the list of “Pay”'],
  [cleo, { ...open, parentId: 'gone' }, 'Cannot see it', 'A folder around it is gone'],
] as const)('says what %o can do in %o: %s, %s', (person, folder, level, reason) => {
  const decision = decideFolder(person, 'f', (id) => (id === 'f' ? folder : undefined))
  expect(folderLevelWords[decision.level]).toBe(level)
  expect(folderReasonText(decision, 'Pay', names)).toBe(reason)
})

test.each([
  ['owner', 'Admins and owners always can'],
  ['explorer', 'Explorers and above are on the list'],
  ['viewer', 'Not on the list: charts over it stay empty'],
] as const)('says why an %s can use a connection for explorers or not: %s', (role, reason) => {
  const access = [{ to: { kind: 'role', role: 'explorer' }, level: 'sql' }] as const
  expect(connectionReasonText(decideConnection({ userId: 'bo', role }, [...access]), names)).toBe(reason)
})

test('says of a viewer who is granted SQL that the role holds it back', () => {
  const decision = decideConnection(cleo, [{ to: { kind: 'person', userId: 'cleo' }, level: 'sql' }])
  expect(connectionReasonText(decision, names)).toBe('On the list, but this role cannot ask questions')
})

describe('a list of grants', () => {
  test('starts with the editor who makes it, and empty for an admin, who is always in', () => {
    expect(firstGrants({ userId: 'bo', role: 'editor' })).toEqual([
      { to: { kind: 'person', userId: 'bo' }, level: 'edit' },
    ])
    expect(firstGrants({ userId: 'ann', role: 'admin' })).toEqual([])
  })

  test('offers neither who is on it nor who is always in', () => {
    const member = { email: null, attributes: null, joinedAt: 0 }
    const members = [
      { ...member, userId: 'ann', name: 'Ann', role: 'owner' },
      { ...member, userId: 'cleo', name: 'Cleo', role: 'viewer' },
      { ...member, userId: 'dan', name: 'Dan', role: 'explorer' },
    ] as const
    expect(granteesToAdd(kept.access ?? [], members, [{ id: 'sales', name: 'Sales' }])).toEqual([
      { kind: 'role', role: 'viewer' },
      { kind: 'role', role: 'explorer' },
      { kind: 'group', groupId: 'sales' },
      { kind: 'person', userId: 'dan' },
    ])
  })
})

describe('who has something before it gets a list', () => {
  const member = (userId: string, role: Role): Member => ({
    userId,
    role,
    name: userId,
    email: null,
    attributes: null,
    joinedAt: 0,
  })
  const present = [
    { member: member('ann', 'owner'), level: 'edit' },
    { member: member('bo', 'editor'), level: 'edit' },
    { member: member('cleo', 'viewer'), level: 'read' },
    { member: member('dan', 'viewer'), level: 'none' },
  ] as const
  const line = (userId: string, level: 'read' | 'edit') => ({ to: { kind: 'person', userId }, level }) as const

  test('keeps it line by line, admins aside', () => {
    expect(presentGrants(null, present, 'edit')).toEqual([line('bo', 'edit'), line('cleo', 'read')])
    expect(othersWith(present, 'bo').map(({ userId }) => userId)).toEqual(['cleo'])
  })

  test('keeps the list of the folder around it, where that decides', () => {
    const around = [{ to: { kind: 'group', groupId: 'ops' }, level: 'read' }] as const
    expect(presentGrants(around, present, 'edit')).toEqual(around)
  })

  test('is one line for everybody where a list has no room', () => {
    const many = Array.from(
      { length: 201 },
      (_, index) => ({ member: member(`m${index}`, 'viewer'), level: 'read' }) as const,
    )
    expect(presentGrants(null, many, 'edit')).toEqual([{ to: { kind: 'role', role: 'viewer' }, level: 'edit' }])
  })

  test('leaves who restricts it their own line', () => {
    expect(withOwnLine([line('bo', 'read'), line('cleo', 'read')], [line('bo', 'edit')])).toEqual([
      line('cleo', 'read'),
      line('bo', 'edit'),
    ])
  })

  test('is named, or counted', () => {
    const people = ['Ann', 'Bo', 'Cleo', 'Dan'].map((name) => ({ name }))
    expect([1, 2, 3, 4].map((count) => namesText(people.slice(0, count)))).toEqual([
      'Ann',
      'Ann and Bo',
      'Ann, Bo and Cleo',
      'Ann, Bo and 2 others',
    ])
  })
})
