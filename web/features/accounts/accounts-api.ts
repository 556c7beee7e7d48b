import type { ChangePassword, RequestReset, ResetPassword, SignIn } from '@tidemark/shared/accounts/account'
import { sessionInfoSchema, type SessionInfo } from '@tidemark/shared/accounts/session-info'
import { setUpStateSchema, type SetUp, type SetUpState } from '@tidemark/shared/accounts/set-up'
import { requestApi, requestDone, type ApiAnswer } from '@/client/page/api-request'

export function signIn(values: SignIn): ApiAnswer<null> {
  return requestDone('POST', '/api/auth/sign-in/email', { body: values })
}

export function signOutOfServer(signal: AbortSignal): ApiAnswer<null> {
  return requestDone('POST', '/api/auth/sign-out', { body: {}, signal })
}

export function requestReset(values: RequestReset): ApiAnswer<null> {
  return requestDone('POST', '/api/auth/request-password-reset', { body: values })
}

export function resetPassword(values: ResetPassword): ApiAnswer<null> {
  return requestDone('POST', '/api/auth/reset-password', { body: values })
}

export function changePassword(values: ChangePassword): ApiAnswer<null> {
  return requestDone('POST', '/api/auth/change-password', { body: values })
}

export function setUp(values: SetUp): ApiAnswer<null> {
  return requestDone('POST', '/api/set-up', { body: values })
}

export function fetchSetUpState(signal: AbortSignal): ApiAnswer<SetUpState> {
  return requestApi('GET', '/api/set-up', setUpStateSchema, { signal })
}

export function fetchSession(signal?: AbortSignal): ApiAnswer<SessionInfo> {
  return requestApi('GET', '/api/session', sessionInfoSchema, { signal })
}
