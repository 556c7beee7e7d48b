import type { ServerResponse } from 'node:http'

/**
 * The content security policy of files that a browser may open directly, such as `icon.svg`: no script in them runs.
 * Pages replace it with their own policy. A worker obeys the policy of its script, and ours fetches from this server.
 */
const policy = [
  "default-src 'self'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function setDefaultPolicy(response: ServerResponse): void {
  response.setHeader('content-security-policy', policy)
}
