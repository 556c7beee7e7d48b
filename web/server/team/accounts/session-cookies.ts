import { unsetSessionToEnd } from '@tidemark/shared/accounts/session-to-end'

/**
 * Returns the cookies for a browser after better-auth has ended or begun a session. They also clear the mark of a
 * session that must end.
 */
export function sessionCookies(answer: Response): readonly string[] {
  return [...answer.headers.getSetCookie(), unsetSessionToEnd]
}

/** Returns the request's headers with the cookies that the browser will send next. */
export function withCookies(headers: Headers, setCookies: readonly string[]): Headers {
  const next = new Headers(headers)
  next.set('cookie', setCookies.map((cookie) => cookie.split(';')[0]).join('; '))
  return next
}
