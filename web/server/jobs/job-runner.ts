import type { JobKind } from '@tidemark/shared/jobs/job'
import { TidemarkError, toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import type * as z from 'zod/mini'
import type { Logger } from '../observability/log'
import { logFailure } from '../observability/log-failure'
import { getMetrics } from '../observability/metrics'
import type { TakenJob } from './job-rows'
import type { RunEnd } from './after-run'
import type { JobStore } from './job-store'

/** The run that a handler does. */
export interface JobRunContext {
  readonly orgId: string
  /** The id of the job. */
  readonly id: string
  /** The same for every try: receivers know by it what they have already had. */
  readonly key: string
  /** The time that the run is for, in Unix milliseconds. */
  readonly dueAt: number
  readonly createdBy: string
  /** The subscription or alert of which it delivers a message; null for other jobs. */
  readonly source: string | null
  /** Aborted when the server stops, the lease is lost or the time is over. */
  readonly signal: AbortSignal
}

/**
 * Does the jobs of a kind. It may be called again for what it has already done, because a server can stop before it has
 * written that down. Returns what its history should say, if anything.
 */
export interface JobHandler {
  readonly run: (payload: unknown, context: JobRunContext) => Promise<string | null>
}
export type JobHandlers = Readonly<Record<JobKind, JobHandler>>

/** Creates a handler that gets its payload parsed. */
export function jobHandler<S extends z.ZodMiniType>(
  payloadSchema: S,
  run: (payload: z.output<S>, context: JobRunContext) => Promise<string | null>,
): JobHandler {
  return {
    run: async (payload, context) => {
      const parsed = payloadSchema.safeParse(payload)
      if (!parsed.success) throw new TidemarkError('job-unreadable', { detail: parsed.error.issues[0]?.message })
      return await run(parsed.data, context)
    },
  }
}

export interface JobRunner {
  /** Looks for due jobs at once, after one was added. */
  wake(): void
  /** Takes no more jobs, and gives back those that do not end soon. */
  close(): Promise<void>
}

interface RunnerOptions {
  readonly jobs: JobStore
  readonly handlers: JobHandlers
  readonly log: Logger
  /** Unix milliseconds. */
  readonly clock: () => number
  /** True if no other process takes jobs of this store: leases from before the start are then void. */
  readonly isAlone: boolean
  /** Tells of a job that has failed for good; maybe more than once. */
  readonly onDead?: (job: TakenJob, error: string) => Promise<void>
  /** Draws the jitter of retries: 0 to 1. */
  readonly random?: () => number
  readonly leaseMs?: number
}

/** The most jobs at once in one process: most of them wait for another server. */
const mostAtOnce = 4
const defaultLeaseMs = 30_000
const maxRunMs = 5 * 60_000
const closeWaitMs = 3_000
/** How long a process waits before it asks again: a lone one knows of each new job, others share the store. */
const idleMs = { alone: 60_000, shared: 2_000 } as const
const afterFailureMs = 10_000

const maxAttempts = 12
const firstRetryMs = 30_000
const longestRetryMs = 2 * 3600_000

/** Errors that the next try would meet again. */
const finalCodes: ReadonlySet<ErrorCode> = new Set(['delivery-refused', 'webhook-not-allowed', 'job-unreadable'])

/** Returns the time until the next try: twice as long each time, give or take a quarter. */
export function retryDelayMs(attempts: number, random: () => number): number {
  return Math.round(Math.min(firstRetryMs * 2 ** (attempts - 1), longestRetryMs) * (0.75 + random() / 2))
}

/** Fails when a signal is aborted, so that a handler that hears nothing of it holds no place. */
function failureOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(new TidemarkError('job-timed-out', { cause: signal.reason }))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
}

/** Runs due jobs, each in one process at a time, until it is closed. */
export function startJobRunner(options: RunnerOptions): JobRunner {
  const { jobs, handlers, log, clock, isAlone, onDead, random = Math.random, leaseMs = defaultLeaseMs } = options
  const closing = new AbortController()
  const running = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let isAskedAgain = false

  const lookAfter = (waitMs: number) => {
    clearTimeout(timer)
    if (closing.signal.aborted) return
    timer = setTimeout(look, Math.max(0, waitMs))
    timer.unref()
  }

  const look = () => {
    if (looking !== undefined) {
      isAskedAgain = true
      return
    }
    isAskedAgain = false
    looking = takeDue()
      .then(
        (waitMs) => lookAfter(isAskedAgain ? 0 : waitMs),
        (thrown: unknown) => {
          if (!closing.signal.aborted) logFailure(log, thrown, {}, 'Jobs could not be read.')
          lookAfter(afterFailureMs)
        },
      )
      .finally(() => (looking = undefined))
  }

  /** Takes what is due while there is room. Returns how long to wait before the next look. */
  const takeDue = async (): Promise<number> => {
    while (running.size < mostAtOnce && !closing.signal.aborted) {
      const job = await jobs.take(leaseMs)
      if (job === undefined) return await idleTime()
      const run = runTaken(job).finally(() => {
        running.delete(run)
        look()
      })
      running.add(run)
    }
    // The end of a run looks again.
    return idleMs.alone
  }

  const idleTime = async (): Promise<number> => {
    if (!isAlone) return idleMs.shared
    const next = await jobs.nextDue()
    return next === null ? idleMs.alone : Math.min(next - clock(), idleMs.alone)
  }

  const runTaken = async (job: TakenJob): Promise<void> => {
    const startedAt = clock()
    const lost = new AbortController()
    const beat = setInterval(() => {
      jobs.keep(job, leaseMs).then(
        (isKept) => isKept || lost.abort(),
        (thrown: unknown) => logFailure(log, thrown, { jobId: job.id }, 'The lease of a job could not be kept.'),
      )
    }, leaseMs / 3)
    const timeout = AbortSignal.timeout(maxRunMs)
    const signal = AbortSignal.any([closing.signal, lost.signal, timeout])
    try {
      const end = await endOf(job, signal)
      if (closing.signal.aborted && end.kind !== 'succeeded') return await jobs.giveBack(job)
      // Before its end is written, so that it is told also if the server stops now.
      if (end.kind === 'dead') await onDead?.(job, end.error)
      const isWritten = await jobs.end(job, startedAt, end)
      if (isWritten) tell(job, end, clock() - startedAt)
    } catch (thrown) {
      // Its lease ends, and the job is taken again.
      logFailure(log, thrown, { jobId: job.id, kind: job.kind }, 'The end of a job could not be written.')
    } finally {
      clearInterval(beat)
    }
  }

  const endOf = async (job: TakenJob, signal: AbortSignal): Promise<RunEnd> => {
    if (job.attempts > maxAttempts) return { kind: 'dead', error: 'The server stopped each time that it ran.' }
    try {
      const handler = (handlers as Readonly<Record<string, JobHandler | undefined>>)[job.kind] // a later version’s kind
      if (handler === undefined) throw new TidemarkError('job-unreadable', { detail: job.kind })
      const { id, orgId, dueAt, createdBy, source } = job
      const key = job.schedule === null ? id : `${id}-${dueAt}`
      const note = await Promise.race([
        handler.run(job.payload, { id, orgId, key, dueAt, createdBy, source, signal }),
        failureOf(signal),
      ])
      return { kind: 'succeeded', note }
    } catch (thrown) {
      const error = toTidemarkError(thrown)
      if (error.code === 'internal' && !signal.aborted) logFailure(log, error, { jobId: job.id, kind: job.kind })
      const words = `${error.message}${error.detail === undefined ? '' : ` ${error.detail}`}`
      if (finalCodes.has(error.code) || job.attempts >= maxAttempts) return { kind: 'dead', error: words }
      return { kind: 'again', at: clock() + retryDelayMs(job.attempts, random), error: words }
    }
  }

  const tell = ({ id, kind }: TakenJob, end: RunEnd, durationMs: number) => {
    getMetrics().countJob(kind, end.kind, durationMs)
    if (end.kind === 'dead') log.info({ jobId: id, kind, error: end.error }, 'A job has failed for good.')
  }

  const start = async () => {
    if (isAlone) await jobs.endLeases()
    look()
  }
  start().catch((thrown: unknown) => {
    logFailure(log, thrown, {}, 'Jobs could not be started.')
    lookAfter(afterFailureMs)
  })

  return {
    wake: look,
    close: async () => {
      clearTimeout(timer)
      closing.abort(new Error('the server stops'))
      await looking
      const patience = new Promise<void>((resolve) => setTimeout(resolve, closeWaitMs).unref())
      await Promise.race([Promise.all(running), patience])
    },
  }
}
