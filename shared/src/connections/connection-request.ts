import * as z from 'zod'
import { connectionIdSchema, connectionSchema, connectionSettingsShape, type Connection } from './connection'

/** Empty for databases that ask for none. */
const passwordSchema = z.string().max(1024)

/** Body of `POST /api/connections`. id: chosen by the caller, so that the request can be repeated. */
export const createConnectionSchema = z.strictObject({
  id: connectionIdSchema.optional(),
  name: connectionSchema.shape.name,
  ...connectionSettingsShape,
  password: passwordSchema,
})
export type CreateConnection = z.infer<typeof createConnectionSchema>

/**
 * Body of `PATCH /api/connections/{id}`. password: the one kept when absent, which is only allowed while it goes to the
 * same server and user, and no less encrypted (`keepsPassword`).
 */
export const changeConnectionSchema = z.strictObject({
  name: connectionSchema.shape.name,
  ...connectionSettingsShape,
  password: passwordSchema.optional(),
})
export type ChangeConnection = z.infer<typeof changeConnectionSchema>

/** Body of `POST /api/connections/test`. id: the connection whose password is used when none is given. */
export const testConnectionSchema = z.strictObject({
  id: connectionIdSchema.optional(),
  ...connectionSettingsShape,
  password: passwordSchema.optional(),
})
export type TestConnection = z.infer<typeof testConnectionSchema>

/** What a test found. server: product and version as the server says them; elapsedMs: from nothing to its first answer. */
export const connectionTestSchema = z.object({ server: z.string(), elapsedMs: z.number() })
export type ConnectionTest = z.infer<typeof connectionTestSchema>

type Reach = Pick<Connection, 'kind' | 'host' | 'port' | 'user' | 'tls' | 'caCertificate'>

/**
 * Whether a kept password may go along with the settings: a password was given for one server, and must not be sent to
 * another, or more openly, by somebody who does not know it.
 */
export function keepsPassword(before: Reach, after: Reach): boolean {
  const isSameServer = before.kind === after.kind && before.host === after.host && before.port === after.port
  const isAsSafe = before.tls === after.tls ? before.caCertificate === after.caCertificate : after.tls === 'verify'
  return isSameServer && before.user === after.user && (isAsSafe || before.tls === 'off')
}
