import {
  auditExportEndpoint,
  auditPageEndpoint,
  type AuditAction,
  type AuditFileFormat,
  type AuditFilter,
  type AuditPage,
} from '@tidemark/shared/audit/audit-event'
import { callApi, fetchFile, type ApiAnswer } from '@/client/page/api-request'
import { periodBounds, type AuditPeriod } from './audit-period'

/** The chosen part of the log; null: everything. */
export interface AuditChoice extends AuditPeriod {
  readonly action: AuditAction | null
  readonly userId: string | null
}

/** One page of the log, the newest first. before: the `next` of the page before. */
export function fetchAudit(choice: AuditChoice, before: string | null, signal: AbortSignal): ApiAnswer<AuditPage> {
  return callApi(auditPageEndpoint, { query: { ...filterOf(choice), before: before ?? undefined }, signal })
}

/** All of it as a file. */
export function fetchAuditFile(choice: AuditChoice, format: AuditFileFormat): ApiAnswer<Blob> {
  return fetchFile(auditExportEndpoint, { body: { format, ...filterOf(choice) } })
}

function filterOf({ action, userId, ...period }: AuditChoice): AuditFilter {
  return {
    ...(action === null ? {} : { action }),
    ...(userId === null ? {} : { userId }),
    ...periodBounds(period),
  }
}
