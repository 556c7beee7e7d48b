'use client'

import { CircleCheck, PlugZap } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import {
  connectionIdSchema,
  connectionKinds,
  type Connection,
  type TlsMode,
} from '@tidemark/shared/connections/connection'
import { keepsPassword, type ConnectionTest } from '@tidemark/shared/connections/connection-request'
import type { RequestFailure } from '@/client/api-request'
import { Button } from '@/ui/button'
import { Callout } from '@/ui/callout'
import { Dialog } from '@/ui/dialog'
import { SegmentedControl } from '@/ui/segmented-control'
import { Select } from '@/ui/select'
import { TextField } from '@/ui/text-field'
import { changeConnection, createConnection, testConnection } from './connections-api'
import {
  checkForm,
  emptyForm,
  fieldOfError,
  formOf,
  kindNames,
  tlsOf,
  withHost,
  withKind,
  type ConnectionForm,
  type FormField,
} from './connection-form'

export interface ConnectionDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** The connection to change; null to make one. */
  readonly connection: Connection | null
  /** It was tested and kept. */
  readonly onSaved: (connection: Connection) => void
}

type Progress =
  | { readonly kind: 'editing' }
  | { readonly kind: 'testing' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'works'; readonly test: ConnectionTest }
  | { readonly kind: 'failed'; readonly failure: RequestFailure }

const tlsLabels: Readonly<Record<TlsMode, string>> = {
  verify: 'Encrypted, certificate checked',
  require: 'Encrypted, certificate not checked',
  off: 'No encryption',
}

/** Where a database is and who signs in. What was typed is kept until the dialog has saved it. */
export function ConnectionDialog({ open, onOpenChange, connection, onSaved }: ConnectionDialogProps) {
  const formId = useId()
  const [form, setForm] = useState<ConnectionForm>(() => (connection === null ? emptyForm : formOf(connection)))
  const [newConnectionId, setNewConnectionId] = useState(newId)
  const [progress, setProgress] = useState<Progress>({ kind: 'editing' })
  const [showsErrors, setShowsErrors] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const checked = checkForm(form, connection)
  const errors = showsErrors && checked.kind === 'incomplete' ? checked.errors : {}
  const refusedField =
    progress.kind === 'failed' && progress.failure.kind === 'refused' ? fieldOfError(progress.failure.error.code) : null
  const isBusy = progress.kind === 'testing' || progress.kind === 'saving'
  const change = (next: Partial<ConnectionForm> | ConnectionForm) => {
    running.current?.abort()
    setForm((current) => ({ ...current, ...next }))
    setProgress({ kind: 'editing' })
  }
  const field = (name: FormField) => ({
    error: errors[name],
    ...(refusedField === name ? { 'aria-invalid': true } : {}),
  })
  const begin = (kind: 'testing' | 'saving'): AbortSignal => {
    running.current?.abort()
    running.current = new AbortController()
    setProgress({ kind })
    return running.current.signal
  }
  const settle = (next: Progress) => {
    if (next.kind === 'failed' && next.failure.kind === 'cancelled') return
    setProgress(next)
  }

  const test = async () => {
    setShowsErrors(true)
    if (checked.kind === 'incomplete') return
    const { settings, password } = checked
    const answer = await testConnection(
      {
        ...settings,
        ...(connection === null ? {} : { id: connection.id }),
        ...(password === undefined ? {} : { password }),
      },
      begin('testing'),
    )
    settle(answer.ok ? { kind: 'works', test: answer.value } : { kind: 'failed', failure: answer.error })
  }
  const save = async () => {
    setShowsErrors(true)
    if (checked.kind === 'incomplete') return
    const { name, settings, password } = checked
    const signal = begin('saving')
    const answer =
      connection === null
        ? await createConnection(
            { id: connectionIdSchema.parse(newConnectionId), name, ...settings, password: password ?? '' },
            signal,
          )
        : await changeConnection(
            connection.id,
            { name, ...settings, ...(password === undefined ? {} : { password }) },
            signal,
          )
    if (!answer.ok) {
      settle({ kind: 'failed', failure: answer.error })
      return
    }
    setProgress({ kind: 'editing' })
    setShowsErrors(false)
    setNewConnectionId(newId())
    setForm(connection === null ? emptyForm : formOf(answer.value))
    onOpenChange(false)
    onSaved(answer.value)
  }
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault()
    void save()
  }
  const keeps =
    connection !== null &&
    keepsPassword(connection, {
      kind: form.kind,
      host: form.host.trim(),
      port: Number(form.port),
      user: form.user.trim(),
      tls: tlsOf(form),
      caCertificate: form.caCertificate.trim() || null,
    })

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) running.current?.abort()
        if (!next && isBusy) setProgress({ kind: 'editing' })
        onOpenChange(next)
      }}
      title={connection === null ? 'Connect a database' : 'Connection settings'}
      description="It is only ever read. The password is sealed on your server and never sent to a browser."
      width={520}
      actions={
        <>
          <Button icon={PlugZap} disabled={isBusy} className="mr-auto" onClick={() => void test()}>
            {progress.kind === 'testing' ? 'Testing…' : 'Test'}
          </Button>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} disabled={isBusy}>
            {progress.kind === 'saving' ? 'Connecting…' : connection === null ? 'Connect' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3.5">
        <SegmentedControl
          label="Kind of database"
          value={form.kind}
          options={connectionKinds.map((kind) => ({ value: kind, label: kindNames[kind] }))}
          onChange={(kind) => change(withKind(form, kind))}
        />
        <div className="grid grid-cols-[minmax(0,1fr)_88px] gap-3">
          <TextField
            label="Host"
            value={form.host}
            placeholder="db.example.com, or a whole address"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            autoFocus
            onChange={(event) => change(withHost(form, event.currentTarget.value))}
            {...field('host')}
          />
          <TextField
            label="Port"
            value={form.port}
            inputMode="numeric"
            autoComplete="off"
            onChange={(event) => change({ port: event.currentTarget.value })}
            {...field('port')}
          />
        </div>
        <TextField
          label="Database"
          value={form.database}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => change({ database: event.currentTarget.value })}
          {...field('database')}
        />
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <TextField
            label="User"
            value={form.user}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            hint="One that may only read is best."
            onChange={(event) => change({ user: event.currentTarget.value })}
            {...field('user')}
          />
          <TextField
            label="Password"
            type="password"
            value={form.password ?? ''}
            autoComplete="new-password"
            placeholder={keeps ? 'Unchanged' : undefined}
            onChange={(event) => change({ password: event.currentTarget.value })}
            {...field('password')}
          />
        </div>
        <Select
          label="Encryption"
          value={tlsOf(form)}
          options={(['verify', 'require', 'off'] as const).map((tls) => ({ value: tls, label: tlsLabels[tls] }))}
          onChange={(tls) => change({ tls })}
        />
        {tlsOf(form) === 'verify' && (
          <details className="-mt-1">
            <summary className="w-fit cursor-pointer rounded-row text-small text-muted hover:text-text">
              Certificate of a private authority
            </summary>
            <label className="mt-1.5 flex flex-col gap-1.5 text-small text-muted">
              PEM text; leave it empty when the server’s certificate is publicly trusted.
              <textarea
                rows={4}
                value={form.caCertificate}
                spellCheck={false}
                placeholder="-----BEGIN CERTIFICATE-----"
                onChange={(event) => change({ caCertificate: event.currentTarget.value })}
                className="rounded-control border border-line bg-surface p-2 font-mono text-code text-text shadow-tile"
              />
            </label>
          </details>
        )}
        <TextField
          label="Name"
          value={form.name}
          placeholder={form.database.trim() || 'As the database'}
          maxLength={120}
          autoComplete="off"
          hint="What people choose it by."
          onChange={(event) => change({ name: event.currentTarget.value })}
          {...field('name')}
        />
        <ProgressNote progress={progress} />
      </form>
    </Dialog>
  )
}

function ProgressNote({ progress }: { readonly progress: Progress }) {
  switch (progress.kind) {
    case 'editing':
      return null
    case 'testing':
    case 'saving':
      return (
        <p role="status" className="text-muted">
          Asking the database…
        </p>
      )
    case 'works':
      return (
        <p role="status" className="flex items-center gap-2 rounded-tile border border-good/45 px-3 py-2.5">
          <CircleCheck aria-hidden className="text-good" />
          <span>
            <strong className="font-semibold">{progress.test.server}</strong> answered in{' '}
            {Math.round(progress.test.elapsedMs)} ms.
          </span>
        </p>
      )
    case 'failed': {
      const { failure } = progress
      if (failure.kind === 'refused') {
        const { message, detail, hint } = failure.error
        return (
          <Callout tone="bad" title={detail === undefined ? message : `${message} ${detail}`}>
            {hint}
          </Callout>
        )
      }
      return (
        <Callout tone="bad" title="Tidemark’s server cannot be reached.">
          What you typed stays here. Try again when it is back.
        </Callout>
      )
    }
  }
}
