import type { JsonObject } from '@tidemark/shared/base/json'
import { newId } from '@tidemark/shared/base/ids'
import type { Actor } from '@tidemark/shared/access/actor'
import type { AuditAction } from '@tidemark/shared/audit/audit-event'
import type { AccountDatabase } from './account-database'

/** The actor and origin of an event. ip: null if it is unknown. */
export interface AuditSource {
  readonly kind: 'person' | 'token' | 'server' | 'unknown'
  readonly userId: string | null
  readonly ip: string | null
}

/** An event to log. orgId: null if it concerns a person in all their workspaces, such as a sign-in. */
export interface NewAuditEvent {
  readonly orgId: string | null
  readonly at: number
  readonly source: AuditSource
  readonly action: AuditAction
  readonly target?: string | null
  readonly detail?: JsonObject
}

/**
 * Appends an event to the audit log. Given the database of a transaction, the event is written only if the transaction
 * commits.
 */
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
