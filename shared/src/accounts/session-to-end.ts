/**
 * A cookie by which a browser says that its person signed out: the session that it still has, which scripts can neither read nor
 * delete, is to end with whatever request reaches the server first, unless it is somebody else's by then. The page sets it; only the
 * server takes it away, with the answer that ends a session or begins another.
 */
const name = 'tidemark-session-to-end'
const place = 'Path=/; SameSite=Lax'

/** Longer than any session lasts. */
const yearSeconds = 31_536_000

/** The value that pages of earlier versions write: the session ends, whoever's it is. */
const anybodys = '1'

export function setSessionToEnd(userId: string): string {
  return `${name}=${encodeURIComponent(userId)}; ${place}; Max-Age=${yearSeconds}`
}

export const unsetSessionToEnd = `${name}=; ${place}; Max-Age=0`

/**
 * True if a session is to end; without a user id, of anybody. cookies: all of them, as a browser sends them and as scripts read
 * them.
 */
export function isSessionToEnd(cookies: string, userId?: string): boolean {
  const value = cookies
    .split(/; */)
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)
  if (value === undefined || value === '') return false
  return userId === undefined || value === anybodys || value === encodeURIComponent(userId)
}
