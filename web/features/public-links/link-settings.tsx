'use client'

import { useState } from 'react'
import { defaultFreshSeconds, type FieldMode, type PublicLink } from '@tidemark/shared/public-links/public-link'
import { LinesField } from '@/ui/fields/lines-field'
import { Select } from '@/ui/fields/select'
import { TextField } from '@/ui/fields/text-field'
import type { LinkField } from './link-fields'

/** The settings of a link in its form. days: `keep` leaves the end as it is. sites: one on each line. */
export interface LinkSettings {
  readonly days: string
  readonly age: string
  readonly modes: Readonly<Record<string, FieldMode>>
  readonly sites: string
  readonly opens: 'link' | 'signed'
  readonly password: 'keep' | 'remove' | 'new'
}

/** Holds the settings of a link while they are chosen. link: null for a new one. */
export function useLinkSettings(link: PublicLink | null) {
  const [settings, setSettings] = useState<LinkSettings>({
    days: link === null ? '90' : 'keep',
    age: String(link?.freshSeconds ?? defaultFreshSeconds),
    modes: link?.fields ?? {},
    sites: link?.embedOrigins.join('\n') ?? '',
    opens: link?.isSignedOnly ? 'signed' : 'link',
    password: link?.hasPassword ? 'keep' : 'new',
  })
  const change = (changes: Partial<LinkSettings>) => setSettings({ ...settings, ...changes })
  return { settings, change }
}

/** Returns what the API takes of these settings. fields: what the page has, each of which is named. */
export function bodyOfSettings(
  { days, age, modes, sites, opens, password }: LinkSettings,
  fields: readonly LinkField[],
  form: FormData,
) {
  const typed = form.get('password')
  return {
    name: form.get('name'),
    fields: { ...modes, ...Object.fromEntries(fields.map(({ name }) => [name, modes[name] ?? 'fixed'])) },
    freshSeconds: Number(age),
    ...(days === 'keep' ? {} : { expiresInDays: days === '' ? null : Number(days) }),
    ...(password === 'keep' ? {} : { password: password === 'remove' || !typed ? null : typed }),
    embedOrigins: sites.split(/[\s,]+/).filter((site) => site !== ''),
    isSignedOnly: opens === 'signed',
  }
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

interface LinkSettingsFieldsProps {
  readonly link: PublicLink | null
  readonly settings: LinkSettings
  readonly fields: readonly LinkField[]
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (changes: Partial<LinkSettings>) => void
}

/** The fields of a link's form: how long it works, where it opens, and what its readers may choose. */
export function LinkSettingsFields({ link, settings, fields, errors, onChange }: LinkSettingsFieldsProps) {
  const { days, age, modes, sites, opens, password } = settings
  const isOwnAge = ages.every(({ value }) => value !== age)
  const isEmbed = sites.trim() !== '' || opens === 'signed'
  const isWithout = isEmbed && !link?.hasPassword
  return (
    <>
      <TextField
        name="name"
        label="Name"
        hint="For whom it is, such as “board meeting”. Readers do not see it."
        autoComplete="off"
        defaultValue={link?.name}
        error={errors['name']}
      />
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Select
          label="Works for"
          value={days}
          options={link === null ? lifetimes : [{ value: 'keep', label: 'As long as now' }, ...lifetimes]}
          onChange={(value) => onChange({ days: value })}
        />
        <Select
          label="Numbers are"
          value={age}
          options={isOwnAge ? [...ages, { value: age, label: `Up to ${age} seconds old` }] : ages}
          onChange={(value) => onChange({ age: value })}
        />
      </div>
      <LinesField
        label="May be shown on these sites (optional)"
        hint="One on each line, such as https://www.example.com or https://*.example.com. A link has sites or a password."
        value={sites}
        error={errors['embedOrigins']}
        onChange={(value) => onChange({ sites: value })}
      />
      <Select
        label="Opens"
        value={opens}
        options={openings}
        hint={
          opens === 'signed'
            ? 'Your product signs each opening with a key of the settings, and says whose rows its reader sees.'
            : undefined
        }
        onChange={(value) => onChange({ opens: value })}
      />
      {link?.hasPassword && (
        <Select
          label="Password"
          value={password}
          options={passwordChoices}
          hint={embedPasswordText}
          error={isEmbed && password !== 'remove' ? embedPasswordText : undefined}
          onChange={(value) => onChange({ password: value })}
        />
      )}
      {password === 'new' && (
        <TextField
          name="password"
          type="password"
          label={link?.hasPassword ? 'New password' : 'Password (optional)'}
          hint={
            isWithout
              ? `${embedPasswordText} This one will have no password.`
              : 'Tell it to your readers in another way than the link. A link has a password or sites.'
          }
          autoComplete="new-password"
          // What was typed stays in it, but is not sent.
          disabled={isWithout}
          error={errors['password']}
        />
      )}
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
                  onChange={(mode) => onChange({ modes: { ...modes, [name]: mode } })}
                />
              </li>
            ))}
          </ul>
        </fieldset>
      )}
    </>
  )
}

const embedPasswordText = 'A link is for sites or has a password, not both.'

const openings = [
  { value: 'link', label: 'For anyone who has the link' },
  { value: 'signed', label: 'Only inside your product, signed by it' },
] as const

const passwordChoices = [
  { value: 'keep', label: 'As it is' },
  { value: 'new', label: 'Another one' },
  { value: 'remove', label: 'None' },
] as const

const modeOptions = [
  { value: 'fixed', label: 'Fixed, shown' },
  { value: 'hidden', label: 'Fixed, hidden' },
  { value: 'open', label: 'Readers choose' },
] as const satisfies readonly { readonly value: FieldMode; readonly label: string }[]
