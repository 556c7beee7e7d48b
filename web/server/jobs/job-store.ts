import type { Job, JobKind, JobRun, Undelivered } from '@tidemark/shared/jobs/job'
import { nextTime, type Schedule } from '@tidemark/shared/jobs/schedule'
import type { JsonObject } from '@tidemark/shared/base/json'
import { newId } from '@tidemark/shared/base/ids'
import * as z from 'zod/mini'
import { placedSql, type SqlTables } from '../store/sql-tables'
import { afterRun, type RunEnd } from './after-run'
import {
  jobColumns,
  jobRowSchema,
  nullableNumber,
  runColumns,
  runRowSchema,
  toJob,
  toRun,
  toTaken,
  toUndelivered,
  undeliveredColumns,
  type TakenJob,
} from './job-rows'

/** A job to store. id: what is stored under a known id is not stored again, so that nothing is delivered twice. */
export interface NewJob {
  readonly id: string
  readonly orgId: string
  readonly kind: JobKind
  /** Its name for people. */
  readonly title: string
  readonly payload: JsonObject
  /** The subscription or alert of which it delivers a message. */
  readonly source?: string
  /** Default: now. */
  readonly runAt?: number
  readonly createdBy: string
}

/** Stores jobs and the history of their runs, for all workspaces. Times are in Unix milliseconds. */
export interface JobStore {
  /** Stores a job that comes once; has no effect if there is one with its id. */
  add(job: NewJob): Promise<void>
  /** Stores or replaces a job that comes on a schedule. */
  putScheduled(job: Omit<NewJob, 'runAt'> & { readonly schedule: Schedule }): Promise<void>
  /** Takes the job that has waited longest, or whose lease has ended; undefined if none is due. Each taker gets another. */
  take(leaseMs: number): Promise<TakenJob | undefined>
  /** Keeps the lease; returns false if it has ended and another took the job. */
  keep(job: TakenJob, leaseMs: number): Promise<boolean>
  /** Writes down how a run ended, and when the job comes next. Returns false, without effect, if the lease was lost. */
  end(job: TakenJob, startedAt: number, end: RunEnd): Promise<boolean>
  /** Gives a job back as if it had not been taken. */
  giveBack(job: TakenJob): Promise<void>
  /** Ends all leases. Only where no other process can hold one. */
  endLeases(): Promise<void>
  /** Returns when the next job is due; null if none waits. */
  nextDue(): Promise<number | null>
  list(orgId: string): Promise<readonly Job[]>
  get(orgId: string, id: string): Promise<Job | undefined>
  /** Returns those of some jobs that there are, by id. */
  getSome(orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Job>>
  /** Returns the newest message of each source that could not be delivered, of those since a time. */
  listUndelivered(orgId: string, sources: readonly string[], since: number): Promise<ReadonlyMap<string, Undelivered>>
  listRuns(orgId: string, id: string): Promise<readonly JobRun[]>
  /** Makes a job due now, with all its tries. Returns false if it runs or is done. */
  runNow(orgId: string, id: string): Promise<boolean>
  /** A paused job is not taken. What it misses is not caught up. */
  setPaused(orgId: string, id: string, isPaused: boolean): Promise<void>
  delete(orgId: string, id: string): Promise<void>
  count(): Promise<JobCounts>
  /** Forgets runs that ended before a time, and the jobs that are over since then. */
  forget(before: number): Promise<void>
}

export interface JobCounts {
  readonly waiting: number
  readonly late: number
  readonly dead: number
}

const maxListed = 200
const maxRunsListed = 50

const insert = `INSERT INTO job (id, org, kind, title, payload, pattern, time_zone, source, state, paused, due_at, run_at, attempts, fence, created_by, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting', 0, ?, ?, 0, 0, ?, ?)`

/** Returns the statement that stores a job that comes once, unless there is one with its id. now: Unix milliseconds. */
export function insertJob(
  { id, orgId, kind, title, payload, source, runAt, createdBy }: NewJob,
  now: number,
): { readonly sql: string; readonly values: readonly unknown[] } {
  const due = runAt ?? now
  return {
    sql: `${insert} ON CONFLICT (id) DO NOTHING`,
    values: [id, orgId, kind, title, JSON.stringify(payload), null, null, source ?? null, due, due, createdBy, now],
  }
}

/** Opens the jobs in a store's tables. clock: Unix milliseconds; those of several servers must agree to a few seconds. */
export function openJobStore(tables: SqlTables, clock: () => number): JobStore {
  const placed = placedSql(tables.engine)
  const read = async (sql: string, values: readonly unknown[]) => (await tables.read(placed(sql), values)).rows
  const write = async (sql: string, values: readonly unknown[]) => await tables.write(placed(sql), values)
  const skipLocked = tables.engine === 'sqlite' ? '' : 'FOR UPDATE SKIP LOCKED'

  const lastRuns = async (orgId: string, jobIds: readonly string[]): Promise<ReadonlyMap<string, JobRun>> => {
    if (jobIds.length === 0) return new Map()
    const places = jobIds.map(() => '?').join(', ')
    const rows = await read(
      `SELECT ${runColumns} FROM job_run AS r WHERE org = ? AND job_id IN (${places})
       AND ended_at = (SELECT max(ended_at) FROM job_run WHERE job_id = r.job_id)`,
      [orgId, ...jobIds],
    )
    return new Map(rows.map((row) => runRowSchema.parse(row)).map((row) => [row.job_id, toRun(row)]))
  }

  const toJobs = async (orgId: string, rows: readonly unknown[]): Promise<readonly Job[]> => {
    const parsed = rows.map((row) => jobRowSchema.parse(row))
    const runs = await lastRuns(
      orgId,
      parsed.map(({ id }) => id),
    )
    return parsed.map((row) => toJob(row, runs.get(row.id) ?? null))
  }

  const getSome: JobStore['getSome'] = async (orgId, ids) => {
    if (ids.length === 0) return new Map()
    const sql = `SELECT ${jobColumns} FROM job WHERE org = ? AND id IN (${ids.map(() => '?').join(', ')})`
    return new Map((await toJobs(orgId, await read(sql, [orgId, ...ids]))).map((job) => [job.id, job]))
  }

  return {
    add: async (job) => {
      const { sql, values } = insertJob(job, clock())
      await write(sql, values)
    },

    putScheduled: async ({ id, orgId, kind, title, payload, schedule, createdBy }) => {
      const now = clock()
      const next = nextTime(schedule, now) ?? now
      await write(
        `${insert} ON CONFLICT (id) DO UPDATE SET title = excluded.title, payload = excluded.payload,
         pattern = excluded.pattern, time_zone = excluded.time_zone, state = 'waiting', due_at = excluded.due_at,
         run_at = excluded.run_at, attempts = 0, fence = job.fence + 1, created_by = excluded.created_by`,
        [
          ...[id, orgId, kind, title, JSON.stringify(payload), schedule.pattern, schedule.timeZone, null],
          ...[next, next, createdBy, now],
        ],
      )
    },

    take: async (leaseMs) => {
      const now = clock()
      const { rows } = await write(
        `UPDATE job SET state = 'running', attempts = attempts + 1, fence = fence + 1, run_at = ?
         WHERE id = (SELECT id FROM job WHERE state IN ('waiting', 'running') AND paused = 0 AND run_at <= ?
                     ORDER BY run_at, id LIMIT 1 ${skipLocked})
         RETURNING ${jobColumns}`,
        [now + leaseMs, now],
      )
      return rows[0] === undefined ? undefined : toTaken(jobRowSchema.parse(rows[0]))
    },

    keep: async ({ id, fence }, leaseMs) => {
      const sql = `UPDATE job SET run_at = ? WHERE id = ? AND fence = ? AND state = 'running'`
      return (await write(sql, [clock() + leaseMs, id, fence])).changedCount > 0
    },

    end: async (job, startedAt, end) => {
      const now = clock()
      const { state, dueAt, runAt, attempts, error } = afterRun(job, end, now)
      const { changedCount } = await write(
        `UPDATE job SET state = ?, due_at = ?, run_at = ?, attempts = ?, error = ?, ended_at = ?
         WHERE id = ? AND fence = ? AND state = 'running'`,
        [state, dueAt, runAt, attempts, error, now, job.id, job.fence],
      )
      if (changedCount === 0) return false
      await write(
        `INSERT INTO job_run (id, org, job_id, due_at, attempt, started_at, ended_at, outcome, note)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          newId(),
          job.orgId,
          job.id,
          job.dueAt,
          job.attempts,
          startedAt,
          now,
          end.kind === 'succeeded' ? 'succeeded' : 'failed',
          end.kind === 'succeeded' ? end.note : end.error,
        ],
      )
      return true
    },

    giveBack: async ({ id, fence }) => {
      await write(
        `UPDATE job SET state = 'waiting', run_at = ?, attempts = attempts - 1
         WHERE id = ? AND fence = ? AND state = 'running'`,
        [clock(), id, fence],
      )
    },

    endLeases: async () => {
      await write(`UPDATE job SET run_at = ? WHERE state = 'running'`, [clock()])
    },

    nextDue: async () => {
      const rows = await read(
        `SELECT min(run_at) AS at FROM job WHERE state IN ('waiting', 'running') AND paused = 0`,
        [],
      )
      return z.object({ at: nullableNumber }).parse(rows[0]).at
    },

    list: async (orgId) => {
      const rows = await read(
        `SELECT ${jobColumns} FROM job WHERE org = ?
         ORDER BY CASE WHEN state = 'done' THEN 1 ELSE 0 END, created_at DESC, id LIMIT ${maxListed}`,
        [orgId],
      )
      return await toJobs(orgId, rows)
    },

    get: async (orgId, id) => (await getSome(orgId, [id])).get(id),
    getSome,

    listUndelivered: async (orgId, sources, since) => {
      if (sources.length === 0) return new Map()
      const rows = await read(
        `SELECT ${undeliveredColumns} FROM job WHERE org = ? AND source IN (${sources.map(() => '?').join(', ')})
         AND error IS NOT NULL AND created_at >= ? ORDER BY created_at`,
        [orgId, ...sources, since],
      )
      // Of one source the newest is the last.
      return new Map(rows.map(toUndelivered))
    },

    listRuns: async (orgId, id) => {
      const rows = await read(
        `SELECT ${runColumns} FROM job_run WHERE org = ? AND job_id = ? ORDER BY ended_at DESC LIMIT ${maxRunsListed}`,
        [orgId, id],
      )
      return rows.map((row) => toRun(runRowSchema.parse(row)))
    },

    runNow: async (orgId, id) => {
      const now = clock()
      const { changedCount } = await write(
        `UPDATE job SET state = 'waiting', run_at = ?, attempts = 0, due_at = CASE WHEN pattern IS NULL THEN due_at ELSE ? END
         WHERE org = ? AND id = ? AND paused = 0 AND state IN ('waiting', 'dead')`,
        [now, now, orgId, id],
      )
      return changedCount > 0
    },

    setPaused: async (orgId, id, isPaused) => {
      const job = await read(`SELECT ${jobColumns} FROM job WHERE org = ? AND id = ?`, [orgId, id])
      if (job[0] === undefined) return
      const schedule = toTaken(jobRowSchema.parse(job[0])).schedule
      const now = clock()
      const next = schedule === null ? now : (nextTime(schedule, now) ?? now)
      await write(
        `UPDATE job SET paused = ?, attempts = CASE WHEN state = 'waiting' THEN 0 ELSE attempts END,
         due_at = CASE WHEN state = 'waiting' AND pattern IS NOT NULL THEN ? ELSE due_at END,
         run_at = CASE WHEN state = 'waiting' THEN ? ELSE run_at END WHERE org = ? AND id = ?`,
        [isPaused ? 1 : 0, next, next, orgId, id],
      )
    },

    delete: async (orgId, id) => {
      await write(`DELETE FROM job WHERE org = ? AND id = ?`, [orgId, id])
    },

    count: async () => {
      const rows = await read(
        `SELECT sum(CASE WHEN state IN ('waiting', 'running') THEN 1 ELSE 0 END) AS waiting,
                sum(CASE WHEN state = 'waiting' AND paused = 0 AND run_at < ? THEN 1 ELSE 0 END) AS late,
                sum(CASE WHEN state = 'dead' THEN 1 ELSE 0 END) AS dead FROM job`,
        [clock() - lateMs],
      )
      const row = countsSchema.parse(rows[0])
      return { waiting: row.waiting ?? 0, late: row.late ?? 0, dead: row.dead ?? 0 }
    },

    forget: async (before) => {
      await write(`DELETE FROM job_run WHERE ended_at < ?`, [before])
      await write(`DELETE FROM job WHERE state IN ('done', 'dead') AND ended_at < ?`, [before])
    },
  }
}

/** Time after which a job that is due and not taken counts as late. */
const lateMs = 60_000
const countsSchema = z.object({ waiting: nullableNumber, late: nullableNumber, dead: nullableNumber })
