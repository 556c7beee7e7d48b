import type { ApiEndpoint } from '../base/api-endpoint'
import {
  changePasswordSchema,
  passwordChangedSchema,
  requestResetSchema,
  resetPasswordSchema,
  signInSchema,
} from './account'
import { changePersonSchema, sessionInfoSchema } from './session-info'
import { signInAnswerSchema } from './two-factor'
import { setUpSchema, setUpStateSchema } from './set-up'

export const signInEndpoint = {
  method: 'POST',
  path: '/api/auth/sign-in/email',
  body: signInSchema,
  answer: signInAnswerSchema,
} as const satisfies ApiEndpoint

export const signOutEndpoint = { method: 'POST', path: '/api/auth/sign-out' } as const satisfies ApiEndpoint

export const requestResetEndpoint = {
  method: 'POST',
  path: '/api/auth/request-password-reset',
  body: requestResetSchema,
} as const satisfies ApiEndpoint

export const resetPasswordEndpoint = {
  method: 'POST',
  path: '/api/auth/reset-password',
  body: resetPasswordSchema,
  answer: passwordChangedSchema,
} as const satisfies ApiEndpoint

export const changePasswordEndpoint = {
  method: 'POST',
  path: '/api/auth/change-password',
  body: changePasswordSchema,
  answer: passwordChangedSchema,
} as const satisfies ApiEndpoint

export const sessionEndpoint = {
  method: 'GET',
  path: '/api/session',
  answer: sessionInfoSchema,
} as const satisfies ApiEndpoint

export const changePersonEndpoint = {
  method: 'PATCH',
  path: '/api/session',
  body: changePersonSchema,
} as const satisfies ApiEndpoint

export const setUpStateEndpoint = {
  method: 'GET',
  path: '/api/set-up',
  answer: setUpStateSchema,
} as const satisfies ApiEndpoint

export const setUpEndpoint = {
  method: 'POST',
  path: '/api/set-up',
  body: setUpSchema,
  answer: sessionInfoSchema,
} as const satisfies ApiEndpoint
