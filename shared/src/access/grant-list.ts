import { maxGrants, type Grantee } from './grantee'
import { TidemarkError } from '../errors/tidemark-error'

/** One line of an access list. */
export type GrantTo<Level extends string> = { readonly to: Grantee; readonly level: Level }

/** Returns a grantee as text; equal for equal grantees. */
export function granteeKey(to: Grantee): string {
  switch (to.kind) {
    case 'person':
      return `person:${to.userId}`
    case 'group':
      return `group:${to.groupId}`
    case 'role':
      return `role:${to.role}`
  }
}

/**
 * Returns the list with one line changed or added. from: the level that the person making the change saw; fails with
 * `changed-since` if the grantee was removed meanwhile. Fails with `invalid-mutation` if the list is full.
 */
export function withGrant<Level extends string>(
  grants: readonly GrantTo<Level>[],
  { to, level, from }: GrantTo<Level> & { readonly from?: Level | undefined },
): GrantTo<Level>[] {
  const key = granteeKey(to)
  if (grants.some((grant) => granteeKey(grant.to) === key))
    return grants.map((grant) => (granteeKey(grant.to) === key ? { to, level } : grant))
  if (from !== undefined) throw new TidemarkError('changed-since', { detail: 'They were removed from the list.' })
  if (grants.length >= maxGrants)
    throw new TidemarkError('invalid-mutation', { detail: `A list can have at most ${maxGrants}.` })
  return [...grants, { to, level }]
}

export function withoutGrant<Level extends string>(grants: readonly GrantTo<Level>[], to: Grantee): GrantTo<Level>[] {
  return grants.filter((grant) => granteeKey(grant.to) !== granteeKey(to))
}
