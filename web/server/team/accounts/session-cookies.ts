import { unsetSessionToEnd } from '@tidemark/shared/accounts/session-to-end'

/**
 * Returns the cookies for a browser after better-auth has ended or begun a session. They also clear the mark of a
 * session that must end.
 */
export function sessionCookies(answer: Response): readonly string[] {
  return [...answer.headers.getSetCookie(), unsetSessionToEnd]
}
