import { expect, test } from 'vitest'
import { localOwner } from '@tidemark/shared/access/actor'
import { roles } from '@tidemark/shared/access/roles'
import { mayRestore } from './restore-item'

test('editors take things out of the trash, and admins databases', () => {
  const rolesThatMay = (kind: Parameters<typeof mayRestore>[1]['kind']) =>
    roles.filter((role) => mayRestore({ ...localOwner, kind: 'person', role }, { kind }))
  for (const kind of ['dashboard', 'chart', 'folder', 'dataset'] as const)
    expect(rolesThatMay(kind)).toEqual(['editor', 'admin', 'owner'])
  expect(rolesThatMay('connection')).toEqual(['admin', 'owner'])
})
