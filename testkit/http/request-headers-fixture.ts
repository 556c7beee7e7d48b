import type { IncomingHttpHeaders } from 'node:http'
import type { SenderTrace } from '@/server/base/request-headers'

/** The sender's trace in headers, as the host would take it from them. */
export function senderOf({ headers }: { readonly headers: IncomingHttpHeaders }): SenderTrace {
  const [sentryTrace, baggage] = ['sentry-trace', 'baggage'].map((name) => headers[name]?.toString())
  return { sentryTrace, baggage }
}
