'use client'

import { CircleCheck, PlugZap } from 'lucide-react'
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { newId } from '@tidemark/shared/base/ids'
import { isAllowed } from '@tidemark/shared/access/rules'
import {
  connectionIdSchema,
  connectionKinds,
  type Connection,
  type ConnectionSettings,
} from '@tidemark/shared/connections/connection'
import type { ConnectionTest } from '@tidemark/shared/connections/connection-request'
import type { RequestFailure } from '@/client/page/api-request'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { Dialog } from '@/ui/popups/dialog'
import { Select } from '@/ui/fields/select'
import { showInvalid } from '@/ui/fields/show-invalid'
import { TextField } from '@/ui/fields/text-field'
import { changeConnection, createConnection, testConnection } from '../data/connections-api'
import {
  checkForm,
  emptyForm,
  fieldOfError,
  formOf,
  kindNames,
  suggestedName,
  withKind,
  type ConnectionForm,
  type FormField,
} from './connection-form'
import { DatabaseFileField } from './database-file-field'
import { ServerFields } from './server-fields'

export interface ConnectionDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** The connection to change; null to create one. */
  readonly connection: Connection | null
  /** Called when it was tested and saved. */
  readonly onSaved: (connection: Connection) => void
}

type Progress =
  | { readonly kind: 'editing' }
  | { readonly kind: 'testing' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'works'; readonly test: ConnectionTest }
  | { readonly kind: 'failed'; readonly failure: RequestFailure }

/** The dialog for a database's address and sign-in. Typed text is kept until the dialog has saved it. */
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
    if (isBusy) return
    setShowsErrors(true)
    if (checked.kind === 'incomplete') return
    const { settings, password } = checked
    const answer = await testConnection(
      {
        ...withPassword(settings, password),
        ...(connection === null ? {} : { id: connection.id }),
      },
      begin('testing'),
    )
    settle(answer.ok ? { kind: 'works', test: answer.value } : { kind: 'failed', failure: answer.error })
  }
  const save = async () => {
    if (checked.kind === 'incomplete') return
    const { name, settings, password } = checked
    const signal = begin('saving')
    const answer =
      connection === null
        ? await createConnection(
            {
              id: connectionIdSchema.parse(newConnectionId),
              name,
              ...(settings.kind === 'sqlite' ? settings : { ...settings, password: password ?? '' }),
            },
            signal,
          )
        : await changeConnection(connection.id, { name, ...withPassword(settings, password) }, signal)
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
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    if (checked.kind === 'incomplete') return showInvalid(event.currentTarget, () => setShowsErrors(true))
    void save()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) running.current?.abort()
        if (!next && isBusy) setProgress({ kind: 'editing' })
        onOpenChange(next)
      }}
      isAllowed={isAllowed(useActor(), { do: 'manage-connections' })}
      title={connection === null ? 'Connect a database' : 'Connection settings'}
      description={
        form.kind === 'sqlite'
          ? 'It is only ever read, and stays on your server.'
          : 'It is only ever read. The password is sealed on your server and never sent to a browser.'
      }
      width={520}
      actions={
        <>
          <Button icon={PlugZap} aria-disabled={isBusy || undefined} className="mr-auto" onClick={() => void test()}>
            {progress.kind === 'testing' ? 'Testing…' : 'Test'}
          </Button>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} aria-disabled={isBusy || undefined}>
            {progress.kind === 'saving' ? 'Connecting…' : connection === null ? 'Connect' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3.5">
        <Select
          label="Kind of database"
          value={form.kind}
          options={connectionKinds.map((kind) => ({ value: kind, label: kindNames[kind] }))}
          onChange={(kind) => change(withKind(form, kind))}
        />
        {form.kind === 'sqlite' ? (
          <DatabaseFileField file={form.file} error={field('file').error} onChange={(file) => change({ file })} />
        ) : (
          <ServerFields form={form} connection={connection} field={field} onChange={change} />
        )}
        <TextField
          label="Name"
          value={form.name}
          placeholder={suggestedName(form) || (form.kind === 'sqlite' ? 'As the file' : 'As the database')}
          maxLength={120}
          autoComplete="off"
          hint="The name people see when they choose data."
          onChange={(event) => change({ name: event.currentTarget.value })}
          {...field('name')}
        />
        {progress.kind !== 'editing' && (
          <div key={progress.kind} ref={scrollIntoSight} className="scroll-mb-4">
            <ProgressNote progress={progress} />
          </div>
        )}
      </form>
    </Dialog>
  )
}

/** Adds the password to the settings; files have none. */
function withPassword(settings: ConnectionSettings, password: string | undefined) {
  return settings.kind === 'sqlite' || password === undefined ? settings : { ...settings, password }
}

/** Scrolls to the outcome of an attempt, which is below fields that may fill a small window. */
function scrollIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

function ProgressNote({ progress }: { readonly progress: Exclude<Progress, { kind: 'editing' }> }) {
  switch (progress.kind) {
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
