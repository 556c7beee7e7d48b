import type { AccountDatabase } from '@/server/store/accounts/account-database'
import type { Logger } from '@/server/observability/log'
import { logFailure } from '@/server/observability/log-failure'
import { scheduleDaily } from '@/server/base/schedule-daily'

const dayMs = 24 * 60 * 60 * 1000
const firstAfterMs = 90_000

interface CollectionParts {
  readonly database: AccountDatabase
  /** The number of days for which events are kept. */
  readonly days: number
  readonly log: Logger
  /** Unix milliseconds. */
  readonly clock: () => number
}

/** Deletes older events of all workspaces. */
export async function collectAuditEvents({ database, days, log, clock }: CollectionParts): Promise<void> {
  const { numDeletedRows } = await database
    .deleteFrom('audit_event')
    .where('at', '<', clock() - days * dayMs)
    .executeTakeFirstOrThrow()
  if (numDeletedRows > 0n) log.info({ count: Number(numDeletedRows) }, 'Old events of the audit log were forgotten.')
}

/**
 * Collects soon after the start and then once a day; returns a function that stops it. Several instances may do so at
 * once.
 */
export function scheduleAuditCollection(parts: CollectionParts): () => void {
  return scheduleDaily(() => {
    collectAuditEvents(parts).catch((thrown: unknown) => {
      logFailure(parts.log, thrown, {}, 'Old events of the audit log could not be forgotten.')
    })
  }, firstAfterMs)
}
