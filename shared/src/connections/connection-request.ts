import * as z from 'zod/mini'
import {
  connectionIdSchema,
  connectionNameSchema,
  connectionSchema,
  fileSettingsShape,
  serverSettingsShape,
  type ConnectionSettings,
} from './connection'
import type { ApiEndpoint } from '../base/api-endpoint'
import { workspaceParameter } from '../accounts/workspace-address'
import { databaseSchemaSchema } from './database-schema'

/** Empty for databases without passwords. */
const passwordSchema = z.string().check(z.maxLength(1024))

/**
 * Body of `POST /api/connections`. id: chosen by the caller, so that the request can be repeated. Files need no
 * password.
 */
export const createConnectionSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    id: z.optional(connectionIdSchema),
    name: connectionNameSchema,
    ...serverSettingsShape,
    password: passwordSchema,
  }),
  z.strictObject({ id: z.optional(connectionIdSchema), name: connectionNameSchema, ...fileSettingsShape }),
])
export type CreateConnection = z.infer<typeof createConnectionSchema>

/**
 * Body of `PATCH /api/connections/{id}`. password: absent keeps the stored one, which is only allowed if it goes to the
 * same server and user, and no less encrypted (`keepsPassword`).
 */
export const changeConnectionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ name: connectionNameSchema, ...serverSettingsShape, password: z.optional(passwordSchema) }),
  z.strictObject({ name: connectionNameSchema, ...fileSettingsShape }),
])
export type ChangeConnection = z.infer<typeof changeConnectionSchema>

/** Body of `POST /api/connections/test`. id: the connection whose password is used when none is given. */
export const testConnectionSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    id: z.optional(connectionIdSchema),
    ...serverSettingsShape,
    password: z.optional(passwordSchema),
  }),
  z.strictObject({ id: z.optional(connectionIdSchema), ...fileSettingsShape }),
])
export type TestConnection = z.infer<typeof testConnectionSchema>

/** Answer of `POST /api/connections/files`. file: how a connection refers to the uploaded file. */
export const uploadedDatabaseSchema = z.object({ file: fileSettingsShape.file, sizeBytes: z.int().check(z.minimum(0)) })
export type UploadedDatabase = z.infer<typeof uploadedDatabaseSchema>

/**
 * The result of a connection test. server: product and version as the server reports them. elapsedMs: from connecting
 * to the first answer.
 */
export const connectionTestSchema = z.object({ server: z.string(), elapsedMs: z.number() })
export type ConnectionTest = z.infer<typeof connectionTestSchema>

type Reach =
  | Pick<Extract<ConnectionSettings, { host: string }>, 'kind' | 'host' | 'port' | 'user' | 'tls' | 'caCertificate'>
  | Pick<Extract<ConnectionSettings, { kind: 'sqlite' }>, 'kind'>

/**
 * Returns true if the stored password may be used with the new settings: it was given for one server and must not be
 * sent to another one, or less encrypted, by somebody who does not know it.
 */
export function keepsPassword(before: Reach, after: Reach): boolean {
  // A file has no password.
  if (after.kind === 'sqlite') return true
  if (before.kind === 'sqlite') return false
  const isSameServer = before.kind === after.kind && before.host === after.host && before.port === after.port
  const isAsSafe = before.tls === after.tls ? before.caCertificate === after.caCertificate : after.tls === 'verify'
  return isSameServer && before.user === after.user && (isAsSafe || before.tls === 'off')
}

/** fresh: `1` reads the schema from the database again. */
const schemaQuerySchema = z.strictObject({ fresh: z.optional(z.enum(['0', '1'])) })

const databaseFileQuerySchema = z.strictObject({
  fileName: z.string().check(z.minLength(1), z.maxLength(255)),
  [workspaceParameter]: z.optional(z.string()),
})

export const createConnectionEndpoint = {
  method: 'POST',
  path: '/api/connections',
  body: createConnectionSchema,
  answer: connectionSchema,
} as const satisfies ApiEndpoint

export const changeConnectionEndpoint = {
  method: 'PATCH',
  path: '/api/connections/:id',
  body: changeConnectionSchema,
  answer: connectionSchema,
} as const satisfies ApiEndpoint

export const testConnectionEndpoint = {
  method: 'POST',
  path: '/api/connections/test',
  body: testConnectionSchema,
  answer: connectionTestSchema,
} as const satisfies ApiEndpoint

export const databaseSchemaEndpoint = {
  method: 'GET',
  path: '/api/connections/:id/schema',
  query: schemaQuerySchema,
  answer: databaseSchemaSchema,
} as const satisfies ApiEndpoint

/** Its request body is a file. */
export const uploadDatabaseEndpoint = {
  method: 'POST',
  path: '/api/connections/files',
  query: databaseFileQuerySchema,
  answer: uploadedDatabaseSchema,
} as const satisfies ApiEndpoint
