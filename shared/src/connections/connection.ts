import { nameSchema, storedNameSchema } from '../base/name'
import * as z from 'zod/mini'
import { connectionAccessSchema, newConnectionAccess } from '../access/connection-access'
import { idSchema } from '../base/ids'
import { questionTableSchema } from '../builder/question'
import { rowRuleSchema } from '../builder/row-rules/row-rule'
import { authorshipShape } from '../entries/define-mutator'
import { localConnectionId } from '../query/run-query'
import { connectionLimitsSchema } from './connection-limits'

/** `local` is reserved for the embedded engine. */
export const connectionIdSchema = idSchema
  .check(z.refine((id) => id !== localConnectionId, `any id but ${localConnectionId}`))
  .brand<'ConnectionId'>()
export type ConnectionId = z.infer<typeof connectionIdSchema>

/** Databases reached over the network. mysql: MySQL and MariaDB. clickhouse: over its HTTP interface. */
export const serverKinds = ['postgres', 'mysql', 'clickhouse'] as const
export const serverKindSchema = z.enum(serverKinds)
export type ServerKind = z.infer<typeof serverKindSchema>

export const connectionKinds = [...serverKinds, 'sqlite'] as const
export type ConnectionKind = (typeof connectionKinds)[number]

/** off: not encrypted. require: encrypted, without checking the server's certificate. verify: encrypted and checked. */
export const tlsModes = ['off', 'require', 'verify'] as const
export const tlsModeSchema = z.enum(tlsModes)
export type TlsMode = z.infer<typeof tlsModeSchema>

/**
 * The address of a server and how to reach it. The password is not part of it: it never leaves Tidemark's server.
 *
 * caCertificate: PEM of the authority that signed the server's certificate; null for authorities that this machine
 * trusts.
 */
export const serverSettingsShape = {
  kind: serverKindSchema,
  host: z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(253),
      z.regex(/^[^\s/@?#]+$/, 'a host name or an address, without a port or path'),
    ),
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  database: z.string().check(z.trim(), z.minLength(1), z.maxLength(128)),
  user: z.string().check(z.trim(), z.minLength(1), z.maxLength(128)),
  tls: tlsModeSchema,
  caCertificate: z.nullable(z.string().check(z.maxLength(20_000))),
} as const

/**
 * A database in a file on Tidemark's server. upload: an uploaded file and its original name. folder: a file in one of
 * the `TIDEMARK_FOLDERS`, by its absolute path; never in team mode.
 */
export const databaseFileSchema = z.discriminatedUnion('place', [
  z.strictObject({
    place: z.literal('upload'),
    id: idSchema,
    fileName: z.string().check(z.minLength(1), z.maxLength(255)),
  }),
  z.strictObject({ place: z.literal('folder'), path: z.string().check(z.minLength(1), z.maxLength(4096)) }),
])
export type DatabaseFile = z.infer<typeof databaseFileSchema>

export const fileSettingsShape = { kind: z.literal('sqlite'), file: databaseFileSchema } as const

const settingsSchema = z.discriminatedUnion('kind', [z.object(serverSettingsShape), z.object(fileSettingsShape)])
export type ConnectionSettings = z.infer<typeof settingsSchema>

/** A connection's name as typed. */
export const connectionNameSchema = nameSchema(120)

/** Which rows of one table people see. */
const tableRuleSchema = z.extend(rowRuleSchema, {
  schema: questionTableSchema.shape.schema,
  table: questionTableSchema.shape.name,
})
export type TableRule = z.infer<typeof tableRuleSchema>

/** How many tables of a connection can have a rule. */
export const mostTableRules = 200

const commonShape = {
  id: connectionIdSchema,
  name: storedNameSchema(120),
  /** When the settings or the password were last changed; earlier cached answers are no longer used. */
  settingsAt: z.int().check(z.minimum(0)),
  /** Absent in connections of the first release. */
  access: z._default(connectionAccessSchema, newConnectionAccess),
  /** Absent in connections of the first releases. */
  limits: z._default(connectionLimitsSchema, {}),
  /** Absent where everyone sees all rows of all tables. */
  rowRules: z.optional(z.array(tableRuleSchema).check(z.maxLength(mostTableRules))),
  deletedAt: z.nullable(z.int()),
  ...authorshipShape,
} as const

/** An external database that queries can be sent to. Tidemark only reads it. */
export const connectionSchema = z.discriminatedUnion('kind', [
  z.object({ ...commonShape, ...serverSettingsShape }),
  z.object({ ...commonShape, ...fileSettingsShape }),
])
export type Connection = z.infer<typeof connectionSchema>

export const connectionPrefix = 'connection/'

export function connectionKey(id: ConnectionId): string {
  return `${connectionPrefix}${id}`
}

export const defaultPorts: Readonly<Record<ServerKind, number>> = {
  postgres: 5432,
  mysql: 3306,
  clickhouse: 8123,
}

/** Returns the name of a database file. */
export function databaseFileName(file: DatabaseFile): string {
  return file.place === 'upload' ? file.fileName : file.path.replace(/^.*[/\\]/, '')
}
