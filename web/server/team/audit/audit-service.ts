import type { Actor } from '@tidemark/shared/access/actor'
import { roleAtLeast } from '@tidemark/shared/access/roles'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { AccountDatabase } from '../accounts/account-database'
import type { AuditService } from '../team-services'
import { createAuditFile } from './audit-file'
import { appendAuditEvent, auditSourceOf } from './audit-log'
import { readEvents } from './read-events'

interface AuditServiceOptions {
  readonly database: AccountDatabase
  /** Unix milliseconds. */
  readonly clock: () => number
}

/** What admins read; see `AuditService`. */
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
