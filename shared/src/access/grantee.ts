import * as z from 'zod/mini'
import type { Actor } from './actor'
import { roleAtLeast, roleSchema } from './roles'

/** The receiver of a grant: one person, or everyone whose role is at least the given one (`viewer`: everyone). */
export const granteeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), userId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  z.object({ kind: z.literal('role'), role: roleSchema }),
])
export type Grantee = z.infer<typeof granteeSchema>

/** The part of an actor or member that access depends on. */
export type Person = Pick<Actor, 'userId' | 'role'>

export const everyRole: Grantee = { kind: 'role', role: 'viewer' }

/** The most grants on one folder or connection. */
export const maxGrants = 200

export function isGrantedTo(person: Person, to: Grantee): boolean {
  return to.kind === 'person' ? to.userId === person.userId : roleAtLeast(person.role, to.role)
}

/**
 * Returns the grant that gives a person most, preferring one in their own name among equals; undefined if they have
 * none.
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
        Number(b.to.kind === 'person') - Number(a.to.kind === 'person'),
    )[0]
}
