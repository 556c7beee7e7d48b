'use client'

import { useState } from 'react'
import { createWebhookSchema, type CreatedWebhook, type WebhookFormat } from '@tidemark/shared/jobs/webhook'
import { Button } from '@/ui/buttons/button'
import { CopyField } from '@/ui/fields/copy-field'
import { Select } from '@/ui/fields/select'
import { TextField } from '@/ui/fields/text-field'
import { Dialog } from '@/ui/popups/dialog'
import { DialogForm } from '../accounts/dialog-form'
import { useForm } from '../accounts/use-form'
import { createWebhook } from './jobs-api'

/** The forms of messages in words. */
export const webhookFormats = {
  signed: { name: 'Signed JSON', text: 'For your own programs. Each message carries a signature that they can check.' },
  slack: { name: 'Slack', text: 'For channels of Slack, Mattermost and others: the address of an incoming webhook.' },
} as const satisfies Record<WebhookFormat, { readonly name: string; readonly text: string }>

interface CreateWebhookDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onCreated: () => void
}

/** The dialog that adds a webhook and then shows the secret of its signatures, only once. */
export function CreateWebhookDialog({ open, onOpenChange, onCreated }: CreateWebhookDialogProps) {
  const [created, setCreated] = useState<CreatedWebhook | null>(null)
  const secret = created?.secret ?? null
  const close = (next: boolean) => {
    onOpenChange(next)
    if (!next) setCreated(null)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      isAllowed
      title={secret === null ? 'New webhook' : 'The webhook was added'}
      description={
        secret === null
          ? 'Another program that gets messages from Tidemark.'
          : 'Copy the secret now: it is not shown again. With it your program checks the signatures.'
      }
    >
      {secret === null ? (
        <WebhookForm
          onCreated={(answer) => {
            onCreated()
            if (answer.secret === null) close(false)
            else setCreated(answer)
          }}
        />
      ) : (
        <div className="flex flex-col gap-4">
          <CopyField label="Secret" value={secret} />
          <Button variant="primary" className="self-end" onClick={() => close(false)}>
            Done
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function WebhookForm({ onCreated }: { readonly onCreated: (created: CreatedWebhook) => void }) {
  const [format, setFormat] = useState<WebhookFormat>('slack')
  const form = useForm({
    schema: createWebhookSchema,
    read: (fields) => ({ name: fields.get('name'), url: fields.get('url'), format }),
    send: createWebhook,
    onDone: onCreated,
  })
  return (
    <DialogForm form={form} action="Add the webhook">
      <TextField
        name="name"
        label="Name"
        hint="Such as “Sales channel”."
        autoComplete="off"
        error={form.errors['name']}
      />
      <Select
        label="Messages"
        value={format}
        options={[
          { value: 'slack', label: webhookFormats.slack.name },
          { value: 'signed', label: webhookFormats.signed.name },
        ]}
        hint={webhookFormats[format].text}
        onChange={setFormat}
      />
      <TextField
        name="url"
        label="Address"
        type="url"
        hint="It is stored sealed; later only its host is shown."
        autoComplete="off"
        error={form.errors['url']}
      />
    </DialogForm>
  )
}
