import { randomBytes } from 'node:crypto'
import { exportStateSchema, type ExportState } from '@tidemark/shared/query/export-request'
import * as z from 'zod/mini'
import type { RunOwner } from '../run/run-registry'

/**
 * Asks other instances for the progress of an export, or carries the answer of the one that runs it. Fits into the
 * payload of a NOTIFY. question: a random id that the answer repeats.
 */
export const exportNoticeSchema = z.discriminatedUnion('exportNotice', [
  z.strictObject({
    exportNotice: z.literal('asked'),
    question: z.string(),
    org: z.string(),
    userId: z.string(),
    id: z.string(),
  }),
  z.strictObject({ exportNotice: z.literal('answered'), question: z.string(), state: exportStateSchema }),
])
export type ExportNotice = z.infer<typeof exportNoticeSchema>

/** Access to the progress of exports on other instances. */
export interface ExportsElsewhere {
  /** Asks for an export's state; null if no instance has it or answers in time. */
  ask(owner: RunOwner, id: string): Promise<ExportState | null>
  /** Handles a notice of another instance. stateHere: returns the state of an export of this instance. */
  hear(notice: ExportNotice, stateHere: (owner: RunOwner, id: string) => ExportState | null): void
}

/** A notice takes milliseconds, but the instance with the export may be busy writing it. */
const patienceMs = 2_000
/** A NOTIFY holds 8,000 bytes, and an error may quote a long statement. */
const maxTextLength = 500

export function createExportsElsewhere(tell: (notice: ExportNotice) => void): ExportsElsewhere {
  const waiting = new Map<string, (state: ExportState) => void>()
  return {
    ask: ({ orgId, userId }, id) => {
      const question = randomBytes(9).toString('base64url')
      return new Promise((resolve) => {
        const end = (state: ExportState | null) => {
          clearTimeout(timer)
          waiting.delete(question)
          resolve(state)
        }
        const timer = setTimeout(end, patienceMs, null)
        waiting.set(question, end)
        tell({ exportNotice: 'asked', question, org: orgId, userId, id })
      })
    },
    hear: (notice, stateHere) => {
      if (notice.exportNotice === 'answered') return waiting.get(notice.question)?.(notice.state)
      const state = stateHere({ orgId: notice.org, userId: notice.userId }, notice.id)
      if (state !== null)
        tell({ exportNotice: 'answered', question: notice.question, state: { ...state, ...shortError(state) } })
    },
  }
}

function shortError({ error }: ExportState): Pick<ExportState, 'error'> {
  if (error === undefined) return {}
  const { detail, hint, ...rest } = error
  const short = (text: string | undefined) => text?.slice(0, maxTextLength)
  return {
    error: {
      ...rest,
      ...(detail === undefined ? {} : { detail: short(detail) }),
      ...(hint === undefined ? {} : { hint: short(hint) }),
    },
  }
}
