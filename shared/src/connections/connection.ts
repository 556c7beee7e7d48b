import * as z from 'zod'
import { connectionAccessSchema, newConnectionAccess } from '../access/connection-access'
import { idSchema } from '../base/ids'
import { authorshipShape } from '../entries/define-mutator'
import { localConnectionId } from '../query/run-query'

/** `local` is the embedded engine's own name. */
export const connectionIdSchema = idSchema
  .refine((id) => id !== localConnectionId, `any id but ${localConnectionId}`)
  .brand<'ConnectionId'>()
export type ConnectionId = z.infer<typeof connectionIdSchema>

/** mysql: MySQL and MariaDB. */
export const connectionKinds = ['postgres', 'mysql'] as const
export const connectionKindSchema = z.enum(connectionKinds)
export type ConnectionKind = z.infer<typeof connectionKindSchema>

/** off: not encrypted. require: encrypted, the server's certificate is not checked. verify: encrypted and checked. */
export const tlsModes = ['off', 'require', 'verify'] as const
export const tlsModeSchema = z.enum(tlsModes)
export type TlsMode = z.infer<typeof tlsModeSchema>

/**
 * Where a database is and how it is reached; everything but the password, which never leaves the server.
 *
 * caCertificate: PEM of the authority that signed the server's certificate; null for those this machine trusts.
 */
export const connectionSettingsShape = {
  kind: connectionKindSchema,
  host: z
    .string()
    .trim()
    .min(1)
    .max(253)
    .regex(/^[^\s/@?#]+$/, 'a host name or an address, without a port or path'),
  port: z.int().min(1).max(65_535),
  database: z.string().trim().min(1).max(128),
  user: z.string().trim().min(1).max(128),
  tls: tlsModeSchema,
  caCertificate: z.string().max(20_000).nullable(),
} as const

/** A database elsewhere that queries can be sent to. It is only ever read. */
export const connectionSchema = z.object({
  id: connectionIdSchema,
  name: z.string().trim().min(1).max(120),
  ...connectionSettingsShape,
  /** When the settings or the password were last changed; answers from before are not given any more. */
  settingsAt: z.int().min(0),
  /** Absent in connections of the first release. */
  access: connectionAccessSchema.default(newConnectionAccess),
  deletedAt: z.int().nullable(),
  ...authorshipShape,
})
export type Connection = z.infer<typeof connectionSchema>

export const connectionPrefix = 'connection/'

export function connectionKey(id: ConnectionId): string {
  return `${connectionPrefix}${id}`
}

export const defaultPorts: Readonly<Record<ConnectionKind, number>> = { postgres: 5432, mysql: 3306 }
