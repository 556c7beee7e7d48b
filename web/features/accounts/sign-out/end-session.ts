import { setSessionToEnd } from '@tidemark/shared/accounts/session-to-end'
import type { ApiAnswer, RequestFailure } from '@/client/page/api-request'
import { rememberToForget, type Left } from '@/client/unsent/unsent-store'
import { announceSignedOut } from '@/client/page/session-channel'
import { signOutOfServer } from '../accounts-api'

const patienceMs = 5_000

/**
 * Signs somebody out of this browser, also while the server cannot be told: all pages of theirs are left, the next page clears what
 * is kept of them, and from now on every request says that their session is to end. This one is the first of them, whatever becomes of it.
 * Returns whether the server answered.
 */
export async function endSession(left: Left): Promise<boolean> {
  rememberToForget(left)
  document.cookie = setSessionToEnd(left.userId)
  announceSignedOut(left.userId)
  const answer = await signOutOfServer(AbortSignal.timeout(patienceMs))
  return hasAnswered(answer)
}

/** True if the server was reached, whatever it said. */
export function hasAnswered(answer: Awaited<ApiAnswer<unknown>>): boolean {
  return answer.ok || answer.error.kind === 'refused'
}

/** True if there was no session any more. */
export function isSignedOut(failure: RequestFailure): boolean {
  return failure.kind === 'refused' && failure.error.code === 'not-signed-in'
}
