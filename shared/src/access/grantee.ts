import * as z from 'zod/mini'
import type { Actor } from './actor'
import { roleAtLeast, roleSchema } from './roles'

/**
 * The receiver of a grant: one person, a group of people, or everyone whose role is at least the given one (`viewer`:
 * everyone). A group that was deleted admits nobody.
 */
export const granteeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), userId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  z.object({ kind: z.literal('group'), groupId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  z.object({ kind: z.literal('role'), role: roleSchema }),
])
export type Grantee = z.infer<typeof granteeSchema>

/** The part of an actor or member that access depends on. */
export type Person = Pick<Actor, 'userId' | 'role'> & { readonly groups?: readonly string[] | undefined }

export const everyRole: Grantee = { kind: 'role', role: 'viewer' }

/** The most grants on one folder or connection. */
export const maxGrants = 200

export function isGrantedTo(person: Person, to: Grantee): boolean {
  switch (to.kind) {
    case 'person':
      return to.userId === person.userId
    case 'group':
      return person.groups?.includes(to.groupId) ?? false
    case 'role':
      return roleAtLeast(person.role, to.role)
  }
}

/** The kinds of grantees from the widest to the one that names a person. */
const narrowing: readonly Grantee['kind'][] = ['role', 'group', 'person']

/**
 * Returns the grant that gives a person most, preferring one in their own name among equals, then one of a group;
 * undefined if they have none.
 */
export function bestGrant<Level extends string>(
  person: Person,
  grants: readonly { readonly to: Grantee; readonly level: Level }[],
  ascending: readonly Level[],
): { readonly to: Grantee; readonly level: Level } | undefined {
  return grants
    .filter(({ to }) => isGrantedTo(person, to))
    .toSorted(
      (a, b) =>
        ascending.indexOf(b.level) - ascending.indexOf(a.level) ||
        narrowing.indexOf(b.to.kind) - narrowing.indexOf(a.to.kind),
    )[0]
}
