import * as z from 'zod/mini'
import { isPlainText } from '../base/plain-text'
import { plainWorkspaceNameSchema } from '../members/workspace-request'
import { isTimeZone } from '../workspaces/workspace'
import { emailSchema, newPasswordSchema, personNameSchema } from './account'

const linkTokenSchema = z.string().check(z.minLength(1), z.maxLength(256), z.refine(isPlainText))

/**
 * Body of `POST /api/set-up`: creates the first owner and their workspace, and signs them in. token: the part after `#`
 * of the link that the server printed; it works once, and only while there is no account.
 */
export const setUpSchema = z.strictObject({
  token: linkTokenSchema,
  name: personNameSchema,
  email: emailSchema,
  password: newPasswordSchema,
  workspaceName: plainWorkspaceNameSchema,
  timeZone: z.optional(z.string().check(z.refine(isTimeZone, 'an IANA time zone'))),
  /** Adds the sample dashboard and its data to the workspace. */
  withSample: z.optional(z.boolean()),
})
export type SetUp = z.infer<typeof setUpSchema>

/** Answer of `GET /api/set-up`. isOpen: true while this server waits for its first owner. */
export const setUpStateSchema = z.object({ isOpen: z.boolean() })
export type SetUpState = z.infer<typeof setUpStateSchema>
