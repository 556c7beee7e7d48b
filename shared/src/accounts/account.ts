import * as z from 'zod/mini'
import { nameSchema, plainName } from '../base/name'
import { isPlainText } from '../base/plain-text'

/** Compared and stored in lower case. */
export const emailSchema = z.pipe(
  z.string().check(z.trim(), z.toLowerCase()),
  z.email('an e-mail address').check(z.maxLength(254, 'at most 254 characters')),
)

export const shortestPassword = 10
export const longestPassword = 128

/** A password for an account of this server, as its person chooses it. */
export const newPasswordSchema = z
  .string()
  .check(
    z.minLength(shortestPassword, `at least ${shortestPassword} characters`),
    z.maxLength(longestPassword, `at most ${longestPassword} characters`),
  )

export const personNameSchema = plainName(nameSchema(80))

/** Body of `POST /api/auth/sign-in/email`. */
export const signInSchema = z.object({
  email: emailSchema,
  password: z.string().check(z.minLength(1, 'a password'), z.maxLength(longestPassword)),
  /** False: the session ends when the browser is closed. */
  rememberMe: z.optional(z.boolean()),
})
export type SignIn = z.infer<typeof signInSchema>

/** Body of `POST /api/auth/request-password-reset`. The answer does not reveal whether the account exists. */
export const requestResetSchema = z.object({ email: emailSchema })
export type RequestReset = z.infer<typeof requestResetSchema>

/** Body of `POST /api/auth/reset-password`. token: the part of the link after `#`. Ends all sessions. */
export const resetPasswordSchema = z.object({
  newPassword: newPasswordSchema,
  revokeTokens: z.optional(z.boolean()),
  token: z.string().check(z.minLength(1), z.maxLength(256), z.refine(isPlainText)),
})
export type ResetPassword = z.infer<typeof resetPasswordSchema>

/** Body of `POST /api/auth/change-password`. Ends all other sessions. */
export const changePasswordSchema = z.object({
  currentPassword: z.string().check(z.minLength(1), z.maxLength(longestPassword)),
  newPassword: newPasswordSchema,
  revokeOtherSessions: z.literal(true),
  revokeTokens: z.optional(z.boolean()),
})
export type ChangePassword = z.infer<typeof changePasswordSchema>

/**
 * Answer to a new password. tokens: the person's API tokens in all workspaces that were valid until then. areRevoked: true
 * if they no longer are, as `revokeTokens` asked.
 */
export const passwordChangedSchema = z.object({
  tokens: z.array(z.object({ name: z.string(), hint: z.string(), workspace: z.string() })),
  areRevoked: z.boolean(),
})
export type PasswordChanged = z.infer<typeof passwordChangedSchema>
