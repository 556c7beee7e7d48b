import type { Role } from '@tidemark/shared/access/roles'
import type { AdmittedActor } from '../base/admitted-actor'

/** A signed-in person. setCookies: cookies to send with the answer if the session was extended. */
export interface SignedIn {
  readonly sessionId: string
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly expiresAt: Date
  readonly setCookies: readonly string[]
}

/** A workspace of a person, with their role in it. attributes, groups: as `StoredMember` has them. */
export interface MembershipRef {
  readonly orgId: string
  readonly slug: string
  readonly role: Role
  readonly attributes: string | null
  readonly groups: string | null
  /** True if the workspace asks for a second factor that the session does not have. */
  readonly needsTwoFactor: boolean
}

/** A signed-in person with their current memberships, as read from the tables. */
export interface AdmittedPerson {
  readonly person: SignedIn
  readonly memberships: readonly MembershipRef[]
}

/** The sender of a request. */
export interface RequestSource {
  readonly headers: Headers
  readonly ip: string | null
}

/** The sender of a request within a workspace. */
export interface Caller {
  readonly actor: AdmittedActor
  readonly ip: string | null
}

/** An answer that changes who is signed in. */
export interface WithCookies<T> {
  readonly value: T
  readonly setCookies: readonly string[]
}
