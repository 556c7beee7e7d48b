import { expect, test } from 'vitest'
import { decideDataset, managesDataset, type DatasetAccess } from './dataset-access'
import type { AccessFolder } from './folder-access'

const person = (userId: string) => ({ kind: 'person', userId }) as const
const closed: AccessFolder = {
  id: 'closed',
  parentId: null,
  access: [
    { to: person('ann'), level: 'edit' },
    { to: person('eve'), level: 'read' },
  ],
}
const lookup = (id: string) => (id === 'closed' ? closed : undefined)
const list: DatasetAccess = [
  { to: person('ann'), level: 'builder' },
  { to: { kind: 'role', role: 'editor' }, level: 'sql' },
  { to: person('vic'), level: 'sql' },
]

test.each([
  ['at the top, a viewer sees results', 'vic', 'viewer', null, null, 'results'],
  ['at the top, an explorer writes SQL', 'eve', 'explorer', null, null, 'sql'],
  ['in a folder, who reads it writes SQL', 'eve', 'explorer', 'closed', null, 'sql'],
  ['in a folder, others have nothing', 'bob', 'editor', 'closed', null, 'none'],
  ['a folder that is gone admits nobody', 'eve', 'explorer', 'gone', null, 'none'],
  ['a list admits whom the folder does not', 'bob', 'editor', 'closed', list, 'sql'],
  ['a list leaves out whom the folder admits', 'eve', 'explorer', 'closed', list, 'none'],
  ['the best line counts', 'ann', 'editor', null, list, 'sql'],
  ['a role limits what a line gives', 'vic', 'viewer', null, list, 'results'],
  ['an empty list leaves admins', 'boss', 'admin', 'closed', [], 'sql'],
] as const)('%s', (_, userId, role, folderId, access, level) => {
  expect(decideDataset({ userId, role }, { folderId, access: access as DatasetAccess }, lookup).level).toBe(level)
})

test.each([
  ['ann', 'editor', 'closed', null, true],
  ['ann', 'editor', 'closed', [{ to: person('ann'), level: 'builder' }], false],
  ['ann', 'explorer', 'closed', null, false],
  ['bob', 'editor', 'closed', list, false],
  ['bob', 'editor', null, list, true],
  ['boss', 'admin', 'closed', [], true],
] as const)(
  '%s as %s of a dataset in %s with the list %j manages it: %s',
  (userId, role, folderId, access, expected) => {
    const dataset = { folderId, access: access as DatasetAccess, restricted: [] }
    expect(managesDataset({ userId, role }, dataset, lookup)).toBe(expected)
  },
)
