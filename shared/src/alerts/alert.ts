import * as z from 'zod/mini'
import { addressesSchema } from '../base/addresses'
import type { ApiEndpoint } from '../base/api-endpoint'
import { idSchema } from '../base/ids'
import { localeSchema } from '../base/locale'
import { undeliveredSchema } from '../jobs/job'
import { scheduleSchema } from '../jobs/schedule'
import { isTimeZone } from '../workspaces/workspace'
import { alertConditionSchema } from './alert-condition'

const maxPeople = 100
/** The most groups that one alert watches. */
export const maxAlertGroups = 200

const choiceShape = {
  target: z.object({ kind: z.enum(['chart', 'metric']), id: idSchema }),
  column: z.nullable(z.string().check(z.maxLength(255))),
  condition: alertConditionSchema,
  onlyComplete: z.boolean(),
  when: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('schedule'), schedule: scheduleSchema }),
    z.strictObject({
      kind: z.literal('data'),
      timeZone: z.string().check(z.refine(isTimeZone, 'an IANA time zone')),
    }),
  ]),
  people: z.array(idSchema).check(z.maxLength(maxPeople)),
  addresses: addressesSchema,
  webhookId: z.nullable(idSchema),
  isNotified: z.optional(z.boolean()),
  locale: localeSchema,
} as const

/**
 * Choices of an alert. column: the numbers that are watched; null for the first measure. onlyComplete: leaves out the
 * period that is still running. when: on a schedule, or within five minutes after its data has changed. people: user ids of
 * members. isNotified: its maker sees it in open pages, where they want that.
 */
export const alertChoiceSchema = z.strictObject(choiceShape).check(
  z.refine(
    ({ people, addresses, webhookId, isNotified }) =>
      people.length + addresses.length > 0 || webhookId !== null || isNotified === true,
    {
      error: 'somebody who is told',
      path: ['addresses'],
    },
  ),
)
export type AlertChoice = z.infer<typeof alertChoiceSchema>
/** Stored choices: of any locale, so that each can be read. */
export const storedAlertChoiceSchema = z.object({ ...choiceShape, locale: z.string() })

/** met: what the alert waits for is so. unknown: there is nothing to judge, such as a change without a value before. */
export const alertVerdictSchema = z.enum(['met', 'clear', 'unknown'])
export type AlertVerdict = z.infer<typeof alertVerdictSchema>

/**
 * A value at a check. group: the words of its values in the group columns, empty if there are none. text: the value as it
 * is shown. event: what was told of it.
 */
export const checkedValueSchema = z.object({
  group: z.string(),
  value: z.nullable(z.number()),
  text: z.string(),
  verdict: alertVerdictSchema,
  event: z.nullable(z.enum(['fired', 'recovered'])),
})
export type CheckedValue = z.infer<typeof checkedValueSchema>

/** A check that was made. note: why it failed, or what else there is to say. at: Unix milliseconds. */
export const alertCheckSchema = z.object({
  at: z.number(),
  outcome: z.enum(['firing', 'clear', 'unknown', 'failed']),
  note: z.nullable(z.string()),
  values: z.array(checkedValueSchema),
})
export type AlertCheck = z.infer<typeof alertCheckSchema>

/** Answer of `GET /api/alerts/:id/checks`, newest first. */
const alertCheckListSchema = z.object({ checks: z.array(alertCheckSchema) })
export type AlertCheckList = z.infer<typeof alertCheckListSchema>

/**
 * An alert. choice: without those who have ended its mails, of whom there are `leftCount`. firing: the groups for which
 * it is met now. stopped: why it is checked no more; null while it is. Times are Unix milliseconds.
 */
export const alertSchema = z.object({
  id: z.string(),
  title: z.string(),
  choice: storedAlertChoiceSchema,
  firing: z.array(z.object({ group: z.string(), text: z.string(), since: z.number() })),
  lastCheck: z.nullable(alertCheckSchema),
  snoozedUntil: z.nullable(z.number()),
  stopped: z.nullable(z.string()),
  isPaused: z.boolean(),
  nextAt: z.nullable(z.number()),
  undelivered: z.nullable(undeliveredSchema),
  leftCount: z.int(),
  createdBy: z.string(),
  createdAt: z.number(),
})
export type Alert = z.infer<typeof alertSchema>

/** Answer of `GET /api/alerts`: one’s own; for admins all of the workspace. hasMail: false if the server sends none. */
const alertListSchema = z.object({ alerts: z.array(alertSchema), hasMail: z.boolean() })
export type AlertList = z.infer<typeof alertListSchema>

/** until: Unix milliseconds; null ends it. */
const snoozeSchema = z.strictObject({ until: z.nullable(z.int().check(z.minimum(0))) })

export const listAlertsEndpoint = {
  method: 'GET',
  path: '/api/alerts',
  answer: alertListSchema,
} as const satisfies ApiEndpoint

export const createAlertEndpoint = {
  method: 'POST',
  path: '/api/alerts',
  body: alertChoiceSchema,
  answer: alertSchema,
} as const satisfies ApiEndpoint

export const changeAlertEndpoint = {
  method: 'PATCH',
  path: '/api/alerts/:id',
  body: alertChoiceSchema,
  answer: alertSchema,
} as const satisfies ApiEndpoint

export const deleteAlertEndpoint = { method: 'DELETE', path: '/api/alerts/:id' } as const satisfies ApiEndpoint

export const snoozeAlertEndpoint = {
  method: 'POST',
  path: '/api/alerts/:id/snooze',
  body: snoozeSchema,
  answer: alertSchema,
} as const satisfies ApiEndpoint

/** Checks it now, besides its schedule. */
export const checkAlertEndpoint = { method: 'POST', path: '/api/alerts/:id/check' } as const satisfies ApiEndpoint

export const listAlertChecksEndpoint = {
  method: 'GET',
  path: '/api/alerts/:id/checks',
  answer: alertCheckListSchema,
} as const satisfies ApiEndpoint
