import { attributesSchema, type Attributes } from '@tidemark/shared/access/attributes'
import { everyone, personalAudience, type Actor } from '@tidemark/shared/access/actor'
import * as z from 'zod/mini'

/** The credential that authenticated a request. It is valid while its row exists in its table. */
export interface Admission {
  readonly kind: 'session' | 'token'
  readonly id: string
}

/**
 * An actor with the credential that authenticated them, so that a transaction can check that it is still valid. It
 * stays on the server; the actor that is sent with a page has no `admittedBy`.
 */
export interface AdmittedActor extends Actor {
  readonly admittedBy?: Admission | undefined
}

/** Returns the actor with their current rights. Fails as the request would if its credential is no longer accepted. */
export type ActorNow = () => Promise<Actor>

/**
 * A member as the tables hold them. attributes: a JSON object, groups: a JSON array of ids; null if
 * there are none.
 */
export interface StoredMember extends Pick<Actor, 'userId' | 'orgId' | 'role'> {
  readonly name: string
  readonly email: string
  readonly attributes: string | null
  readonly groups: string | null
}

/** Returns the actor for a member of a workspace. */
export function memberActor({ userId, orgId, role, name, email, attributes, groups }: StoredMember): Actor {
  return {
    ...{ kind: 'person', userId, orgId, role, audiences: [everyone, personalAudience(userId)], grants: [] },
    attributes: { ...parseAttributes(attributes), 'user.email': [email], 'user.name': [name] },
    groups: parseGroups(groups),
  }
}

/** Returns the ids of a member's groups, from their column. */
export function parseGroups(stored: string | null): string[] {
  return stored === null ? [] : groupIdsSchema.parse(JSON.parse(stored))
}

const groupIdsSchema = z.array(z.string())

/** Returns the attributes that were set, from their column. */
export function parseAttributes(stored: string | null): Attributes {
  return stored === null ? {} : attributesSchema.parse(JSON.parse(stored))
}
