import * as z from 'zod/mini'
import { isPlainText } from '../base/plain-text'
import { roleSchema } from '../access/roles'
import { emailSchema, newPasswordSchema, personNameSchema } from '../accounts/account'
import type { ApiEndpoint } from '../base/api-endpoint'
import { workspaceSummarySchema } from '../accounts/session-info'

/**
 * A pending invite. invitedBy: a user id; null if that account is gone. inviterMay: true if that person may give this
 * role now; the link works only while they may, and until expiresAt. Times are in Unix milliseconds.
 */
export const inviteSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: roleSchema,
  invitedBy: z.nullable(z.string()),
  createdAt: z.number(),
  expiresAt: z.number(),
  inviterMay: z.boolean(),
})
export type Invite = z.infer<typeof inviteSchema>

/** Answer of `GET /api/invites`, newest first; expired ones are listed for thirty days. hasMail: new ones are sent by mail. */
export const inviteListSchema = z.object({ invites: z.array(inviteSchema), hasMail: z.boolean() })
export type InviteList = z.infer<typeof inviteListSchema>

/**
 * Body of `POST /api/invites`. Replaces a pending invite of the same e-mail address, whose link no longer works.
 * byMail: false for a link to hand over also where mail is set up.
 */
export const createInviteSchema = z.strictObject({
  email: emailSchema,
  role: roleSchema,
  byMail: z.optional(z.boolean()),
})
export type CreateInvite = z.infer<typeof createInviteSchema>

/**
 * Answer of `POST /api/invites`. link: for the inviter to hand over; shown only once, and null if it was sent by mail.
 * mail: `failed` if the mail server refused it, `not-asked` for a link that was asked for without mail.
 */
export const createdInviteSchema = z.object({
  invite: inviteSchema,
  link: z.nullable(z.string()),
  mail: z.enum(['sent', 'failed', 'not-set-up', 'not-asked']),
})
export type CreatedInvite = z.infer<typeof createdInviteSchema>

/** Body of `POST /api/invites/look`. token: the part of the link after `#`. */
export const lookAtInviteSchema = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(256), z.refine(isPlainText)),
})

/**
 * Answer of `POST /api/invites/look`: what the holder of the link must do. next: `sign-up`: give a name and password;
 * `sign-in`: sign in with the invite's address; `join`: only agree; `wrong-account`: sign out of another account first.
 */
export const inviteOfferSchema = z.object({
  workspaceName: z.string(),
  invitedBy: z.nullable(z.string()),
  email: z.string(),
  role: roleSchema,
  next: z.enum(['sign-up', 'sign-in', 'join', 'wrong-account']),
})
export type InviteOffer = z.infer<typeof inviteOfferSchema>

/** Body of `POST /api/invites/accept`. account: only if the offer's `next` is `sign-up`; it also signs in. */
export const acceptInviteSchema = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(256), z.refine(isPlainText)),
  account: z.optional(z.strictObject({ name: personNameSchema, password: newPasswordSchema })),
})
export type AcceptInvite = z.infer<typeof acceptInviteSchema>

export const listInvitesEndpoint = {
  method: 'GET',
  path: '/api/invites',
  answer: inviteListSchema,
} as const satisfies ApiEndpoint

export const createInviteEndpoint = {
  method: 'POST',
  path: '/api/invites',
  body: createInviteSchema,
  answer: createdInviteSchema,
} as const satisfies ApiEndpoint

export const revokeInviteEndpoint = { method: 'DELETE', path: '/api/invites/:id' } as const satisfies ApiEndpoint

export const lookAtInviteEndpoint = {
  method: 'POST',
  path: '/api/invites/look',
  body: lookAtInviteSchema,
  answer: inviteOfferSchema,
} as const satisfies ApiEndpoint

export const acceptInviteEndpoint = {
  method: 'POST',
  path: '/api/invites/accept',
  body: acceptInviteSchema,
  answer: workspaceSummarySchema,
} as const satisfies ApiEndpoint
