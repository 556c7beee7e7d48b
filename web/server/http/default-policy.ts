import type { ServerResponse } from 'node:http'

/**
 * The content policy of answers that are no page but may be opened as one, such as `icon.svg`: no script within runs. A
 * page has a policy of its own, which takes this one's place. A worker obeys the policy of its script, and ours fetches
 * from this server.
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
