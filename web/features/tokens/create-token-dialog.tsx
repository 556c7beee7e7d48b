'use client'

import { useState } from 'react'
import { tokenScopes, type TokenScope } from '@tidemark/shared/access/grants'
import { roleAtLeast, roles, type Role } from '@tidemark/shared/access/roles'
import { createTokenSchema, type CreatedToken } from '@tidemark/shared/tokens/api-token'
import { Select } from '@/ui/fields/select'
import { TextField } from '@/ui/fields/text-field'
import { DialogForm } from '../accounts/dialog-form'
import { SecretOnceDialog } from '../accounts/secret-once-dialog'
import { useForm } from '../accounts/use-form'
import { roleWords } from '../members/role-words'
import { createToken } from './tokens-api'

interface CreateTokenDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly ownRole: Role
  readonly onCreated: () => void
}

/** The dialog that creates a token and then shows its secret, only once. */
export function CreateTokenDialog({ open, onOpenChange, ownRole, onCreated }: CreateTokenDialogProps) {
  return (
    <SecretOnceDialog
      open={open}
      onOpenChange={onOpenChange}
      title="New API token"
      description="It lets a program use the HTTP API in your name, with at most your role."
    >
      {(show) => (
        <TokenForm
          ownRole={ownRole}
          onCreated={({ token, secret }) => {
            show({
              title: 'The token was created',
              description: 'Copy it now: it is not shown again. Anyone who has it can use it.',
              ...{ label: token.name, secret },
            })
            onCreated()
          }}
        />
      )}
    </SecretOnceDialog>
  )
}

const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '366', label: 'A year' },
] as const

interface TokenFormProps {
  readonly ownRole: Role
  readonly onCreated: (created: CreatedToken) => void
}

function TokenForm({ ownRole, onCreated }: TokenFormProps) {
  const [role, setRole] = useState<Role>('viewer')
  const [days, setDays] = useState<(typeof lifetimes)[number]['value']>('90')
  const form = useForm({
    schema: createTokenSchema,
    read: (fields) => ({
      name: fields.get('name'),
      scopes: fields.getAll('scopes'),
      role,
      expiresInDays: Number(days),
    }),
    send: createToken,
    onDone: onCreated,
  })
  return (
    <DialogForm form={form} action="Create the token">
      <TextField
        name="name"
        label="Name"
        hint="What uses it, such as “nightly export”."
        autoComplete="off"
        error={form.errors['name']}
      />
      <fieldset aria-describedby={form.errors['scopes'] === undefined ? undefined : 'token-scopes-error'}>
        <legend className="mb-1 text-small font-medium text-muted">It may</legend>
        {tokenScopes.map((scope) => (
          <label key={scope} className="flex items-center gap-2.5 py-1 touch:min-h-11">
            <input type="checkbox" name="scopes" value={scope} className="size-4" />
            <span className="min-w-0 flex-1">{scopeWords[scope]}</span>
            <code className="font-mono text-small text-muted max-sm:hidden">{scope}</code>
          </label>
        ))}
        {form.errors['scopes'] !== undefined && (
          <p id="token-scopes-error" className="mt-1 text-small text-bad">
            {form.errors['scopes']}
          </p>
        )}
      </fieldset>
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="As"
          value={role}
          options={roles
            .filter((value) => roleAtLeast(ownRole, value))
            .map((value) => ({ value, label: roleWords[value].name }))}
          onChange={setRole}
        />
        <Select label="Works for" value={days} options={lifetimes} onChange={setDays} />
      </div>
    </DialogForm>
  )
}

/** Describes what each scope allows. */
const scopeWords = {
  'content:read': 'Read charts, dashboards and their history',
  'content:write': 'Change charts, dashboards and folders',
  'data:read': 'List datasets and connections',
  'query:run': 'Run charts and queries',
  'data:notify': 'Report that data has changed',
  'members:manage': 'Read and change members and invites',
} as const satisfies Record<TokenScope, string>
