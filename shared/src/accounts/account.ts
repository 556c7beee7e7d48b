import * as z from 'zod'
import { nameSchema, plainName } from '../base/name'
import { isPlainText } from '../base/plain-text'

/** Compared and kept in lower case. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email('an e-mail address').max(254, 'at most 254 characters'))

export const shortestPassword = 10
export const longestPassword = 128

/** Of an account of this server, as its person chooses it. */
export const newPasswordSchema = z
  .string()
  .min(shortestPassword, `at least ${shortestPassword} characters`)
  .max(longestPassword, `at most ${longestPassword} characters`)

export const personNameSchema = plainName(nameSchema(80))

/** Body of `POST /api/auth/sign-in/email`. */
export const signInSchema = z.object({
  email: emailSchema,
  password: z.string().min(1, 'a password').max(longestPassword),
  /** False: signed out when the browser is closed. */
  rememberMe: z.boolean().optional(),
})
export type SignIn = z.infer<typeof signInSchema>

/** Body of `POST /api/auth/request-password-reset`. The answer is the same whether or not there is such an account. */
export const requestResetSchema = z.object({ email: emailSchema })
export type RequestReset = z.infer<typeof requestResetSchema>

/** Body of `POST /api/auth/reset-password`. token: what stands behind `#` in the link. It signs out everywhere. */
export const resetPasswordSchema = z.object({
  newPassword: newPasswordSchema,
  token: z.string().min(1).max(256).refine(isPlainText),
})
export type ResetPassword = z.infer<typeof resetPasswordSchema>

/** Body of `POST /api/auth/change-password`. It signs out everywhere else. */
export const changePasswordSchema = z.object({
  currentPassword: z.string().min(1).max(longestPassword),
  newPassword: newPasswordSchema,
  revokeOtherSessions: z.literal(true),
})
export type ChangePassword = z.infer<typeof changePasswordSchema>
