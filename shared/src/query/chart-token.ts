import * as z from 'zod/mini'
import type { ApiEndpoint } from '../base/api-endpoint'

/**
 * The token that a page sends to the chart host in `Authorization: Bearer`, for one workspace. expiresInMs: counted
 * from the answer, so that the page's clock need not be right.
 */
export const chartTokenSchema = z.object({ token: z.string(), expiresInMs: z.int() })
export type ChartToken = z.infer<typeof chartTokenSchema>

export const chartTokenEndpoint = {
  method: 'POST',
  path: '/api/chart/token',
  answer: chartTokenSchema,
} as const satisfies ApiEndpoint
