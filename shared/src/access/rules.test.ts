import { expect, test } from 'vitest'
import { localOwner } from './actor'
import { newConnectionAccess } from './connection-access'
import { requirePermission, type Permission } from './rules'

const target = { id: 'orders', access: newConnectionAccess }

test.each<[Permission, string]>([
  [{ do: 'edit-content' }, 'Only editors, admins and owners can change content.'],
  [{ do: 'upload-data' }, 'Only editors, admins and owners can add and change data.'],
  [{ do: 'edit-workspace' }, 'Only admins and owners can change the workspace itself.'],
  [{ do: 'manage-connections' }, 'Only admins and owners can manage connections.'],
  [
    { do: 'run', target: { ...target, access: [] }, level: 'results' },
    'You do not have access to the results of this data.',
  ],
  [{ do: 'run', target, level: 'builder' }, 'You may not ask questions of this data.'],
  [{ do: 'run', target, level: 'sql' }, 'You may not write SQL for this data.'],
])('who is refused %j reads who may', (permission, detail) => {
  const viewer = { ...localOwner, role: 'viewer' } as const
  expect(() => requirePermission(viewer, permission)).toThrow(expect.objectContaining({ code: 'forbidden', detail }))
})
