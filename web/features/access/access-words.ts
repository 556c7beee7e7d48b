import type { ConnectionDecision } from '@tidemark/shared/access/connection-access'
import type { DatasetDecision } from '@tidemark/shared/access/dataset-access'
import type { FolderDecision } from '@tidemark/shared/access/folder-access'
import type { Grantee } from '@tidemark/shared/access/grantee'
import type { Role } from '@tidemark/shared/access/roles'
import { assertNever } from '@tidemark/shared/base/assert-never'

export const folderLevelWords = { none: 'Cannot see it', read: 'Can see', edit: 'Can edit' } as const

export const connectionLevelWords = {
  none: 'No access',
  results: 'Can see charts',
  builder: 'Can use the builder',
  sql: 'Can write SQL',
} as const

const roleGroups = {
  viewer: 'All members',
  explorer: 'Explorers and above',
  editor: 'Editors and above',
  admin: 'Admins and owners',
  owner: 'Owners',
} as const satisfies Record<Role, string>

/** Returns the receiver of a grant as its line in a list. names: of the members, by user id. */
export function granteeText(to: Grantee, names: ReadonlyMap<string, string>): string {
  return to.kind === 'role' ? roleGroups[to.role] : (names.get(to.userId) ?? 'A former member')
}

/**
 * Explains why a person may or may not see a folder. folderName: of the folder that decided; undefined if the reader
 * cannot see it.
 */
export function folderReasonText({ granted, level, reason }: FolderDecision, folderName: string | undefined): string {
  const place = folderName === undefined ? 'the folder' : `“${folderName}”`
  // Readers ask why they cannot edit: it is the role that forbids it.
  const heldBack = granted === 'edit' && level === 'read' ? ', but this role cannot edit' : ''
  switch (reason.kind) {
    case 'manages':
      return 'Admins and owners always can'
    case 'open':
      return `Open to the whole workspace${heldBack}`
    case 'granted':
      return reason.to.kind === 'person'
        ? `On the list of ${place}${heldBack}`
        : `${roleGroups[reason.to.role]} are on the list of ${place}${heldBack}`
    case 'not-granted':
      return `Not on the list of ${place}`
    case 'lost':
      return 'A folder around it is gone'
    default:
      return assertNever(reason)
  }
}

/**
 * Explains why a person may or may not use a dataset. folderName: of the folder that decided; undefined if none did or
 * the reader cannot see it.
 */
export function datasetReasonText({ granted, level, reason }: DatasetDecision, folderName: string | undefined): string {
  const heldBack = granted === level ? '' : ', but this role cannot ask questions'
  switch (reason.kind) {
    case 'listed':
      return reason.to.kind === 'person'
        ? `On its list${heldBack}`
        : `${roleGroups[reason.to.role]} are on its list${heldBack}`
    case 'not-listed':
      return 'Not on its list: it is not there for them'
    case 'open':
      return `Open to the whole workspace${heldBack}`
    default:
      return `${folderReasonText({ granted: 'none', level: 'none', reason }, folderName)}${heldBack}`
  }
}

/** Explains why a person may or may not use a connection. */
export function connectionReasonText({ granted, level, reason }: ConnectionDecision): string {
  const heldBack = granted === level ? '' : ', but this role cannot ask questions'
  switch (reason.kind) {
    case 'manages':
      return 'Admins and owners always can'
    case 'granted':
      return reason.to.kind === 'person'
        ? `On the list${heldBack}`
        : `${roleGroups[reason.to.role]} are on the list${heldBack}`
    case 'not-granted':
      return 'Not on the list: charts over it stay empty'
    default:
      return assertNever(reason)
  }
}
