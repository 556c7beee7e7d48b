import * as z from 'zod/mini'
import type { ApiEndpoint } from '../base/api-endpoint'
import { longestPassword } from './account'
import { sessionInfoSchema } from './session-info'

/** A code as typed: six digits of an authenticator app, or a backup code. Spaces do not count. */
const codeSchema = z.pipe(
  z.string().check(z.maxLength(40)),
  z.pipe(
    z.transform((text: string) => text.replaceAll(/\s+/g, '')),
    z.string().check(z.regex(/^(\d{6}|[A-Za-z0-9]{5}-[A-Za-z0-9]{5})$/, 'six digits, or a backup code')),
  ),
)

/** Body of `POST /api/auth/sign-in/code`, the second step. trustsBrowser: do not ask in this browser for thirty days. */
export const signInCodeSchema = z.strictObject({ code: codeSchema, trustsBrowser: z.optional(z.boolean()) })
export type SignInCode = z.infer<typeof signInCodeSchema>

/** Answer of `POST /api/auth/sign-in/email`: a session, or that a code is needed too. */
export const signInAnswerSchema = z.union([sessionInfoSchema, z.strictObject({ needsCode: z.literal(true) })])
export type SignInAnswer = z.infer<typeof signInAnswerSchema>

const password = z.string().check(z.minLength(1, 'your password'), z.maxLength(longestPassword))

/** The body of what a person confirms with their password. */
export const ownPasswordSchema = z.strictObject({ password })
export type OwnPassword = z.infer<typeof ownPasswordSchema>

/** Body of `POST /api/auth/two-factor/confirm`. */
export const confirmTwoFactorSchema = z.strictObject({ code: codeSchema })
export type ConfirmTwoFactor = z.infer<typeof confirmTwoFactorSchema>

/** Answer of `GET /api/auth/two-factor`. hasPassword: false for who signs in through an identity provider alone. */
export const twoFactorStateSchema = z.object({ isOn: z.boolean(), hasPassword: z.boolean() })
export type TwoFactorState = z.infer<typeof twoFactorStateSchema>

const backupCodesSchema = z.array(z.string())

/**
 * Answer of `POST /api/auth/two-factor/begin`. address: of the form `otpauth://`, for a QR code. key: the same secret to
 * type. Codes are asked for once one of them was confirmed.
 */
export const beginTwoFactorAnswerSchema = z.object({
  address: z.string(),
  key: z.string(),
  backupCodes: backupCodesSchema,
})
export type BeginTwoFactorAnswer = z.infer<typeof beginTwoFactorAnswerSchema>

export const signInCodeEndpoint = {
  method: 'POST',
  path: '/api/auth/sign-in/code',
  body: signInCodeSchema,
  answer: sessionInfoSchema,
} as const satisfies ApiEndpoint

export const twoFactorStateEndpoint = {
  method: 'GET',
  path: '/api/auth/two-factor',
  answer: twoFactorStateSchema,
} as const satisfies ApiEndpoint

export const beginTwoFactorEndpoint = {
  method: 'POST',
  path: '/api/auth/two-factor/begin',
  body: ownPasswordSchema,
  answer: beginTwoFactorAnswerSchema,
} as const satisfies ApiEndpoint

export const confirmTwoFactorEndpoint = {
  method: 'POST',
  path: '/api/auth/two-factor/confirm',
  body: confirmTwoFactorSchema,
} as const satisfies ApiEndpoint

export const newBackupCodesEndpoint = {
  method: 'POST',
  path: '/api/auth/two-factor/backup-codes',
  body: ownPasswordSchema,
  answer: z.object({ backupCodes: backupCodesSchema }),
} as const satisfies ApiEndpoint

export const turnOffTwoFactorEndpoint = {
  method: 'POST',
  path: '/api/auth/two-factor/turn-off',
  body: ownPasswordSchema,
} as const satisfies ApiEndpoint

export const resetTwoFactorEndpoint = {
  method: 'DELETE',
  path: '/api/members/:userId/two-factor',
} as const satisfies ApiEndpoint
