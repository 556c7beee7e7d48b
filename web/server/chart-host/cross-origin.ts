import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Lets the pages of one origin, and of no other, read the answers. No cookies: whoever asks shows a pass.
 * Returns whether the request comes from there, or from no page at all.
 */
export function allowPages(
  { headers }: Pick<IncomingMessage, 'headers'>,
  response: ServerResponse,
  pages: string,
): boolean {
  response.setHeader('vary', 'origin')
  if (headers.origin !== pages) return headers.origin === undefined
  response.setHeader('access-control-allow-origin', pages)
  return true
}

/** A browser asks before it sends what only our own pages may. */
export function isPreflight({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

/** Answers a preflight of a page that is let in. */
export function answerPreflight(response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-methods': 'POST, DELETE',
    'access-control-allow-headers': 'authorization, content-type, sentry-trace, baggage',
    'access-control-max-age': '600',
  })
  response.end()
}
