import { toName } from '@tidemark/shared/base/name'
import {
  connectionKinds,
  connectionNameSchema,
  databaseFileName,
  defaultPorts,
  fileSettingsShape,
  serverSettingsShape,
  type Connection,
  type ConnectionKind,
  type ConnectionSettings,
  type DatabaseFile,
  type ServerKind,
  type TlsMode,
} from '@tidemark/shared/connections/connection'
import { keepsPassword } from '@tidemark/shared/connections/connection-request'
import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import * as z from 'zod/mini'

/**
 * The form's content as typed. tls: null until somebody chooses; until then it depends on the host. password: null
 * until changed.
 */
export interface ConnectionForm {
  readonly kind: ConnectionKind
  readonly name: string
  readonly host: string
  readonly port: string
  readonly database: string
  readonly user: string
  readonly password: string | null
  readonly tls: TlsMode | null
  readonly caCertificate: string
  /** The file of an SQLite database; null if none is chosen. */
  readonly file: DatabaseFile | null
}

export type FormField = keyof ConnectionForm

export const kindNames: Readonly<Record<ConnectionKind, string>> = {
  postgres: 'PostgreSQL',
  mysql: 'MySQL or MariaDB',
  clickhouse: 'ClickHouse',
  sqlite: 'SQLite file',
}

export const emptyForm: ConnectionForm = {
  kind: 'postgres',
  name: '',
  host: '',
  port: String(defaultPorts.postgres),
  database: '',
  user: '',
  password: null,
  tls: null,
  caCertificate: '',
  file: null,
}

export function formOf(connection: Connection): ConnectionForm {
  if (connection.kind === 'sqlite')
    return { ...emptyForm, kind: 'sqlite', name: connection.name, file: connection.file }
  const { kind, name, host, port, database, user, tls, caCertificate } = connection
  return {
    kind,
    name,
    host,
    port: String(port),
    database,
    user,
    tls,
    password: null,
    caCertificate: caCertificate ?? '',
    file: null,
  }
}

/** Changes the kind, and the port too if it was a default port. */
export function withKind(form: ConnectionForm, kind: ConnectionKind): ConnectionForm {
  const isUsualPort = form.port === '' || Object.values(defaultPorts).some((port) => form.port === String(port))
  return { ...form, kind, port: isUsualPort && kind !== 'sqlite' ? String(defaultPorts[kind]) : form.port }
}

/**
 * Changes the host. A whole address, typed or pasted, also fills the other fields:
 * `postgres://user:password@host:5432/database`.
 */
export function withHost(form: ConnectionForm, host: string): ConnectionForm {
  const scheme = /^(postgres(?:ql)?|mysql|mariadb|clickhouse):\/\/./.exec(host.trim())?.[1]
  if (scheme === undefined || !URL.canParse(host.trim())) return { ...form, host }
  const url = new URL(host.trim())
  const kind = scheme.startsWith('postgres') ? 'postgres' : scheme === 'clickhouse' ? 'clickhouse' : 'mysql'
  const text = (part: string, before: string) => (part === '' ? before : decodeURIComponent(part))
  return {
    ...withKind(form, kind),
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? String(defaultPorts[kind]) : url.port,
    database: text(url.pathname.slice(1), form.database),
    user: text(url.username, form.user),
    password: url.password === '' ? form.password : decodeURIComponent(url.password),
  }
}

/** Returns the encryption: by default encrypted and verified, except to this machine itself. */
export function tlsOf({ tls, host }: Pick<ConnectionForm, 'tls' | 'host'>): TlsMode {
  return tls ?? (/^(localhost|127(\.\d+){3}|::1)?$/i.test(host.trim()) ? 'off' : 'verify')
}

const checkedSchema = z.discriminatedUnion('kind', [
  z.object({ ...serverSettingsShape, name: connectionNameSchema }),
  z.object({ ...fileSettingsShape, name: connectionNameSchema }),
])

export type CheckedForm =
  | {
      readonly kind: 'complete'
      readonly name: string
      readonly settings: ConnectionSettings
      /** undefined: none is given; files have none. */
      readonly password: string | undefined
    }
  | { readonly kind: 'incomplete'; readonly errors: Partial<Record<FormField, string>> }

/**
 * Returns the form as it is sent, or what is missing in which field. before: the connection that is being changed. By
 * default a new connection is named after its database.
 */
export function checkForm(form: ConnectionForm, before: Connection | null): CheckedForm {
  const settings = form.kind === 'sqlite' ? { kind: form.kind, file: form.file } : serverSettingsOf(form, form.kind)
  const parsed = checkedSchema.safeParse({ ...settings, name: nameOf(form) })
  const errors: Partial<Record<FormField, string>> = {}
  if (!parsed.success) {
    for (const { path } of parsed.error.issues) {
      const field = path[0]
      if (isField(field)) errors[field] = fieldErrors[field]
    }
  }
  if (before !== null && form.password === null && form.kind !== 'sqlite') {
    if (!keepsPassword(before, serverSettingsOf(form, form.kind)))
      errors.password = 'Enter the password for the changed settings.'
  }
  if (!parsed.success || Object.keys(errors).length > 0) return { kind: 'incomplete', errors }
  const { name, ...parsedSettings } = parsed.data
  return {
    kind: 'complete',
    name,
    settings: parsedSettings,
    password: form.kind === 'sqlite' ? undefined : (form.password ?? (before === null ? '' : undefined)),
  }
}

export function serverSettingsOf<K extends ServerKind>(form: ConnectionForm, kind: K) {
  return {
    kind,
    host: form.host.trim(),
    port: /^\d+$/.test(form.port.trim()) ? Number(form.port) : Number.NaN,
    database: form.database.trim(),
    user: form.user.trim(),
    tls: tlsOf(form),
    caCertificate: form.caCertificate.trim() === '' ? null : form.caCertificate.trim(),
  }
}

/** Returns the name to send. An empty one is replaced, so that the error is shown at the field that is really empty. */
function nameOf(form: ConnectionForm): string {
  return toName(form.name) || suggestedName(form) || kindNames[form.kind]
}

/** Returns the default name of a connection. */
export function suggestedName({ kind, file, database }: ConnectionForm): string {
  if (kind !== 'sqlite') return database.trim()
  return file === null
    ? ''
    : databaseFileName(file)
        .replace(/\.(db|sqlite)3?$/i, '')
        .slice(0, 120)
}

/** Returns the field that a refusal is about, to be marked. */
export function fieldOfError(code: ErrorCode): FormField | null {
  switch (code) {
    case 'connection-host':
    case 'connection-not-allowed':
      return 'host'
    case 'connection-port':
      return 'port'
    case 'connection-tls':
      return 'tls'
    case 'connection-user':
    case 'connection-password':
      return 'password'
    case 'connection-database':
      return 'database'
    case 'connection-file':
      return 'file'
    default:
      return null
  }
}

const fieldErrors: Readonly<Record<FormField, string>> = {
  kind: `One of ${connectionKinds.join(', ')}.`,
  name: 'At most 120 characters.',
  host: 'A host name or an address, such as db.example.com.',
  port: 'A number from 1 to 65535.',
  database: 'The name of a database on that server.',
  user: 'The user to sign in as.',
  password: 'At most 1024 characters.',
  tls: 'Choose how the connection is encrypted.',
  caCertificate: 'At most 20 000 characters.',
  file: 'Choose a file.',
}

function isField(name: PropertyKey | undefined): name is FormField {
  return typeof name === 'string' && Object.hasOwn(fieldErrors, name)
}
