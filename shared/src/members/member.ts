import * as z from 'zod/mini'
import { roleSchema } from '../access/roles'
import type { ApiEndpoint } from '../base/api-endpoint'

/** A member of the workspace. email: null for readers who may not manage members. joinedAt: Unix milliseconds. */
export const memberSchema = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  role: roleSchema,
  joinedAt: z.number(),
})
export type Member = z.infer<typeof memberSchema>

/** Answer of `GET /api/members`, by name. */
export const memberListSchema = z.object({ members: z.array(memberSchema) })
export type MemberList = z.infer<typeof memberListSchema>

/** Body of `PATCH /api/members/{userId}`. */
export const changeMemberSchema = z.strictObject({ role: roleSchema })
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
