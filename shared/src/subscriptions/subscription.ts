import * as z from 'zod/mini'
import { addressesSchema } from '../base/addresses'
import type { ApiEndpoint } from '../base/api-endpoint'
import { idSchema } from '../base/ids'
import { localeSchema } from '../base/locale'
import { undeliveredSchema } from '../jobs/job'
import { scheduleSchema } from '../jobs/schedule'

const maxPeople = 100
/** The most charts whose data are attached to a mail. */
export const maxDataCharts = 10

const choiceShape = {
  target: z.object({ kind: z.enum(['dashboard', 'chart']), id: idSchema }),
  search: z.string().check(z.maxLength(4_000)),
  schedule: scheduleSchema,
  people: z.array(idSchema).check(z.maxLength(maxPeople)),
  addresses: addressesSchema,
  webhookId: z.nullable(idSchema),
  onlyIf: z.enum(['always', 'results', 'changed']),
  files: z.array(z.enum(['pdf', 'csv', 'xlsx'])).check(z.maxLength(3)),
  locale: localeSchema,
} as const

/**
 * Choices of a subscription. target: the dashboard or chart that is sent. search: of the address of its page, with the
 * values of filters and parameters. people: user ids of members. addresses: of people who need no account.
 * onlyIf: sends always, if any chart has rows, or if anything differs from what was sent last. files: attached beside
 * the picture in the mail.
 */
export const subscriptionChoiceSchema = z.strictObject(choiceShape).check(
  z.refine(({ people, addresses, webhookId }) => people.length + addresses.length > 0 || webhookId !== null, {
    error: 'somebody who gets it',
    path: ['addresses'],
  }),
)
export type SubscriptionChoice = z.infer<typeof subscriptionChoiceSchema>

/** Stored choices: where the last recipient has left, there is none; of any locale, so that each can be read. */
export const storedChoiceSchema = z.object({ ...choiceShape, locale: z.string() })

/**
 * A subscription. choice: without those who have left, of whom there are `leftCount`. stopped: why it is sent no more;
 * null while it is. isSending: it is being sent, or begins to be. last: what came of the last time. Times are in Unix
 * milliseconds.
 */
export const subscriptionSchema = z.object({
  id: z.string(),
  title: z.string(),
  choice: storedChoiceSchema,
  stopped: z.nullable(z.string()),
  isPaused: z.boolean(),
  nextAt: z.nullable(z.number()),
  isSending: z.boolean(),
  last: z.nullable(z.object({ at: z.number(), note: z.string() })),
  error: z.nullable(z.string()),
  undelivered: z.nullable(undeliveredSchema),
  leftCount: z.int(),
  createdBy: z.string(),
  createdAt: z.number(),
})
export type Subscription = z.infer<typeof subscriptionSchema>

/** Answer of `GET /api/subscriptions`: one’s own; for admins all of the workspace. */
const subscriptionListSchema = z.object({ subscriptions: z.array(subscriptionSchema), hasMail: z.boolean() })
export type SubscriptionList = z.infer<typeof subscriptionListSchema>

export const listSubscriptionsEndpoint = {
  method: 'GET',
  path: '/api/subscriptions',
  answer: subscriptionListSchema,
} as const satisfies ApiEndpoint

export const createSubscriptionEndpoint = {
  method: 'POST',
  path: '/api/subscriptions',
  body: subscriptionChoiceSchema,
  answer: subscriptionSchema,
} as const satisfies ApiEndpoint

export const changeSubscriptionEndpoint = {
  method: 'PATCH',
  path: '/api/subscriptions/:id',
  body: subscriptionChoiceSchema,
  answer: subscriptionSchema,
} as const satisfies ApiEndpoint

export const deleteSubscriptionEndpoint = {
  method: 'DELETE',
  path: '/api/subscriptions/:id',
} as const satisfies ApiEndpoint

/** Sends it now, besides its schedule. */
export const sendSubscriptionEndpoint = {
  method: 'POST',
  path: '/api/subscriptions/:id/send',
} as const satisfies ApiEndpoint
