import { expect, test } from 'vitest'
import { localOwner, type Actor } from '@tidemark/shared/access/actor'
import { roles } from '@tidemark/shared/access/roles'
import { folderIdSchema } from '@tidemark/shared/folders/folder'
import { EntryMap } from '@tidemark/shared/entries/entry-map'
import { mayRestore } from './restore-item'

const payroll = folderIdSchema.parse('payroll')
const authorship = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }
const access = [{ to: { kind: 'person', userId: 'bo' }, level: 'read' }]
const view = new EntryMap([
  [
    `folder/${payroll}`,
    { id: payroll, parentId: null, name: 'Payroll', order: 'a0', deletedAt: 5, access, ...authorship },
  ],
])

function bo(role: Actor['role']): Actor {
  return { ...localOwner, kind: 'person', userId: 'bo', role }
}

test('editors take things out of the trash, and admins databases', () => {
  const rolesThatMay = (kind: Parameters<typeof mayRestore>[1]['kind']) =>
    roles.filter((role) => mayRestore(bo(role), { kind, heldBy: null }, view))
  for (const kind of ['dashboard', 'chart', 'folder', 'dataset'] as const)
    expect(rolesThatMay(kind)).toEqual(['editor', 'admin', 'owner'])
  expect(rolesThatMay('connection')).toEqual(['admin', 'owner'])
})

test('what lies in a folder that an editor only reads is not theirs to take out, nor is that folder', () => {
  for (const kind of ['dashboard', 'chart', 'folder'] as const) {
    expect(mayRestore(bo('editor'), { kind, heldBy: payroll }, view)).toBe(false)
    expect(mayRestore(bo('admin'), { kind, heldBy: payroll }, view)).toBe(true)
  }
})
