import { auditPageSchema, type AuditAction, type AuditPage } from '@tidemark/shared/audit/audit-event'
import { requestApi, type ApiAnswer } from '@/client/api-request'

export interface AuditFilter {
  readonly action: AuditAction | null
  readonly userId: string | null
}

/** One page of the log, the newest first. before: the `next` of the page before. */
export function fetchAudit(filter: AuditFilter, before: string | null, signal: AbortSignal): ApiAnswer<AuditPage> {
  const query = new URLSearchParams()
  if (filter.action !== null) query.set('action', filter.action)
  if (filter.userId !== null) query.set('userId', filter.userId)
  if (before !== null) query.set('before', before)
  return requestApi('GET', `/api/audit${query.size === 0 ? '' : `?${query.toString()}`}`, auditPageSchema, { signal })
}
