import type { AuditAction } from '@tidemark/shared/audit/audit-event'
import type { JsonObject } from '@tidemark/shared/base/json'
import type { Config } from '../base/config'
import type { Store } from '../store/store'

/** Logs what happens without a request. */
export type RecordUnasked = (orgId: string, action: AuditAction, target: string, detail: JsonObject) => Promise<void>

/** Opens what logs events that nobody asks for. A local workspace keeps no log. */
export async function openRecordUnasked(
  mode: Config['mode'],
  { tables }: Store,
  clock: () => number,
): Promise<RecordUnasked> {
  if (mode === 'local') return async () => undefined
  const [{ openAccountDatabase }, { appendAuditEvent }] = await Promise.all([
    import('../store/accounts/account-database'),
    import('../store/accounts/audit-log'),
  ])
  const database = openAccountDatabase(tables)
  const source = { kind: 'server', userId: null, ip: null } as const
  return (orgId, action, target, detail) =>
    appendAuditEvent(database, { orgId, at: clock(), source, action, target, detail })
}
