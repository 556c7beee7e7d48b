import * as z from 'zod/mini'
import { plainName } from '../base/name'
import { workspaceSummarySchema } from '../accounts/session-info'
import { slugSchema } from '../accounts/workspace-address'
import { isTimeZone, workspaceNameSchema } from '../workspaces/workspace'
import type { ApiEndpoint } from '../base/api-endpoint'

/** Answer of `GET /api/workspaces`, by name. */
export const workspaceListSchema = z.object({ workspaces: z.array(workspaceSummarySchema) })
export type WorkspaceList = z.infer<typeof workspaceListSchema>

/** A workspace's name as typed now; stored ones may have other characters. */
export const plainWorkspaceNameSchema = plainName(workspaceNameSchema)

/** Body of `POST /api/workspaces`; the person becomes the owner. slug: by default derived from the name. */
export const createWorkspaceSchema = z.strictObject({
  name: plainWorkspaceNameSchema,
  slug: z.optional(slugSchema),
  timeZone: z.optional(z.string().check(z.refine(isTimeZone, 'an IANA time zone'))),
  /** Adds the sample dashboard and its data to the workspace. */
  withSample: z.optional(z.boolean()),
})
export type CreateWorkspace = z.infer<typeof createWorkspaceSchema>

/** Body of `PATCH /api/workspaces/{id}`. After a change of the slug, addresses with the old one no longer work. */
export const changeWorkspaceSchema = z.strictObject({
  name: z.optional(plainWorkspaceNameSchema),
  slug: z.optional(slugSchema),
  /** True: whoever signs in with a password needs a second factor for this workspace. */
  requiresTwoFactor: z.optional(z.boolean()),
})
export type ChangeWorkspace = z.infer<typeof changeWorkspaceSchema>

export const createWorkspaceEndpoint = {
  method: 'POST',
  path: '/api/workspaces',
  body: createWorkspaceSchema,
  answer: workspaceSummarySchema,
} as const satisfies ApiEndpoint

export const changeWorkspaceEndpoint = {
  method: 'PATCH',
  path: '/api/workspaces/:id',
  body: changeWorkspaceSchema,
  answer: workspaceSummarySchema,
} as const satisfies ApiEndpoint
