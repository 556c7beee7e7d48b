import * as z from 'zod/mini'
import { grantSchema } from './grants'
import { roleSchema } from './roles'

/** The attributes of a member with `user.email` and `user.name`, by name. */
export const ownAttributesSchema = z.record(z.string(), z.array(z.string()))

/**
 * The actor of every read, write and run. Made in one place, `actorOf(request)`.
 *
 * audiences: the sets of readers this actor belongs to; an entry is visible when its audience is among them. attributes:
 * what admins say of the member, with `user.email` and `user.name`; read them by `valuesOfAttribute`. groups: the ids of
 * the groups of people that the member is in.
 */
export const actorSchema = z.object({
  kind: z.enum(['person', 'token', 'publicLink', 'local']),
  userId: z.string().check(z.minLength(1)),
  orgId: z.string().check(z.minLength(1)),
  role: roleSchema,
  audiences: z.array(z.string()),
  grants: z.array(grantSchema),
  attributes: z.optional(ownAttributesSchema),
  groups: z.optional(z.array(z.string())),
})
export type Actor = z.infer<typeof actorSchema>

/** The audience of everyone in a workspace. */
export const everyone = 'everyone'

/** The audience of those who manage the workspace. */
export const admins = 'admins'

/** Returns the audience of one person. */
export function personalAudience(userId: string): string {
  return `user:${userId}`
}

export const localOrgId = 'local'

/** The only person of local mode: owner of everything on this machine. */
export const localOwner: Actor = {
  kind: 'local',
  userId: 'local',
  orgId: localOrgId,
  role: 'owner',
  audiences: [everyone, personalAudience('local')],
  grants: [],
}
