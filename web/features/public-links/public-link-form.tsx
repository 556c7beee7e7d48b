'use client'

import {
  createPublicLinkSchema,
  type MadePublicLink,
  type PublicLinkTarget,
} from '@tidemark/shared/public-links/public-link'
import { DialogForm } from '../accounts/dialog-form'
import { useForm } from '../accounts/use-form'
import type { LinkField } from './link-fields'
import { bodyOfSettings, LinkSettingsFields, useLinkSettings } from './link-settings'
import { createPublicLink } from './public-links-api'

interface PublicLinkFormProps {
  readonly target: PublicLinkTarget
  readonly fields: readonly LinkField[]
  readonly choices: string
  readonly onMade: (made: MadePublicLink) => void
}

/** The form for a new public link. */
export function PublicLinkForm({ target, fields, choices, onMade }: PublicLinkFormProps) {
  const { settings, change } = useLinkSettings(null)
  const form = useForm({
    schema: createPublicLinkSchema,
    read: (data) => ({ target, choices, ...bodyOfSettings(settings, fields, data) }),
    send: createPublicLink,
    onDone: onMade,
  })
  return (
    <DialogForm form={form} action="Make the link">
      <LinkSettingsFields link={null} settings={settings} fields={fields} errors={form.errors} onChange={change} />
      {fields.length > 0 && (
        <p className="-mt-2 text-small text-muted">
          Values are those set on the page now. Whatever you add later is fixed to its default.
        </p>
      )}
    </DialogForm>
  )
}
