/**
 * A cookie by which a browser says that its person signed out. Scripts can neither read nor delete the session cookie,
 * so the next request that reaches the server ends the session, unless it belongs to somebody else by then. The page
 * sets the cookie; only the server removes it, with the answer that ends a session or begins another.
 */
const name = 'tidemark-session-to-end'
const place = 'Path=/; SameSite=Lax'

/** Longer than any session lasts. */
const yearSeconds = 31_536_000

/** The value written by pages of earlier versions: it ends any person's session. */
const anybodys = '1'

export function setSessionToEnd(userId: string): string {
  return `${name}=${encodeURIComponent(userId)}; ${place}; Max-Age=${yearSeconds}`
}

export const unsetSessionToEnd = `${name}=; ${place}; Max-Age=0`

/**
 * Returns true if a session must end; without a user id, anybody's. cookies: all cookies, as in the Cookie header or
 * `document.cookie`.
 */
export function isSessionToEnd(cookies: string, userId?: string): boolean {
  const value = cookies
    .split(/; */)
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)
  if (value === undefined || value === '') return false
  return userId === undefined || value === anybodys || value === encodeURIComponent(userId)
}
