import type { Actor } from '@tidemark/shared/access/actor'
import { roleAtLeast } from '@tidemark/shared/access/roles'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { AuditAction, AuditExport, AuditPage, AuditQuery } from '@tidemark/shared/audit/audit-event'
import type { JsonObject } from '@tidemark/shared/base/json'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import { createAuditFile, type AuditFile } from './audit-file'
import { appendAuditEvent, auditSourceOf } from '@/server/store/accounts/audit-log'
import { readEvents } from './read-events'
import type { Caller } from '../signed-in'

export interface AuditService {
  /** Fails with `forbidden`. */
  page(actor: Actor, query: AuditQuery): Promise<AuditPage>
  /**
   * Returns all events that match a filter, as a file that is read while it is sent. The export is logged too. Fails
   * with `forbidden`.
   */
  export(caller: Caller, request: AuditExport): Promise<AuditFile>
  /** Logs an event that changes none of our tables, such as the start of an export. */
  record(caller: Caller, action: AuditAction, target: string | null, detail?: JsonObject): Promise<void>
}

interface AuditServiceOptions {
  readonly database: AccountDatabase
  /** Unix milliseconds. */
  readonly clock: () => number
}

export function createAuditService({ database, clock }: AuditServiceOptions): AuditService {
  const record: AuditService['record'] = async ({ actor, ip }, action, target, detail = {}) => {
    await appendAuditEvent(database, {
      orgId: actor.orgId,
      at: clock(),
      source: auditSourceOf(actor, ip),
      action,
      target,
      detail,
    })
  }

  return {
    record,

    page: async (actor, { limit, ...filter }) => {
      mustReadLog(actor)
      return readEvents(database, actor.orgId, filter, limit)
    },

    export: async (caller, { format, ...filter }) => {
      const { actor } = caller
      mustReadLog(actor)
      const fileName = `audit-log.${format}`
      await record(caller, 'export', null, { fileName, ...filter })
      return {
        fileName,
        ...createAuditFile(format, (before, limit) => readEvents(database, actor.orgId, { ...filter, before }, limit)),
      }
    },
  }
}

function mustReadLog({ role }: Actor): void {
  if (!roleAtLeast(role, 'admin')) throw new TidemarkError('forbidden')
}
