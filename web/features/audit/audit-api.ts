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

/** The filters of the log; null: no filter. */
export interface AuditChoice extends AuditPeriod {
  readonly action: AuditAction | null
  readonly userId: string | null
}

/** Fetches one page of the log, newest first. before: the `next` of the previous page. */
export function fetchAudit(choice: AuditChoice, before: string | null, signal: AbortSignal): ApiAnswer<AuditPage> {
  return callApi(auditPageEndpoint, { query: { ...filterOf(choice), before: before ?? undefined }, signal })
}

/** Fetches all matching events as a file. */
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
