/**
 * A cookie by which a browser says that its person signed out: the session that it still has, which scripts can neither read nor
 * delete, is to end with whatever request reaches the server first. The page sets it; only the server takes it away, with the answer
 * that ends a session or begins another.
 */
const name = 'tidemark-session-to-end'
const place = 'Path=/; SameSite=Lax'

/** Longer than any session lasts. */
const yearSeconds = 31_536_000

export const setSessionToEnd = `${name}=1; ${place}; Max-Age=${yearSeconds}`

export const unsetSessionToEnd = `${name}=; ${place}; Max-Age=0`

/** cookies: all of them, as a browser sends them and as scripts read them. */
export function isSessionToEnd(cookies: string): boolean {
  return cookies.split(/; */).includes(`${name}=1`)
}
