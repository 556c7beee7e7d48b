'use client'

import { useState } from 'react'
import {
  createPublicLinkSchema,
  defaultFreshSeconds,
  type FieldMode,
  type MadePublicLink,
  type PublicLinkTarget,
} from '@tidemark/shared/public-links/public-link'
import { Select } from '@/ui/fields/select'
import { TextField } from '@/ui/fields/text-field'
import { DialogForm } from '../accounts/dialog-form'
import { useForm } from '../accounts/use-form'
import type { LinkField } from './link-fields'
import { createPublicLink } from './public-links-api'

interface PublicLinkFormProps {
  readonly target: PublicLinkTarget
  readonly fields: readonly LinkField[]
  readonly choices: string
  readonly onMade: (made: MadePublicLink) => void
}

const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '366', label: 'A year' },
  { value: '', label: 'Until it is revoked' },
] as const

const ages = [
  { value: String(defaultFreshSeconds), label: 'Up to a minute old' },
  { value: '300', label: 'Up to five minutes old' },
  { value: '3600', label: 'Up to an hour old' },
  { value: '86400', label: 'Up to a day old' },
] as const

/** The form for a new public link: how long it works, and what its readers may choose. */
export function PublicLinkForm({ target, fields, choices, onMade }: PublicLinkFormProps) {
  const [days, setDays] = useState<(typeof lifetimes)[number]['value']>('90')
  const [age, setAge] = useState<string>(String(defaultFreshSeconds))
  const [modes, setModes] = useState<Readonly<Record<string, FieldMode>>>({})
  const form = useForm({
    schema: createPublicLinkSchema,
    read: (data) => ({
      target,
      name: data.get('name'),
      choices,
      fields: Object.fromEntries(fields.map(({ name }) => [name, modes[name] ?? 'fixed'])),
      freshSeconds: Number(age),
      expiresInDays: days === '' ? null : Number(days),
      password: data.get('password') === '' ? null : data.get('password'),
    }),
    send: createPublicLink,
    onDone: onMade,
  })
  return (
    <DialogForm form={form} action="Make the link">
      <TextField
        name="name"
        label="Name"
        hint="For whom it is, such as “board meeting”. Readers do not see it."
        autoComplete="off"
        error={form.errors['name']}
      />
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Select label="Works for" value={days} options={lifetimes} onChange={setDays} />
        <Select label="Numbers are" value={age} options={ages} onChange={setAge} />
      </div>
      <TextField
        name="password"
        type="password"
        label="Password (optional)"
        hint="Tell it to your readers in another way than the link."
        autoComplete="new-password"
        error={form.errors['password']}
      />
      {fields.length > 0 && (
        <fieldset>
          <legend className="mb-1 text-small font-medium text-muted">Filters and parameters</legend>
          <ul className="flex flex-col gap-2">
            {fields.map(({ name, label, text }) => (
              <li key={name} className="grid grid-cols-[minmax(0,1fr)_180px] items-center gap-3">
                <span className="min-w-0">
                  <span className="block truncate">{label}</span>
                  <span className="block truncate text-small text-muted">{text}</span>
                </span>
                <Select
                  label={`What readers may do with ${label}`}
                  hideLabel
                  value={modes[name] ?? 'fixed'}
                  options={modeOptions}
                  onChange={(mode) => setModes({ ...modes, [name]: mode })}
                />
              </li>
            ))}
          </ul>
          <p className="mt-2 text-small text-muted">
            Values are those set on the page now. Whatever you add later is fixed to its default.
          </p>
        </fieldset>
      )}
    </DialogForm>
  )
}

const modeOptions = [
  { value: 'fixed', label: 'Fixed, shown' },
  { value: 'hidden', label: 'Fixed, hidden' },
  { value: 'open', label: 'Readers choose' },
] as const satisfies readonly { readonly value: FieldMode; readonly label: string }[]
