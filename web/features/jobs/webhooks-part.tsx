'use client'

import { Plus, Send, Trash2, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import type { Webhook } from '@tidemark/shared/jobs/webhook'
import { failureText } from '@/client/page/api-request'
import { useLoaded } from '@/client/page/use-loaded'
import { Button } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import { toast } from '@/ui/popups/toaster'
import { SettingsPart } from '../page/settings-part'
import { CreateWebhookDialog, webhookFormats } from './create-webhook-dialog'
import { deleteWebhook, fetchWebhooks, testWebhook } from './jobs-api'

interface WebhooksPartProps {
  /** Called when a test message is on its way, which is a job. */
  readonly onTested: () => void
}

/** The webhooks of the workspace: programs that get messages. */
export function WebhooksPart({ onTested }: WebhooksPartProps) {
  const { state, reload } = useLoaded(fetchWebhooks)
  const [isCreating, setCreating] = useState(false)
  const remove = async ({ id, name }: Webhook) => {
    const answer = await deleteWebhook(id)
    if (answer.ok) toast(`“${name}” gets nothing any more`)
    else toast('The webhook was not removed', { tone: 'bad', description: failureText(answer.error) })
    reload()
  }
  const test = async ({ id, name }: Webhook) => {
    const answer = await testWebhook(id)
    if (answer.ok) toast(`A test message is on its way to “${name}”`, { description: 'How it goes is under Jobs.' })
    else toast('No message was sent', { tone: 'bad', description: failureText(answer.error) })
    onTested()
  }
  return (
    <>
      <SettingsPart
        id="webhooks"
        title="Webhooks"
        state={state}
        onRetry={reload}
        action={
          <Button size="sm" icon={Plus} onClick={() => setCreating(true)}>
            New webhook
          </Button>
        }
      >
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <EmptyState
              icon={WebhookIcon}
              title="No webhooks yet"
              text="A webhook is the address of another program, such as a channel of Slack, that gets messages."
            />
          ) : (
            <ul className="divide-y divide-line">
              {webhooks.map((webhook) => (
                <li
                  key={webhook.id}
                  className="flex items-center gap-x-4 gap-y-2 py-3 max-sm:flex-col max-sm:items-start"
                >
                  <div className="min-w-0 flex-1">
                    <p className="font-medium wrap-anywhere">{webhook.name}</p>
                    <p className="text-small text-muted wrap-anywhere">
                      {webhookFormats[webhook.format].name} · {webhook.host}
                    </p>
                  </div>
                  <div className="flex shrink-0 gap-2">
                    <Button
                      size="sm"
                      icon={Send}
                      aria-label={`Test ${webhook.name}`}
                      onClick={() => void test(webhook)}
                    >
                      Test
                    </Button>
                    <Button
                      size="sm"
                      icon={Trash2}
                      aria-label={`Remove ${webhook.name}`}
                      onClick={() => void remove(webhook)}
                    >
                      Remove
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </SettingsPart>
      <CreateWebhookDialog open={isCreating} onOpenChange={setCreating} onCreated={reload} />
    </>
  )
}
