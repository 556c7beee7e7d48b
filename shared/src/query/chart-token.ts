import * as z from 'zod/mini'

/**
 * What a page sends to the chart host in `Authorization: Bearer`, for one workspace. expiresInMs: from the answer on, by
 * whatever clock the page has.
 */
export const chartTokenSchema = z.object({ token: z.string(), expiresInMs: z.int() })
export type ChartToken = z.infer<typeof chartTokenSchema>
