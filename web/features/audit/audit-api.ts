import {
  auditPageSchema,
  type AuditAction,
  type AuditExport,
  type AuditFileFormat,
  type AuditFilter,
  type AuditPage,
} from '@tidemark/shared/audit/audit-event'
import { requestApi, type ApiAnswer } from '@/client/page/api-request'
import { apiFetch } from '@/client/page/http'
import { periodBounds, type AuditPeriod } from './audit-period'

/** The chosen part of the log; null: everything. */
export interface AuditChoice extends AuditPeriod {
  readonly action: AuditAction | null
  readonly userId: string | null
}

/** One page of the log, the newest first. before: the `next` of the page before. */
export function fetchAudit(choice: AuditChoice, before: string | null, signal: AbortSignal): ApiAnswer<AuditPage> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filterOf(choice))) query.set(name, String(value))
  if (before !== null) query.set('before', before)
  return requestApi('GET', `/api/audit${query.size === 0 ? '' : `?${query.toString()}`}`, auditPageSchema, { signal })
}

/** All of it as a file; a refusal is an answer like another. */
export function fetchAuditFile(choice: AuditChoice, format: AuditFileFormat): Promise<Response> {
  const body: AuditExport = { format, ...filterOf(choice) }
  return apiFetch('/api/audit/export', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

function filterOf({ action, userId, ...period }: AuditChoice): AuditFilter {
  return {
    ...(action === null ? {} : { action }),
    ...(userId === null ? {} : { userId }),
    ...periodBounds(period),
  }
}
