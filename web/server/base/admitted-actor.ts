import { everyone, personalAudience, type Actor } from '@tidemark/shared/access/actor'

/** The credential that let a request in: valid while it is in its table. */
export interface Admission {
  readonly kind: 'session' | 'token'
  readonly id: string
}

/**
 * An actor with what let them in, so that a transaction can ask whether that still holds. It stays on the server: the
 * actor of a page travels with it, and has none.
 */
export interface AdmittedActor extends Actor {
  readonly admittedBy?: Admission | undefined
}

/** Who is acting by now. Fails like the request itself once what let it in would not any more. */
export type ActorNow = () => Promise<Actor>

/** The actor that a membership makes somebody. */
export function memberActor({ userId, orgId, role }: Pick<Actor, 'userId' | 'orgId' | 'role'>): Actor {
  return { kind: 'person', userId, orgId, role, audiences: [everyone, personalAudience(userId)], grants: [] }
}
