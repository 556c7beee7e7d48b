import * as z from 'zod/mini'
import { idSchema } from '../base/ids'
import { dashboardIdSchema } from '../dashboards/dashboard'
import type { ApiEndpoint } from '../base/api-endpoint'

/**
 * How often a page reports that somebody looks at its dashboard, and after how long without a beat they count as gone.
 */
export const presenceBeatMs = 20_000
export const presenceGoneMs = 45_000

/**
 * Body of `POST /api/presence`. visitId: identifies the page, so that leaving one page does not end the visits of
 * others. isLeaving: true if the person no longer looks at it.
 */
export const presenceBeatSchema = z.strictObject({
  dashboardId: dashboardIdSchema,
  visitId: z.optional(idSchema),
  isLeaving: z.optional(z.boolean()),
})
export type PresenceBeat = z.infer<typeof presenceBeatSchema>

/** Answer to a presence beat: the user ids of a dashboard's present viewers, in order of arrival. */
export const dashboardPresenceSchema = z.object({ dashboardId: dashboardIdSchema, userIds: z.array(z.string()) })
export type DashboardPresence = z.infer<typeof dashboardPresenceSchema>

/** The viewers as an event of the poke stream. org: tells workspaces apart, whose dashboards may have equal ids. */
export const presenceEventSchema = z.extend(dashboardPresenceSchema, { org: z.string() })
export type PresenceEvent = z.infer<typeof presenceEventSchema>

export const presenceBeatEndpoint = {
  method: 'POST',
  path: '/api/presence',
  body: presenceBeatSchema,
  answer: dashboardPresenceSchema,
} as const satisfies ApiEndpoint
