import { roleAtLeast } from '@tidemark/shared/access/roles'
import type { AuditEvent } from '@tidemark/shared/audit/audit-event'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import * as z from 'zod'
import type { AccountDatabase } from '../accounts/account-database'
import type { AccountTables } from '../accounts/account-tables'
import type { AuditService } from '../team-services'
import { appendAuditEvent, auditSourceOf } from './audit-log'

interface AuditServiceOptions {
  readonly database: AccountDatabase
  /** Unix milliseconds. */
  readonly clock: () => number
}

const detailSchema = z.record(z.string(), z.json())

/** What admins read; see `AuditService`. */
export function createAuditService({ database, clock }: AuditServiceOptions): AuditService {
  const namesOf = async (userIds: readonly string[]) => {
    if (userIds.length === 0) return {}
    const people = await database.selectFrom('user').where('id', 'in', userIds).select(['id', 'name']).execute()
    return Object.fromEntries(people.map(({ id, name }) => [id, name]))
  }

  return {
    page: async ({ orgId, role }, { before, limit, action, userId, from, to }) => {
      if (!roleAtLeast(role, 'admin')) throw new TidemarkError('forbidden')
      const members = database.selectFrom('member').where('organizationId', '=', orgId).select('userId')
      let query = database
        .selectFrom('audit_event')
        // Sign-ins are of a person, not of a workspace: those of the members belong to its log.
        .where((where) =>
          where.or([
            where('org', '=', orgId),
            where.and([where('org', 'is', null), where('actor_user_id', 'in', members)]),
          ]),
        )
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
      if (action !== undefined) query = query.where('action', '=', action)
      if (userId !== undefined)
        query = query.where((where) => where.or([where('actor_user_id', '=', userId), where('target', '=', userId)]))
      if (from !== undefined) query = query.where('at', '>=', from)
      if (to !== undefined) query = query.where('at', '<', to)
      if (before !== undefined) {
        const { at, id } = parseCursor(before)
        query = query.where((where) =>
          where.or([where('at', '<', at), where.and([where('at', '=', at), where('id', '<', id)])]),
        )
      }
      const rows = await query.execute()
      const events = rows.slice(0, limit).map(toAuditEvent)
      const last = events.at(-1)
      const ids = events.flatMap(({ actor, target }) => [actor.userId, target]).filter((id) => id !== null)
      return {
        events,
        people: await namesOf([...new Set(ids)]),
        next: rows.length > limit && last !== undefined ? `${last.at}.${last.id}` : null,
      }
    },

    record: async ({ actor, ip }, action, target, detail = {}) => {
      await appendAuditEvent(database, {
        orgId: actor.orgId,
        at: clock(),
        source: auditSourceOf(actor, ip),
        action,
        target,
        detail,
      })
    },
  }
}

function toAuditEvent(row: AccountTables['audit_event']): AuditEvent {
  return {
    id: row.id,
    at: row.at,
    actor: { kind: row.actor_kind, userId: row.actor_user_id },
    action: row.action,
    target: row.target,
    detail: detailSchema.parse(JSON.parse(row.detail)),
    ip: row.ip,
  }
}

/** Fails with `invalid-request`. */
function parseCursor(text: string): { readonly at: number; readonly id: string } {
  const match = /^(\d{1,15})\.([A-Za-z0-9_-]{1,40})$/.exec(text)
  if (match === null) throw new TidemarkError('invalid-request', { detail: 'before' })
  return { at: Number(match[1]), id: match[2] ?? '' }
}
