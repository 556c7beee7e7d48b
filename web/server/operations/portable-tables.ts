import type { JsonValue } from '@tidemark/shared/base/json'
import * as z from 'zod/mini'

/** json: a JSON text in the store, the value itself in a line. time: a moment, in a line as in ISO 8601, in UTC. */
type ColumnType = 'text' | 'integer' | 'boolean' | 'json' | 'time'

export interface PortableColumn {
  readonly name: string
  readonly type: ColumnType
  readonly isNullable: boolean
}

/** A table whose rows an export holds, one a line. */
export interface PortableTable {
  readonly name: string
  readonly columns: readonly PortableColumn[]
  /** Its primary key, which is the order of its lines. */
  readonly key: readonly string[]
  /** The column with the org a row belongs to; null for what belongs to the whole installation. */
  readonly org: string | null
  /** True if the export of one workspace holds it: its content and history, not its people. */
  readonly isOfWorkspace: boolean
  /** Columns that an import works out, as SQL over the others. */
  readonly derived: Readonly<Record<string, string>>
}

/** A row as its line holds it. */
export type PortableRow = Readonly<Record<string, JsonValue>>

const columnsOf =
  (type: ColumnType, isNullable = false) =>
  (...names: readonly string[]): readonly PortableColumn[] =>
    names.map((name) => ({ name, type, isNullable }))
const texts = columnsOf('text')
const optionalTexts = columnsOf('text', true)
const integers = columnsOf('integer')
const optionalIntegers = columnsOf('integer', true)
const optionalJson = columnsOf('json', true)
const times = columnsOf('time')
const optionalTimes = columnsOf('time', true)

/** The tables of a workspace: its content, its history, and the colours of its values. */
const contentTables: readonly PortableTable[] = [
  {
    name: 'org',
    columns: [...texts('id'), ...integers('version', 'gc_version')],
    key: ['id'],
    org: 'id',
    isOfWorkspace: true,
    // The import raises it; a copy carries the epoch of no store.
    derived: { epoch: '1' },
  },
  {
    name: 'entry',
    columns: [...texts('org', 'key'), ...integers('version'), ...texts('audience'), ...optionalJson('value')],
    key: ['org', 'key'],
    org: 'org',
    isOfWorkspace: true,
    derived: { deleted: 'value IS NULL' },
  },
  {
    name: 'revision',
    columns: [
      ...texts('org', 'key'),
      ...integers('version'),
      ...texts('user_id'),
      ...integers('at'),
      ...optionalJson('value'),
    ],
    key: ['org', 'key', 'version'],
    org: 'org',
    isOfWorkspace: true,
    derived: {},
  },
  {
    name: 'category_hue',
    columns: [...texts('org', 'column_name', 'category'), ...integers('hue')],
    key: ['org', 'column_name', 'category'],
    org: 'org',
    isOfWorkspace: true,
    derived: {},
  },
]

const ofInstallation = { isOfWorkspace: false, derived: {} } as const
const createdAndUpdated = times('createdAt', 'updatedAt')

/**
 * The tables of people and rights. Passwords and tokens are hashes; connections' passwords are sealed with the server's
 * secret.
 */
const peopleTables: readonly PortableTable[] = [
  {
    name: 'user',
    columns: [
      ...texts('id', 'name', 'email'),
      ...columnsOf('boolean')('emailVerified'),
      ...optionalTexts('image'),
      ...createdAndUpdated,
    ],
    key: ['id'],
    org: null,
    ...ofInstallation,
  },
  {
    name: 'account',
    columns: [
      ...texts('id', 'accountId', 'providerId', 'userId'),
      ...optionalTexts('accessToken', 'refreshToken', 'idToken'),
      ...optionalTimes('accessTokenExpiresAt', 'refreshTokenExpiresAt'),
      ...optionalTexts('scope', 'password'),
      ...createdAndUpdated,
    ],
    key: ['id'],
    org: null,
    ...ofInstallation,
  },
  {
    name: 'organization',
    columns: [...texts('id', 'name', 'slug'), ...optionalTexts('logo', 'metadata'), ...times('createdAt')],
    key: ['id'],
    org: 'id',
    ...ofInstallation,
  },
  {
    name: 'member',
    columns: [...texts('id', 'organizationId', 'userId', 'role'), ...times('createdAt')],
    key: ['id'],
    org: 'organizationId',
    ...ofInstallation,
  },
  {
    name: 'invitation',
    columns: [
      ...texts('id', 'organizationId', 'email', 'status', 'inviterId'),
      ...optionalTexts('role', 'tokenHash'),
      ...times('expiresAt', 'createdAt'),
    ],
    key: ['id'],
    org: 'organizationId',
    ...ofInstallation,
  },
  {
    name: 'api_token',
    columns: [
      ...texts('id', 'org', 'user_id', 'name', 'hint', 'hash', 'scopes', 'role'),
      ...integers('created_at', 'expires_at'),
      ...optionalIntegers('last_used_at'),
    ],
    key: ['id'],
    org: 'org',
    ...ofInstallation,
  },
  {
    name: 'audit_event',
    columns: [
      ...texts('id'),
      ...optionalTexts('org'),
      ...integers('at'),
      ...optionalTexts('actor_user_id'),
      ...texts('actor_kind', 'action'),
      ...optionalTexts('target'),
      ...texts('detail'),
      ...optionalTexts('ip'),
    ],
    key: ['id'],
    org: null,
    ...ofInstallation,
  },
  {
    name: 'connection_secret',
    columns: texts('org', 'connection_id', 'key_id', 'nonce', 'tag', 'text'),
    key: ['org', 'connection_id'],
    org: 'org',
    ...ofInstallation,
  },
]

/** In the order in which rows may be written: what others refer to comes first. */
export const portableTables: readonly PortableTable[] = [...contentTables, ...peopleTables]

/** Emptied with everything else when an import replaces an installation: they belong to the people of before. */
export const tablesOfTheMoment: readonly string[] = ['session', 'verification', 'rateLimit']

/** How far each client is: every one starts over after an import. */
const tablesOfClients: readonly string[] = ['client_group', 'client', 'audience_move', 'audience_set']

/**
 * The tables that an export leaves out. A table that stands in no list fails a test: whoever adds one decides.
 * tidemark: the schema of the store itself.
 */
export const tablesLeftOut: ReadonlySet<string> = new Set([...tablesOfTheMoment, ...tablesOfClients, 'tidemark'])

/** All that a store has on every engine. */
export const storeTables: readonly string[] = [
  ...portableTables.map(({ name }) => name),
  ...tablesOfTheMoment,
  ...tablesOfClients,
]

/**
 * The columns of exported tables that hold nothing of their own. changed_xid: of PostgreSQL's change feed. since: what
 * clients saw before an import. folders_version: it names a state to caches, and an epoch begins with none.
 */
export const columnsLeftOut: ReadonlySet<string> = new Set(['org.changed_xid', 'org.folders_version', 'entry.since'])

const columnSchemas = {
  text: z.string().check(z.refine((value) => !value.includes('\0'), 'a text without NUL')),
  integer: z.int(),
  boolean: z.boolean(),
  json: z.record(z.string(), z.json(), 'an object'),
  time: z.iso.datetime({ precision: 3 }),
} as const satisfies Record<ColumnType, z.ZodMiniType>

/** The schema of a table's line, without its kind. */
export function rowSchemaOf({ columns }: PortableTable): z.ZodMiniType<PortableRow> {
  return z.strictObject(
    Object.fromEntries(
      columns.map(({ name, type, isNullable }) => {
        const schema = columnSchemas[type]
        return [name, isNullable ? z.nullable(schema) : schema]
      }),
    ),
  )
}
