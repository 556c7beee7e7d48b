import { unsetSessionToEnd } from '@tidemark/shared/accounts/session-to-end'

/** What a browser is to keep after better-auth has ended its session or begun another: no word of one that is to end. */
export function sessionCookies(answer: Response): readonly string[] {
  return [...answer.headers.getSetCookie(), unsetSessionToEnd]
}
