import type { ServerResponse } from 'node:http'

/**
 * What an answer that is no page may do when somebody opens it as one, as they can `icon.svg`: run nothing that is written
 * into it. A page has a policy of its own, which takes this one's place. A worker is held to that of its script, and ours
 * fetches from this server.
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
