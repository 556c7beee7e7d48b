import { expect, test } from 'vitest'
import { localOwner, type Actor } from '../access/actor'
import type { FolderAccess } from '../access/folder-access'
import type { Role } from '../access/roles'
import type { EntryView } from '../entries/entry-tx'
import { folderIdSchema, folderKey } from './folder'
import { mayEditIn } from './folder-rights'

const authorship = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }

function viewOf(folders: Readonly<Record<string, { parentId?: string; access?: FolderAccess }>>): EntryView {
  const entries = new Map(
    Object.entries(folders).map(([id, { parentId = null, access = null }]) => [
      folderKey(folderIdSchema.parse(id)),
      { id, parentId, name: id, order: 'a0', access, deletedAt: null, ...authorship },
    ]),
  )
  return { get: (key) => entries.get(key), scan: (prefix) => [...entries].filter(([key]) => key.startsWith(prefix)) }
}

const bo = (role: Role): Actor => ({ ...localOwner, kind: 'person', userId: 'bo', role })

test('an editor edits in open folders, and in kept ones and what is in them where the list says so', () => {
  const to = { kind: 'person', userId: 'bo' } as const
  const view = viewOf({
    open: {},
    read: { access: [{ to, level: 'read' }] },
    inside: { parentId: 'read' },
    edit: { parentId: 'read', access: [{ to, level: 'edit' }] },
  })
  const places = [null, 'open', 'read', 'inside', 'edit'].map((id) => id && folderIdSchema.parse(id))
  const allowed = (role: Role) => places.filter((id) => mayEditIn(bo(role), id || null, view))
  expect(allowed('editor')).toEqual([null, 'open', 'edit'])
  expect(allowed('admin')).toEqual(places)
  expect(allowed('explorer')).toEqual([])
})

test('where the folder around is not seen, an editor is not shown a way to edit', () => {
  expect(mayEditIn(bo('editor'), folderIdSchema.parse('in'), viewOf({ in: { parentId: 'gone' } }))).toBe(false)
})
