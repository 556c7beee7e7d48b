import type { IncomingHttpHeaders } from 'node:http'
import type { SenderTrace } from '@/server/base/request-headers'

/** Returns the sender's trace from headers, as the host reads it. */
export function senderOf({ headers }: { readonly headers: IncomingHttpHeaders }): SenderTrace {
  const [sentryTrace, baggage] = ['sentry-trace', 'baggage'].map((name) => headers[name]?.toString())
  return { sentryTrace, baggage }
}
