import { unsetSessionToEnd } from '@tidemark/shared/accounts/session-to-end'

/** The cookies for a browser after better-auth has ended its session or begun another, without a mark of one that is to end. */
export function sessionCookies(answer: Response): readonly string[] {
  return [...answer.headers.getSetCookie(), unsetSessionToEnd]
}
