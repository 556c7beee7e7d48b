import type { Actor } from '@tidemark/shared/access/actor'
import type { AuditAction } from '@tidemark/shared/audit/audit-event'
import { isJsonObject, type JsonObject, type JsonValue } from '@tidemark/shared/base/json'
import type { StoreWriteTx } from '@/server/store/store'
import { appendAuditEvent, auditSourceOf } from '../store/accounts/audit-log'

/** The entries whose `access` says who may use a folder, a connection or a dataset, with the action to log. */
const actions: readonly (readonly [prefix: string, action: AuditAction])[] = [
  ['folder/', 'folder-access-changed'],
  ['connection/', 'connection-access-changed'],
  ['dataset/', 'dataset-access-changed'],
]

/**
 * Adds an event to the audit log if a write changes who may use a folder, a connection or a dataset, within the write's
 * transaction. Call it before the write. value: the entry's new value, null for a deletion.
 */
export async function auditAccess(
  tx: Pick<StoreWriteTx, 'getEntry' | 'tables'>,
  actor: Actor,
  key: string,
  value: JsonObject | null,
): Promise<void> {
  if (actor.kind === 'local' || value === null) return
  const audited = actions.find(([prefix]) => key.startsWith(prefix))
  if (audited === undefined) return
  const [prefix, action] = audited
  const before = (await tx.getEntry(key))?.value
  const [from, to] = [accessOf(before), accessOf(value)]
  if (JSON.stringify(from) === JSON.stringify(to)) return
  const { inTransaction } = await import('../store/accounts/account-database')
  await appendAuditEvent(inTransaction(tx.tables), {
    orgId: actor.orgId,
    at: typeof value['updatedAt'] === 'number' ? value['updatedAt'] : 0,
    source: auditSourceOf(actor, null),
    action,
    target: key.slice(prefix.length),
    detail: { name: value['name'] ?? null, from, to },
  })
}

/** Returns the entry's own access rules, with the columns kept from others; null if it has none. */
function accessOf(value: JsonValue | undefined): JsonValue {
  if (!isJsonObject(value)) return null
  const { access = null, restricted } = value
  return Array.isArray(restricted) && restricted.length > 0 ? { access, restricted } : access
}
