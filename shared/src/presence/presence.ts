import * as z from 'zod/mini'
import { idSchema } from '../base/ids'
import { dashboardIdSchema } from '../dashboards/dashboard'
import type { ApiEndpoint } from '../base/api-endpoint'

/** How often a page says that somebody looks at its dashboard, and after how long without that they count as gone. */
export const presenceBeatMs = 20_000
export const presenceGoneMs = 45_000

/**
 * Body of `POST /api/presence`. visitId: names the page, so that leaving one of several leaves the others; isLeaving: they
 * look at it no longer.
 */
export const presenceBeatSchema = z.strictObject({
  dashboardId: dashboardIdSchema,
  visitId: z.optional(idSchema),
  isLeaving: z.optional(z.boolean()),
})
export type PresenceBeat = z.infer<typeof presenceBeatSchema>

/** The user ids of a dashboard's present viewers, in order of arrival: the answer to a presence beat. */
export const dashboardPresenceSchema = z.object({ dashboardId: dashboardIdSchema, userIds: z.array(z.string()) })
export type DashboardPresence = z.infer<typeof dashboardPresenceSchema>

/** The same as an event of the poke stream, which serves several workspaces: their dashboards may have the same ids. */
export const presenceEventSchema = z.extend(dashboardPresenceSchema, { org: z.string() })
export type PresenceEvent = z.infer<typeof presenceEventSchema>

export const presenceBeatEndpoint = {
  method: 'POST',
  path: '/api/presence',
  body: presenceBeatSchema,
  answer: dashboardPresenceSchema,
} as const satisfies ApiEndpoint
