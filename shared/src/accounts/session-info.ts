import * as z from 'zod/mini'
import { roleSchema } from '../access/roles'
import { personNameSchema } from './account'

/** A workspace as one of its members meets it. slug: its name in addresses, `/w/<slug>/…`. */
export const workspaceSummarySchema = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  role: roleSchema,
})
export type WorkspaceSummary = z.infer<typeof workspaceSummarySchema>

/** Answer of `GET /api/session`: who is signed in, and the workspaces they are a member of, by name. */
export const sessionInfoSchema = z.object({
  person: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  workspaces: z.array(workspaceSummarySchema),
  /** True if this person may make workspaces on this server. */
  mayCreateWorkspaces: z.boolean(),
  /** Unix milliseconds; it moves on while the session is used. */
  expiresAt: z.number(),
})
export type SessionInfo = z.infer<typeof sessionInfoSchema>

/** Body of `PATCH /api/session`. */
export const changePersonSchema = z.strictObject({ name: personNameSchema })
