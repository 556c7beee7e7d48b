import type { SdkInfo } from '@sentry/core'
import type { ReportEnvelope } from '@tidemark/shared/observability/scrub-envelope'
import type { EndedRequest } from './ended-request'

/** Where a server's reports go. Given to their worker when it starts. */
export interface ReportTarget {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Certificates of authorities to trust besides. */
  readonly caCerts: string | Buffer | (string | Buffer)[] | undefined
}

/** What all transactions of a process say of it. */
export interface ReportingProcess {
  readonly environment: string
  readonly release: string
  /** Of the system and the runtime. */
  readonly contexts: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
  /** What the SDK says of itself. */
  readonly sdk: SdkInfo | undefined
}

export type ToReportSender =
  /** One that the SDK has made. */
  | { readonly kind: 'report'; readonly envelope: ReportEnvelope }
  /** Requests to make a transaction of, each. */
  | { readonly kind: 'requests'; readonly process: ReportingProcess; readonly requests: readonly EndedRequest[] }
  /** Asks to be told when all of those before have been sent, or the time is over. */
  | { readonly kind: 'flush'; readonly id: number; readonly timeoutMs: number | undefined }

export type FromReportSender =
  | { readonly kind: 'flushed'; readonly id: number; readonly isAllSent: boolean }
  /** A report could not be sent, and is not tried again. */
  | { readonly kind: 'lost'; readonly message: string; readonly code: string | undefined }
