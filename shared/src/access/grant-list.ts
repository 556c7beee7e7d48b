import { maxGrants, type Grantee } from './grantee'
import { TidemarkError } from '../errors/tidemark-error'

/** One line of a list that says whom something is for. */
export type GrantTo<Level extends string> = { readonly to: Grantee; readonly level: Level }

/** A grantee as one text: equal for equal grantees. */
export function granteeKey(to: Grantee): string {
  return to.kind === 'person' ? `person:${to.userId}` : `role:${to.role}`
}

/**
 * The list with one line changed or added, and all others as they are. from: the level that whoever changes it was shown;
 * then it fails with `changed-since` when the grantee was taken off the list meanwhile. Fails with `invalid-mutation` when the
 * list is full.
 */
export function withGrant<Level extends string>(
  grants: readonly GrantTo<Level>[],
  { to, level, from }: GrantTo<Level> & { readonly from?: Level | undefined },
): GrantTo<Level>[] {
  const key = granteeKey(to)
  if (grants.some((grant) => granteeKey(grant.to) === key))
    return grants.map((grant) => (granteeKey(grant.to) === key ? { to, level } : grant))
  if (from !== undefined) throw new TidemarkError('changed-since', { detail: 'They were taken off the list.' })
  if (grants.length >= maxGrants)
    throw new TidemarkError('invalid-mutation', { detail: `A list names at most ${maxGrants}.` })
  return [...grants, { to, level }]
}

export function withoutGrant<Level extends string>(grants: readonly GrantTo<Level>[], to: Grantee): GrantTo<Level>[] {
  return grants.filter((grant) => granteeKey(grant.to) !== granteeKey(to))
}
