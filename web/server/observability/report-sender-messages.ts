/** Where a server's reports go. Given to their worker when it starts. */
export interface ReportTarget {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Certificates of authorities to trust besides. */
  readonly caCerts: string | Buffer | (string | Buffer)[] | undefined
}

/** One report, whole. */
export interface ToReportSender {
  readonly id: number
  readonly body: string | Uint8Array
}

/** What became of it: the server's answer with its limits, or why there was none. */
export type FromReportSender =
  | { readonly kind: 'answered'; readonly id: number; readonly statusCode: number; readonly limits: ReportLimits }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly code: string | undefined }

/** What a server says of how much it takes. */
export type ReportLimits = Readonly<Record<'retry-after' | 'x-sentry-rate-limits', string | null>>
