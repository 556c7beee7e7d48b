'use client'

import { useState } from 'react'
import { createWebhookSchema, type CreatedWebhook, type WebhookFormat } from '@tidemark/shared/jobs/webhook'
import { Select } from '@/ui/fields/select'
import { TextField } from '@/ui/fields/text-field'
import { DialogForm } from '../accounts/dialog-form'
import { SecretOnceDialog } from '../accounts/secret-once-dialog'
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
  return (
    <SecretOnceDialog
      open={open}
      onOpenChange={onOpenChange}
      title="New webhook"
      description="Another program that gets messages from Tidemark."
    >
      {(show) => (
        <WebhookForm
          onCreated={({ secret }) => {
            onCreated()
            show(
              secret === null
                ? null
                : {
                    title: 'The webhook was added',
                    description:
                      'Copy the secret now: it is not shown again. With it your program checks the signatures.',
                    ...{ label: 'Secret', secret },
                  },
            )
          }}
        />
      )}
    </SecretOnceDialog>
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
