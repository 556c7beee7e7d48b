import { describe, expect, test } from 'vitest'
import { roles, type Role } from '../access/roles'
import { mayChangeRole, mayManageMembers, mayRemove, whoGives } from './member-rules'

const below: readonly Role[] = ['viewer', 'explorer', 'editor']

describe('who manages members', () => {
  test('admins and owners do', () => {
    expect(roles.filter(mayManageMembers)).toEqual(['admin', 'owner'])
  })

  test.each(below)('%s may neither change nor remove anybody', (by) => {
    for (const from of roles) {
      expect(mayRemove(by, from)).toBe(false)
      for (const to of roles) expect(mayChangeRole(by, from, to)).toBe(false)
    }
  })

  test('an admin changes all roles but those from or to owner', () => {
    for (const from of roles)
      for (const to of roles) expect(mayChangeRole('admin', from, to)).toBe(from !== 'owner' && to !== 'owner')
    expect(roles.filter((role) => mayRemove('admin', role))).toEqual(['viewer', 'explorer', 'editor', 'admin'])
  })

  test('an owner changes and removes all', () => {
    for (const from of roles) {
      expect(mayRemove('owner', from)).toBe(true)
      for (const to of roles) expect(mayChangeRole('owner', from, to)).toBe(true)
    }
  })

  test('who is refused hears who may', () => {
    expect(whoGives(['editor', 'owner'])).toBe('Only owners can grant or remove the owner role.')
    expect(whoGives(['viewer', 'editor'])).toBe('Only admins and owners can manage members.')
  })
})
