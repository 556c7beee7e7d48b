'use client'

import { useState } from 'react'
import { changePublicLinkSchema, type PublicLink } from '@tidemark/shared/public-links/public-link'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Select } from '@/ui/fields/select'
import { DialogForm } from '../accounts/dialog-form'
import { useForm } from '../accounts/use-form'
import { linkFields } from './link-fields'
import { bodyOfSettings, LinkSettingsFields, useLinkSettings } from './link-settings'
import { changePublicLink } from './public-links-api'

interface ChangeLinkFormProps {
  readonly link: PublicLink
  /** The values set on the page now, as its address; null where no page of the link is open. */
  readonly search: string | null
  readonly onChanged: () => void
}

/** The form that changes a public link; its address stays. */
export function ChangeLinkForm({ link, search, onChanged }: ChangeLinkFormProps) {
  const actor = useActor()
  const { locale } = usePageEnvironment()
  const { settings, change } = useLinkSettings(link)
  const [from, setFrom] = useState<'link' | 'page'>('link')
  const query = from === 'page' && search !== null ? search : link.choices
  const read = (of: string) => (view: Parameters<typeof linkFields>[0]) =>
    linkFields(view, actor, link.target, { search: of, locale })
  const { fields, choices } = useView(read(query), [actor, link, query, locale])
  const onPage = useView(read(search ?? link.choices), [actor, link, search, locale])
  const form = useForm({
    schema: changePublicLinkSchema,
    read: (data) => ({ ...(from === 'page' ? { choices } : {}), ...bodyOfSettings(settings, fields, data) }),
    send: (body) => changePublicLink(link.id, body),
    onDone: onChanged,
  })
  return (
    <DialogForm form={form} action="Save">
      <LinkSettingsFields link={link} settings={settings} fields={fields} errors={form.errors} onChange={change} />
      {search !== null && onPage.choices !== link.choices && (
        <Select label="Values" value={from} options={valueSources} onChange={setFrom} />
      )}
    </DialogForm>
  )
}

const valueSources = [
  { value: 'link', label: 'As they are in the link' },
  { value: 'page', label: 'As they are on the page now' },
] as const
