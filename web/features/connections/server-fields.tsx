'use client'

import type { Connection, TlsMode } from '@tidemark/shared/connections/connection'
import { keepsPassword } from '@tidemark/shared/connections/connection-request'
import { Select } from '@/ui/fields/select'
import { TextField } from '@/ui/fields/text-field'
import { serverSettingsOf, tlsOf, withHost, type ConnectionForm, type FormField } from './connection-form'

export interface ServerFieldsProps {
  readonly form: ConnectionForm
  /** The connection to change; null to create one. */
  readonly connection: Connection | null
  /** Returns the error of a field. */
  readonly field: (name: FormField) => { readonly error: string | undefined }
  readonly onChange: (next: Partial<ConnectionForm>) => void
}

const tlsLabels: Readonly<Record<TlsMode, string>> = {
  verify: 'Encrypted, certificate checked',
  require: 'Encrypted, certificate not checked',
  off: 'No encryption',
}

/** The fields for a server's address, sign-in and encryption. */
export function ServerFields({ form, connection, field, onChange }: ServerFieldsProps) {
  const keeps =
    connection !== null && form.kind !== 'sqlite' && keepsPassword(connection, serverSettingsOf(form, form.kind))
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_88px] gap-3">
        <TextField
          label="Host"
          value={form.host}
          placeholder="db.example.com"
          hint="You can paste a whole connection URL."
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => onChange(withHost(form, event.currentTarget.value))}
          {...field('host')}
        />
        <TextField
          label="Port"
          value={form.port}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => onChange({ port: event.currentTarget.value })}
          {...field('port')}
        />
      </div>
      <TextField
        label="Database"
        value={form.database}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => onChange({ database: event.currentTarget.value })}
        {...field('database')}
      />
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <TextField
          label="User"
          value={form.user}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          hint="Preferably one with read-only access."
          onChange={(event) => onChange({ user: event.currentTarget.value })}
          {...field('user')}
        />
        <TextField
          label="Password"
          type="password"
          value={form.password ?? ''}
          autoComplete="new-password"
          placeholder={keeps ? 'Unchanged' : undefined}
          onChange={(event) => onChange({ password: event.currentTarget.value })}
          {...field('password')}
        />
      </div>
      <Select
        label="Encryption"
        value={tlsOf(form)}
        options={(['verify', 'require', 'off'] as const).map((tls) => ({ value: tls, label: tlsLabels[tls] }))}
        onChange={(tls) => onChange({ tls })}
      />
      {tlsOf(form) === 'verify' && (
        <details className="-mt-1">
          <summary className="w-fit cursor-pointer rounded-row text-small text-muted hover:text-text touch:py-1">
            Certificate of a private authority
          </summary>
          <label className="mt-1.5 flex flex-col gap-1.5 text-small text-muted">
            PEM text; leave it empty when the server’s certificate is publicly trusted.
            <textarea
              rows={4}
              value={form.caCertificate}
              spellCheck={false}
              placeholder="-----BEGIN CERTIFICATE-----"
              onChange={(event) => onChange({ caCertificate: event.currentTarget.value })}
              className="rounded-control border border-line bg-surface p-2 font-mono text-code text-text shadow-tile"
            />
          </label>
        </details>
      )}
    </>
  )
}
