import type { ConnectionDecision } from '@tidemark/shared/access/connection-access'
import type { DatasetDecision } from '@tidemark/shared/access/dataset-access'
import type { FolderDecision } from '@tidemark/shared/access/folder-access'
import type { Grantee } from '@tidemark/shared/access/grantee'
import type { Role } from '@tidemark/shared/access/roles'
import { assertNever } from '@tidemark/shared/base/assert-never'
import { listOf } from '@tidemark/shared/base/list-of'
import type { PeopleGroup } from '@tidemark/shared/groups/people-group'
import type { Member } from '@tidemark/shared/members/member'

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

/** The names of a workspace's members and groups, by id. */
export type GranteeNames = ReadonlyMap<string, string>

export function granteeNames(members: readonly Member[], groups: readonly PeopleGroup[]): GranteeNames {
  return new Map([
    ...members.map(({ userId, name }) => [userId, name] as const),
    ...groups.map(({ id, name }) => [id, name] as const),
  ])
}

/** Returns the receiver of a grant as its line in a list. */
export function granteeText(to: Grantee, names: GranteeNames): string {
  switch (to.kind) {
    case 'person':
      return names.get(to.userId) ?? 'A former member'
    case 'group':
      return names.get(to.groupId) ?? 'A deleted group'
    case 'role':
      return roleGroups[to.role]
  }
}

/** Names up to three people, and counts the others. */
export function namesText(people: readonly Pick<Member, 'name'>[]): string {
  const names = people.map(({ name }) => name)
  return listOf(names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} others`] : names)
}

/** Tells by which line of a list somebody is in. list: such as `the list`. */
function lineText(to: Grantee, list: string, names: GranteeNames): string {
  switch (to.kind) {
    case 'person':
      return `On ${list}`
    case 'group':
      return `By the group “${granteeText(to, names)}”, on ${list}`
    case 'role':
      return `${roleGroups[to.role]} are on ${list}`
  }
}

/**
 * Explains why a person may or may not see a folder. folderName: of the folder that decided; undefined if the reader
 * cannot see it.
 */
export function folderReasonText(
  { granted, level, reason }: FolderDecision,
  folderName: string | undefined,
  names: GranteeNames,
): string {
  const place = folderName === undefined ? 'the folder' : `“${folderName}”`
  // Readers ask why they cannot edit: it is the role that forbids it.
  const heldBack = granted === 'edit' && level === 'read' ? ', but this role cannot edit' : ''
  switch (reason.kind) {
    case 'manages':
      return 'Admins and owners always can'
    case 'open':
      return `Open to the whole workspace${heldBack}`
    case 'granted':
      return `${lineText(reason.to, `the list of ${place}`, names)}${heldBack}`
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
export function datasetReasonText(
  { granted, level, reason }: DatasetDecision,
  folderName: string | undefined,
  names: GranteeNames,
): string {
  const heldBack = granted === level ? '' : ', but this role cannot ask questions'
  switch (reason.kind) {
    case 'listed':
      return `${lineText(reason.to, 'its list', names)}${heldBack}`
    case 'not-listed':
      return 'Not on its list: it is not there for them'
    case 'open':
      return `Open to the whole workspace${heldBack}`
    default:
      return `${folderReasonText({ granted: 'none', level: 'none', reason }, folderName, names)}${heldBack}`
  }
}

/** Explains why a person may or may not use a connection. */
export function connectionReasonText({ granted, level, reason }: ConnectionDecision, names: GranteeNames): string {
  const heldBack = granted === level ? '' : ', but this role cannot ask questions'
  switch (reason.kind) {
    case 'manages':
      return 'Admins and owners always can'
    case 'granted':
      return `${lineText(reason.to, 'the list', names)}${heldBack}`
    case 'not-granted':
      return 'Not on the list: charts over it stay empty'
    default:
      return assertNever(reason)
  }
}
