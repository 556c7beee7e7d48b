import type { Actor } from '@tidemark/shared/access/actor'
import type { AuditAction } from '@tidemark/shared/audit/audit-event'
import { isJsonObject, type JsonObject, type JsonValue } from '@tidemark/shared/base/json'
import type { StoreWriteTx } from '@/server/store/store'
import { appendAuditEvent, auditSourceOf } from '../store/accounts/audit-log'

/** The parts of entries that say who may use or do what, or see which rows, with the action to log. */
const audited: readonly (readonly [
  prefix: string,
  action: AuditAction,
  part: (value: JsonValue | undefined) => JsonValue,
])[] = [
  ['folder/', 'folder-access-changed', accessOf],
  ['connection/', 'connection-access-changed', accessOf],
  ['dataset/', 'dataset-access-changed', accessOf],
  ['dataset/', 'row-rule-changed', fieldOf('rowRule')],
  ['connection/', 'row-rule-changed', fieldOf('rowRules')],
  ['chart/', 'row-rule-changed', fieldOf('rowRule')],
  ['workspace/', 'public-link-makers-changed', fieldOf('publicLinksBy')],
]

/**
 * Adds an event to the audit log if a write changes who may use a folder, a connection or a dataset, which rows people see,
 * or who makes public links, within the write's transaction. Call it before the write. value: the entry's new value, null for a deletion.
 */
export async function auditAccess(
  tx: Pick<StoreWriteTx, 'getEntry' | 'tables'>,
  actor: Actor,
  key: string,
  value: JsonObject | null,
): Promise<void> {
  if (actor.kind === 'local' || value === null) return
  const parts = audited.filter(([prefix]) => key.startsWith(prefix))
  if (parts.length === 0) return
  const before = (await tx.getEntry(key))?.value
  for (const [prefix, action, partOf] of parts) {
    const [from, to] = [partOf(before), partOf(value)]
    if (JSON.stringify(from) === JSON.stringify(to)) continue
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
}

function fieldOf(name: string): (value: JsonValue | undefined) => JsonValue {
  return (value) => (isJsonObject(value) ? (value[name] ?? null) : null)
}

/** Returns the entry's own access rules, with the columns kept from others; null if it has none. */
function accessOf(value: JsonValue | undefined): JsonValue {
  if (!isJsonObject(value)) return null
  const { access = null, restricted } = value
  return Array.isArray(restricted) && restricted.length > 0 ? { access, restricted } : access
}
