import { maxItems } from '@tidemark/shared/query/run-query'
import * as z from 'zod'

/**
 * Somebody wants their run or export stopped, wherever it runs: what instances tell each other. Fits a NOTIFY. items: of the
 * request, when only those are to stop.
 */
export const stopNoticeSchema = z.strictObject({
  stop: z.enum(['run', 'export']),
  org: z.string(),
  userId: z.string(),
  id: z.string(),
  items: z.array(z.int()).max(maxItems).optional(),
})
export type StopNotice = z.infer<typeof stopNoticeSchema>

/** Tells the other instances; there may be none. */
export type TellStop = (notice: StopNotice) => void
