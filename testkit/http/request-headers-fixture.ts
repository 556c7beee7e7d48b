import type { IncomingHttpHeaders } from 'node:http'
import type { SenderTrace } from '@/server/http/request-headers'

/** What headers say of a trace that name each once, as the host would take it from them. */
export function senderOf({ headers }: { readonly headers: IncomingHttpHeaders }): SenderTrace {
  const [sentryTrace, baggage] = ['sentry-trace', 'baggage'].map((name) => headers[name]?.toString())
  return { sentryTrace, baggage }
}
