import * as z from 'zod/mini'
import type { ApiEndpoint } from '../base/api-endpoint'
import { nameSchema, plainName } from '../base/name'

/**
 * A group of people in a workspace, to whom folders, connections and datasets can be opened. isFromProvider: true if the
 * identity provider says who is in it, so that nobody changes it by hand.
 */
export const peopleGroupSchema = z.object({
  id: z.string(),
  name: z.string(),
  isFromProvider: z.optional(z.boolean()),
})
export type PeopleGroup = z.infer<typeof peopleGroupSchema>

/** The most groups in a workspace. */
export const maxGroups = 200

export const longestGroupName = 80

export const groupNameSchema = plainName(nameSchema(longestGroupName))
const userIdsSchema = z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.maxLength(1000))

/** Body of `POST /api/groups`. userIds: its first members. */
const createGroupSchema = z.strictObject({ name: groupNameSchema, userIds: z._default(userIdsSchema, []) })
export type CreateGroup = z.infer<typeof createGroupSchema>

/** Body of `PATCH /api/groups/{id}`. add, remove: user ids; who is in already, or is not, stays so. */
const changeGroupSchema = z.strictObject({
  name: z.optional(groupNameSchema),
  add: z.optional(userIdsSchema),
  remove: z.optional(userIdsSchema),
})
export type ChangeGroup = z.infer<typeof changeGroupSchema>

export const createGroupEndpoint = {
  method: 'POST',
  path: '/api/groups',
  body: createGroupSchema,
  answer: peopleGroupSchema,
} as const satisfies ApiEndpoint

export const changeGroupEndpoint = {
  method: 'PATCH',
  path: '/api/groups/:id',
  body: changeGroupSchema,
} as const satisfies ApiEndpoint

export const deleteGroupEndpoint = { method: 'DELETE', path: '/api/groups/:id' } as const satisfies ApiEndpoint
