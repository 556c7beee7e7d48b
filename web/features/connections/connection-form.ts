import {
  connectionKinds,
  connectionSettingsShape,
  defaultPorts,
  type Connection,
  type ConnectionKind,
  type TlsMode,
} from '@tidemark/shared/connections/connection'
import { createConnectionSchema, keepsPassword } from '@tidemark/shared/connections/connection-request'
import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import { z } from 'zod'

/** The form as it is typed. tls: null until somebody chooses; then it follows the host. password: null while untouched. */
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
}

export type FormField = keyof ConnectionForm

export const kindNames: Readonly<Record<ConnectionKind, string>> = { postgres: 'PostgreSQL', mysql: 'MySQL or MariaDB' }

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
}

export function formOf(connection: Connection): ConnectionForm {
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
  }
}

/** Another kind brings its own port, where the port was the usual one. */
export function withKind(form: ConnectionForm, kind: ConnectionKind): ConnectionForm {
  const isUsualPort = form.port === '' || form.port === String(defaultPorts[form.kind])
  return { ...form, kind, port: isUsualPort ? String(defaultPorts[kind]) : form.port }
}

/** A whole address typed or pasted as the host fills the other fields: `postgres://user:password@host:5432/database`. */
export function withHost(form: ConnectionForm, host: string): ConnectionForm {
  const scheme = /^(postgres(?:ql)?|mysql|mariadb):\/\/./.exec(host.trim())?.[1]
  if (scheme === undefined || !URL.canParse(host.trim())) return { ...form, host }
  const url = new URL(host.trim())
  const kind = scheme.startsWith('postgres') ? 'postgres' : 'mysql'
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

/** Encrypted and checked, except to this machine itself. */
export function tlsOf({ tls, host }: Pick<ConnectionForm, 'tls' | 'host'>): TlsMode {
  return tls ?? (/^(localhost|127(\.\d+){3}|::1)?$/i.test(host.trim()) ? 'off' : 'verify')
}

const settingsSchema = z.object(connectionSettingsShape)
type Settings = z.infer<typeof settingsSchema>

export type CheckedForm =
  | {
      readonly kind: 'complete'
      readonly name: string
      readonly settings: Settings
      readonly password: string | undefined
    }
  | { readonly kind: 'incomplete'; readonly errors: Partial<Record<FormField, string>> }

/**
 * The form as it is sent, or what is missing in which field. before: the connection that is being changed. The name of a
 * new connection is that of its database unless one is given.
 */
export function checkForm(form: ConnectionForm, before: Connection | null): CheckedForm {
  const settings = {
    kind: form.kind,
    host: form.host.trim(),
    port: /^\d+$/.test(form.port.trim()) ? Number(form.port) : Number.NaN,
    database: form.database.trim(),
    user: form.user.trim(),
    tls: tlsOf(form),
    caCertificate: form.caCertificate.trim() === '' ? null : form.caCertificate.trim(),
  }
  // An empty database is said at its own field.
  const name = form.name.trim() || settings.database || kindNames[form.kind]
  const parsed = z
    .object({ ...connectionSettingsShape, name: createConnectionSchema.shape.name })
    .safeParse({ ...settings, name })
  const errors: Partial<Record<FormField, string>> = {}
  if (!parsed.success) {
    for (const { path } of parsed.error.issues) {
      const field = path[0]
      if (isField(field)) errors[field] = fieldErrors[field]
    }
  }
  if (before !== null && form.password === null && !keepsPassword(before, settings)) {
    errors.password = 'Enter the password for the changed settings.'
  }
  if (!parsed.success || Object.keys(errors).length > 0) return { kind: 'incomplete', errors }
  const { name: parsedName, ...parsedSettings } = parsed.data
  return {
    kind: 'complete',
    name: parsedName,
    settings: parsedSettings,
    password: form.password ?? (before === null ? '' : undefined),
  }
}

/** The field that a refusal is about, to be marked. */
export function fieldOfError(code: ErrorCode): FormField | null {
  switch (code) {
    case 'connection-host':
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
}

function isField(name: PropertyKey | undefined): name is FormField {
  return typeof name === 'string' && Object.hasOwn(fieldErrors, name)
}
