import { ok } from '@tidemark/shared/base/result'
import type { ApiAnswer, RequestFailure } from '@/client/api-request'
import { rememberToForget, type Left } from '@/client/left-people'
import { announceSignedOut } from '@/client/session-channel'
import { signOutOfServer } from './accounts-api'

/** Ends the session on the server and has all pages of its person left; the next page clears what this browser keeps of them. */
export async function endSession(left: Left): ApiAnswer<null> {
  const answer = await signOutOfServer()
  if (!answer.ok && !isSignedOut(answer.error)) return answer
  rememberToForget(left)
  announceSignedOut(left.userId)
  return ok(null)
}

/** Whether there was no session any more. */
export function isSignedOut(failure: RequestFailure): boolean {
  return failure.kind === 'refused' && failure.error.code === 'not-signed-in'
}
