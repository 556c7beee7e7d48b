import * as z from 'zod/mini'
import { alertVerdictSchema, type AlertVerdict } from './alert'
import type { Judged } from './judge'

/** State of a group between checks. since: when the condition was met first, null while it is not. isTold: that somebody knows. */
const groupStateSchema = z.object({
  verdict: alertVerdictSchema,
  since: z.nullable(z.number()),
  isTold: z.boolean(),
  text: z.string(),
})
export type GroupState = z.infer<typeof groupStateSchema>

/**
 * The state of an alert between checks, by group. failures: of how many checks in a row. stamp: of the data that was
 * checked last.
 */
export const alertStateSchema = z.object({
  groups: z.record(z.string(), groupStateSchema),
  failures: z.int(),
  stamp: z.nullable(z.string()),
})
export type AlertState = z.infer<typeof alertStateSchema>

export const newAlertState: AlertState = { groups: {}, failures: 0, stamp: null }

export type AlertEvent = 'fired' | 'recovered'

/**
 * Decides what to tell of a group: once that it fires, and once that it has recovered. What cannot be judged changes
 * nothing. While it is snoozed nothing is told; what still fires afterwards is told then.
 */
export function nextGroupState(
  before: GroupState | undefined,
  verdict: AlertVerdict,
  { at, text, isSnoozed }: { readonly at: number; readonly text: string; readonly isSnoozed: boolean },
): { readonly state: GroupState; readonly event: AlertEvent | null } {
  const isFiring = verdict === 'met' || (verdict === 'unknown' && before?.since != null)
  const wasTold = before?.isTold ?? false
  if (isFiring) {
    const isTold = wasTold || !isSnoozed
    const state = { verdict, since: before?.since ?? at, isTold, text }
    return { state, event: isTold && !wasTold ? 'fired' : null }
  }
  const state = { verdict, since: null, isTold: false, text }
  return { state, event: wasTold && !isSnoozed ? 'recovered' : null }
}

export interface JudgedEvent extends Judged {
  readonly text: string
  readonly event: AlertEvent | null
}

/** Returns the state after a check, and what to tell. Groups that are gone and have ended are forgotten. */
export function nextAlertState(
  before: AlertState,
  judged: readonly (Judged & { readonly text: string })[],
  { at, stamp, isSnoozed }: { readonly at: number; readonly stamp: string | null; readonly isSnoozed: boolean },
): { readonly state: AlertState; readonly judged: readonly JudgedEvent[] } {
  const known = new Map(Object.entries(before.groups))
  const next = judged.map((one) => ({
    one,
    ...nextGroupState(known.get(one.group), one.verdict, { at, text: one.text, isSnoozed }),
  }))
  return {
    state: { groups: Object.fromEntries(next.map(({ one, state }) => [one.group, state])), failures: 0, stamp },
    judged: next.map(({ one, event }) => ({ ...one, event })),
  }
}
