import type { JobQueue } from '../jobs/job-queue'
import type { Logger } from '../observability/log'
import { logFailure } from '../observability/log-failure'
import type { AlertStore } from './alert-store'

interface CheckOptions {
  readonly alerts: Pick<AlertStore, 'listActive'>
  readonly queue: Pick<JobQueue, 'runNow'>
  readonly log: Logger
  /** An import writes several times, and files in place may change again and again. */
  readonly pauseMs?: number
}

/**
 * Creates what makes the alerts of a workspace that wait for data due now, a moment after its data has changed. Which of
 * them ask that data is not looked up: a check of unchanged data is answered from the cache.
 */
export function createCheckOnDataChange({
  alerts,
  queue,
  log,
  pauseMs = 1_000,
}: CheckOptions): (orgId: string) => void {
  const waiting = new Set<string>()
  const check = async (orgId: string) => {
    let page = await alerts.listActive(orgId, '')
    while (page.length > 0) {
      for (const { id, choice } of page) if (choice.when.kind === 'data') await queue.runNow(orgId, id)
      page = await alerts.listActive(orgId, page.at(-1)?.id ?? '')
    }
  }
  return (orgId) => {
    if (waiting.has(orgId)) return
    waiting.add(orgId)
    const timer = setTimeout(() => {
      waiting.delete(orgId)
      // The look every five minutes finds what this misses.
      check(orgId).catch((thrown: unknown) => logFailure(log, thrown, { orgId }, 'Alerts could not be made due.'))
    }, pauseMs)
    timer.unref()
  }
}
