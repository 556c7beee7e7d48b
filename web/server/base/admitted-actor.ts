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

/** Returns the actor with their present rights. Fails like the request itself once its admission would be refused. */
export type ActorNow = () => Promise<Actor>

/** The actor that a membership makes somebody. */
export function memberActor({ userId, orgId, role }: Pick<Actor, 'userId' | 'orgId' | 'role'>): Actor {
  return { kind: 'person', userId, orgId, role, audiences: [everyone, personalAudience(userId)], grants: [] }
}
