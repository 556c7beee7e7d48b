import * as z from 'zod/mini'
import { roleSchema } from '../access/roles'
import { personNameSchema } from './account'

/** A workspace as shown to a member. slug: its name in addresses, `/w/<slug>/…`. */
export const workspaceSummarySchema = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  role: roleSchema,
})
export type WorkspaceSummary = z.infer<typeof workspaceSummarySchema>

/** Answer of `GET /api/session`: the signed-in person and their workspaces, by name. */
export const sessionInfoSchema = z.object({
  person: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  workspaces: z.array(workspaceSummarySchema),
  /** True if this person may create workspaces on this server. */
  mayCreateWorkspaces: z.boolean(),
  /** Unix milliseconds; extended while the session is used. */
  expiresAt: z.number(),
})
export type SessionInfo = z.infer<typeof sessionInfoSchema>

/** Body of `PATCH /api/session`. */
export const changePersonSchema = z.strictObject({ name: personNameSchema })
