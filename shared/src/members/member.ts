import * as z from 'zod/mini'
import { attributesSchema } from '../access/attributes'
import { roleSchema } from '../access/roles'
import type { ApiEndpoint } from '../base/api-endpoint'
import { peopleGroupSchema } from '../groups/people-group'

/**
 * A member of the workspace. email: null for readers who may not manage members. attributes: also null for them, but for
 * their own. groups: the ids of the groups that the member is in. joinedAt: Unix milliseconds.
 */
export const memberSchema = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  role: roleSchema,
  attributes: z.nullable(attributesSchema),
  groups: z.optional(z.array(z.string())),
  joinedAt: z.number(),
  /** For those who manage members: true if they sign in with a second factor. */
  hasTwoFactor: z.optional(z.boolean()),
})
export type Member = z.infer<typeof memberSchema>

/**
 * Answer of `GET /api/members`, by name. attributeNames: those that any member has, for who may edit content; for others
 * none. groups: those of the workspace by name. requiresTwoFactor: true if whoever signs in with a password needs a second factor for this workspace.
 */
export const memberListSchema = z.object({
  members: z.array(memberSchema),
  attributeNames: z.array(z.string()),
  groups: z.array(peopleGroupSchema),
  requiresTwoFactor: z.boolean(),
})
export type MemberList = z.infer<typeof memberListSchema>

/** Body of `PATCH /api/members/{userId}`. attributes: all that the member has from then on. */
export const changeMemberSchema = z
  .strictObject({ role: z.optional(roleSchema), attributes: z.optional(attributesSchema) })
  .check(z.refine(({ role, attributes }) => role !== undefined || attributes !== undefined, 'a role or attributes'))
export type ChangeMember = z.infer<typeof changeMemberSchema>

export const listMembersEndpoint = {
  method: 'GET',
  path: '/api/members',
  answer: memberListSchema,
} as const satisfies ApiEndpoint

export const changeMemberEndpoint = {
  method: 'PATCH',
  path: '/api/members/:userId',
  body: changeMemberSchema,
} as const satisfies ApiEndpoint

export const removeMemberEndpoint = { method: 'DELETE', path: '/api/members/:userId' } as const satisfies ApiEndpoint
