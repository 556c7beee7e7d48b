import type { JsonObject } from '@tidemark/shared/base/json'
import { newId } from '@tidemark/shared/base/ids'
import type { Actor } from '@tidemark/shared/access/actor'
import type { AuditAction } from '@tidemark/shared/audit/audit-event'
import type { AccountDatabase } from './account-database'

/** The actor and origin of an event; ip: null where it is not known. */
export interface AuditSource {
  readonly kind: 'person' | 'token' | 'server' | 'unknown'
  readonly userId: string | null
  readonly ip: string | null
}

/** orgId: null for what concerns a person in all their workspaces, as signing in does. */
export interface NewAuditEvent {
  readonly orgId: string | null
  readonly at: number
  readonly source: AuditSource
  readonly action: AuditAction
  readonly target?: string | null
  readonly detail?: JsonObject
}

/** Writes it down with the database given: that of a transaction writes it with the change, or not at all. */
export async function appendAuditEvent(
  database: AccountDatabase,
  { orgId, at, source, action, target = null, detail = {} }: NewAuditEvent,
): Promise<void> {
  await database
    .insertInto('audit_event')
    .values({
      id: newId(),
      org: orgId,
      at,
      actor_user_id: source.userId,
      actor_kind: source.kind,
      action,
      target,
      detail: JSON.stringify(detail),
      ip: source.ip,
    })
    .execute()
}

export function auditSourceOf(actor: Actor, ip: string | null): AuditSource {
  return { kind: actor.kind === 'token' ? 'token' : 'person', userId: actor.userId, ip }
}
