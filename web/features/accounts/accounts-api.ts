import type {
  ChangePassword,
  PasswordChanged,
  RequestReset,
  ResetPassword,
  SignIn,
} from '@tidemark/shared/accounts/account'
import { createDesktopCodeEndpoint, desktopSignInEndpoint } from '@tidemark/shared/accounts/desktop-sign-in'
import {
  changePasswordEndpoint,
  requestResetEndpoint,
  resetPasswordEndpoint,
  sessionEndpoint,
  setUpEndpoint,
  setUpStateEndpoint,
  signInEndpoint,
  signOutEndpoint,
} from '@tidemark/shared/accounts/account-api'
import {
  beginTwoFactorEndpoint,
  confirmTwoFactorEndpoint,
  newBackupCodesEndpoint,
  signInCodeEndpoint,
  turnOffTwoFactorEndpoint,
  twoFactorStateEndpoint,
  type BeginTwoFactorAnswer,
  type ConfirmTwoFactor,
  type OwnPassword,
  type SignInAnswer,
  type SignInCode,
  type TwoFactorState,
} from '@tidemark/shared/accounts/two-factor'
import type { SessionInfo } from '@tidemark/shared/accounts/session-info'
import { signInWaysEndpoint, type SignInWays } from '@tidemark/shared/accounts/sign-in-ways'
import type { SetUp, SetUpState } from '@tidemark/shared/accounts/set-up'
import { callApi, type ApiAnswer } from '@/client/page/api-request'

export function signIn(body: SignIn): ApiAnswer<SignInAnswer> {
  return callApi(signInEndpoint, { body })
}

export function signInWithCode(body: SignInCode): ApiAnswer<SessionInfo> {
  return callApi(signInCodeEndpoint, { body })
}

export function createDesktopCode(body: { readonly challenge: string }): ApiAnswer<{ readonly code: string }> {
  return callApi(createDesktopCodeEndpoint, { body })
}

export function signInDesktop(body: { readonly code: string; readonly verifier: string }): ApiAnswer<SessionInfo> {
  return callApi(desktopSignInEndpoint, { body })
}

export function fetchTwoFactor(signal: AbortSignal): ApiAnswer<TwoFactorState> {
  return callApi(twoFactorStateEndpoint, { signal })
}

export function beginTwoFactor(body: OwnPassword): ApiAnswer<BeginTwoFactorAnswer> {
  return callApi(beginTwoFactorEndpoint, { body })
}

export function confirmTwoFactor(body: ConfirmTwoFactor): ApiAnswer<null> {
  return callApi(confirmTwoFactorEndpoint, { body })
}

export function createBackupCodes(body: OwnPassword): ApiAnswer<{ readonly backupCodes: readonly string[] }> {
  return callApi(newBackupCodesEndpoint, { body })
}

export function turnOffTwoFactor(body: OwnPassword): ApiAnswer<null> {
  return callApi(turnOffTwoFactorEndpoint, { body })
}

export function signOutOfServer(signal: AbortSignal): ApiAnswer<null> {
  return callApi(signOutEndpoint, { signal })
}

export function requestReset(body: RequestReset): ApiAnswer<null> {
  return callApi(requestResetEndpoint, { body })
}

export function resetPassword(body: ResetPassword): ApiAnswer<PasswordChanged> {
  return callApi(resetPasswordEndpoint, { body })
}

export function changePassword(body: ChangePassword): ApiAnswer<PasswordChanged> {
  return callApi(changePasswordEndpoint, { body })
}

export function setUp(body: SetUp): ApiAnswer<SessionInfo> {
  return callApi(setUpEndpoint, { body })
}

export function fetchSetUpState(signal: AbortSignal): ApiAnswer<SetUpState> {
  return callApi(setUpStateEndpoint, { signal })
}

export function fetchSession(signal?: AbortSignal): ApiAnswer<SessionInfo> {
  return callApi(sessionEndpoint, { signal })
}

export function fetchSignInWays(signal: AbortSignal): ApiAnswer<SignInWays> {
  return callApi(signInWaysEndpoint, { signal })
}
