import * as z from 'zod/mini'
import type { ApiEndpoint } from '../base/api-endpoint'
import { scheduleSchema } from './schedule'

/**
 * Kinds of jobs: `mail` and `webhook` each deliver one message, `subscription` makes those of one time, `alert` checks one,
 * `comment` tells one person of comments.
 */
export const jobKinds = ['mail', 'webhook', 'subscription', 'alert', 'comment'] as const
export const jobKindSchema = z.enum(jobKinds)
export type JobKind = z.infer<typeof jobKindSchema>

/** waiting: for its time. done, dead: only jobs that come once; a dead one has failed as often as it may. */
export const jobStateSchema = z.enum(['waiting', 'running', 'done', 'dead'])

/** A run of a job that has ended. attempt: counts the tries for one time. note: its error, or what it has to say. */
export const jobRunSchema = z.object({
  dueAt: z.number(),
  attempt: z.int(),
  startedAt: z.number(),
  endedAt: z.number(),
  outcome: z.enum(['succeeded', 'failed']),
  note: z.nullable(z.string()),
})
export type JobRun = z.infer<typeof jobRunSchema>

/**
 * Work that is done later, once or on a schedule. schedule: null for what comes once. nextAt: when it runs next; null
 * if never. error: why its last try failed. Times are in Unix milliseconds.
 */
export const jobSchema = z.object({
  id: z.string(),
  kind: jobKindSchema,
  title: z.string(),
  schedule: z.nullable(scheduleSchema),
  state: jobStateSchema,
  isPaused: z.boolean(),
  nextAt: z.nullable(z.number()),
  attempts: z.int(),
  error: z.nullable(z.string()),
  lastRun: z.nullable(jobRunSchema),
  createdBy: z.string(),
  createdAt: z.number(),
})
export type Job = z.infer<typeof jobSchema>

/**
 * The newest message of a subscription or alert that could not be delivered. at: when it was made. nextAt: of its next
 * try; null after the last. Times are in Unix milliseconds.
 */
export const undeliveredSchema = z.object({
  title: z.string(),
  error: z.string(),
  at: z.number(),
  nextAt: z.nullable(z.number()),
})
export type Undelivered = z.infer<typeof undeliveredSchema>

/**
 * Answer of `GET /api/jobs`: what is open or has failed for good, then the newest of what is done. hasMail: false if the
 * server sends no mail.
 */
const jobListSchema = z.object({ jobs: z.array(jobSchema), hasMail: z.boolean() })
export type JobList = z.infer<typeof jobListSchema>

/** Answer of `GET /api/jobs/:id/runs`, newest first. */
export const jobRunListSchema = z.object({ runs: z.array(jobRunSchema) })
export type JobRunList = z.infer<typeof jobRunListSchema>

const changeJobSchema = z.strictObject({ isPaused: z.boolean() })

export const listJobsEndpoint = {
  method: 'GET',
  path: '/api/jobs',
  answer: jobListSchema,
} as const satisfies ApiEndpoint

export const listJobRunsEndpoint = {
  method: 'GET',
  path: '/api/jobs/:id/runs',
  answer: jobRunListSchema,
} as const satisfies ApiEndpoint

export const runJobEndpoint = { method: 'POST', path: '/api/jobs/:id/run' } as const satisfies ApiEndpoint

export const changeJobEndpoint = {
  method: 'PATCH',
  path: '/api/jobs/:id',
  body: changeJobSchema,
} as const satisfies ApiEndpoint

const testMailSchema = z.strictObject({ to: z.email().check(z.maxLength(200)) })

/** Its answer is the job that sends the mail. */
export const testMailEndpoint = {
  method: 'POST',
  path: '/api/jobs/test-mail',
  body: testMailSchema,
  answer: jobSchema,
} as const satisfies ApiEndpoint
