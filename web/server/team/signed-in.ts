import type { Role } from '@tidemark/shared/access/roles'
import type { AdmittedActor } from '../base/admitted-actor'

/** Somebody who is signed in. setCookies: to be sent with the answer when the session's end was moved on. */
export interface SignedIn {
  readonly sessionId: string
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly expiresAt: Date
  readonly setCookies: readonly string[]
}

/** A workspace of somebody's, and what they are in it. */
export interface MembershipRef {
  readonly orgId: string
  readonly slug: string
  readonly role: Role
}

/** Somebody who is signed in, with the workspaces they are a member of, as the tables say now. */
export interface AdmittedPerson {
  readonly person: SignedIn
  readonly memberships: readonly MembershipRef[]
}

/** The origin of a request. */
export interface RequestSource {
  readonly headers: Headers
  readonly ip: string | null
}

/** Somebody's request within a workspace. */
export interface Caller {
  readonly actor: AdmittedActor
  readonly ip: string | null
}

/** An answer that changes who is signed in. */
export interface WithCookies<T> {
  readonly value: T
  readonly setCookies: readonly string[]
}
