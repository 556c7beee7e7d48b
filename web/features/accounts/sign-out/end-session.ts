import { setSessionToEnd } from '@tidemark/shared/accounts/session-to-end'
import type { ApiAnswer, RequestFailure } from '@/client/page/api-request'
import { rememberToForget, type Left } from '@/client/unsent/unsent-store'
import { announceSignedOut } from '@/client/page/session-channel'
import { signOutOfServer } from '../accounts-api'

const patienceMs = 5_000

/**
 * Signs a person out of this browser, even if the server cannot be reached: all their pages close, the next page
 * deletes their data, and from now on every request carries a cookie that ends their session. Sends the first such
 * request and resolves to whether the server answered.
 */
export async function endSession(left: Left): Promise<boolean> {
  rememberToForget(left)
  document.cookie = setSessionToEnd(left.userId)
  announceSignedOut(left.userId)
  const answer = await signOutOfServer(AbortSignal.timeout(patienceMs))
  return hasAnswered(answer)
}

/** Returns true if the server was reached, whatever it answered. */
export function hasAnswered(answer: Awaited<ApiAnswer<unknown>>): boolean {
  return answer.ok || answer.error.kind === 'refused'
}

/** Returns true if the session had already ended. */
export function isSignedOut(failure: RequestFailure): boolean {
  return failure.kind === 'refused' && failure.error.code === 'not-signed-in'
}
