import type { Job, JobRun, Undelivered } from '@tidemark/shared/jobs/job'
import { jobRunSchema, jobSchema } from '@tidemark/shared/jobs/job'
import type { Schedule } from '@tidemark/shared/jobs/schedule'
import * as z from 'zod/mini'

/** A job that this process may run until its lease ends. fence: what an ended lease can no longer write with. */
export interface TakenJob {
  readonly id: string
  readonly orgId: string
  readonly kind: string
  readonly title: string
  readonly payload: unknown
  /** The subscription or alert of which it delivers a message; null for other jobs. */
  readonly source: string | null
  readonly schedule: Schedule | null
  readonly dueAt: number
  readonly attempts: number
  readonly fence: number
  readonly createdBy: string
}

const number = z.coerce.number<number>()
export const nullableNumber = z.nullable(number)
export const jobRowSchema = z.object({
  id: z.string(),
  org: z.string(),
  kind: z.string(),
  title: z.string(),
  payload: z.string(),
  pattern: z.nullable(z.string()),
  time_zone: z.nullable(z.string()),
  source: z.nullable(z.string()),
  state: z.string(),
  paused: number,
  due_at: number,
  run_at: number,
  attempts: number,
  fence: number,
  error: z.nullable(z.string()),
  created_by: z.string(),
  created_at: number,
})
type JobRow = z.infer<typeof jobRowSchema>
export const jobColumns = Object.keys(jobRowSchema.shape).join(', ')

export const runRowSchema = z.object({
  job_id: z.string(),
  due_at: number,
  attempt: number,
  started_at: number,
  ended_at: number,
  outcome: z.string(),
  note: z.nullable(z.string()),
})
export const runColumns = Object.keys(runRowSchema.shape).join(', ')

export function toTaken(row: JobRow): TakenJob {
  return {
    id: row.id,
    orgId: row.org,
    kind: row.kind,
    title: row.title,
    payload: JSON.parse(row.payload) as unknown, // parsed by the schema of its kind
    source: row.source,
    schedule: scheduleOf(row),
    dueAt: row.due_at,
    attempts: row.attempts,
    fence: row.fence,
    createdBy: row.created_by,
  }
}

export function toJob(row: JobRow, lastRun: JobRun | null): Job {
  return jobSchema.parse({
    id: row.id,
    kind: row.kind,
    title: row.title,
    schedule: scheduleOf(row),
    state: row.state,
    isPaused: row.paused !== 0,
    nextAt: row.state === 'waiting' && row.paused === 0 ? row.run_at : null,
    attempts: row.attempts,
    error: row.error,
    lastRun,
    createdBy: row.created_by,
    createdAt: row.created_at,
  })
}

function scheduleOf({ pattern, time_zone: timeZone }: JobRow): Schedule | null {
  return pattern === null || timeZone === null ? null : { pattern, timeZone }
}

const undeliveredRowSchema = z.object({
  source: z.string(),
  title: z.string(),
  error: z.string(),
  state: z.string(),
  run_at: number,
  created_at: number,
})
export const undeliveredColumns = Object.keys(undeliveredRowSchema.shape).join(', ')

/** Returns a message that could not be delivered, by its source. */
export function toUndelivered(row: unknown): readonly [source: string, Undelivered] {
  const { source, title, error, state, run_at: runAt, created_at: at } = undeliveredRowSchema.parse(row)
  return [source, { title, error, at, nextAt: state === 'dead' ? null : runAt }]
}

export function toRun(row: z.infer<typeof runRowSchema>): JobRun {
  return jobRunSchema.parse({
    dueAt: row.due_at,
    attempt: row.attempt,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    outcome: row.outcome,
    note: row.note,
  })
}
