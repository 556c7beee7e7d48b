'use client'

import { useState } from 'react'
import { wordsOfPattern } from '@tidemark/shared/jobs/schedule-words'
import {
  maxDataCharts,
  subscriptionChoiceSchema,
  type Subscription,
  type SubscriptionChoice,
} from '@tidemark/shared/subscriptions/subscription'
import { Select } from '@/ui/fields/select'
import { DialogForm } from '../accounts/dialog-form'
import { useForm } from '../accounts/use-form'
import { SentRows } from '../row-rules/link-rows'
import {
  AddressesField,
  addressesIn,
  Checkbox,
  nowhere,
  PeopleField,
  scheduleOf,
  WebhookField,
  WhenField,
} from './delivery-fields'
import { changeSubscription, createSubscription } from './subscriptions-api'

/** A subscription to make or to change. */
export interface SubscriptionDraft {
  /** null: a new one. */
  readonly id: string | null
  readonly name: string
  readonly choice: SubscriptionChoice
}

interface SubscriptionFormProps {
  readonly draft: SubscriptionDraft
  readonly onSaved: (saved: Subscription) => void
}

/** The form of a subscription: when, to whom, and what is attached. */
export function SubscriptionForm({ draft: { id, choice }, onSaved }: SubscriptionFormProps) {
  const [when, setWhen] = useState(wordsOfPattern(choice.schedule.pattern))
  const [onlyIf, setOnlyIf] = useState(choice.onlyIf)
  const [webhookId, setWebhookId] = useState(choice.webhookId ?? nowhere)
  const [timeZone, setTimeZone] = useState(choice.schedule.timeZone)
  const schedule = scheduleOf(when, timeZone)
  const form = useForm({
    schema: subscriptionChoiceSchema,
    read: (fields) => ({
      ...choice,
      schedule,
      people: fields.getAll('people'),
      addresses: addressesIn(fields.get('addresses')),
      webhookId: webhookId === nowhere ? null : webhookId,
      onlyIf,
      files: fields.getAll('files'),
    }),
    send: (body) => (id === null ? createSubscription(body) : changeSubscription(id, body)),
    onDone: onSaved,
  })
  return (
    <DialogForm form={form} action={id === null ? 'Send it from now on' : 'Save'}>
      <WhenField {...{ when, schedule, timeZone }} onChange={setWhen} onTimeZone={setTimeZone} />
      <PeopleField chosen={choice.people} />
      <SentRows target={choice.target} />
      <AddressesField addresses={choice.addresses} error={form.errors['addresses']} />
      <WebhookField label="To a webhook, the first rows of each chart" value={webhookId} onChange={setWebhookId} />
      <Select
        label="Send it"
        value={onlyIf}
        options={[
          { value: 'always', label: 'Each time' },
          { value: 'results', label: 'Only if there are results' },
          { value: 'changed', label: 'Only if something has changed' },
        ]}
        onChange={setOnlyIf}
      />
      <fieldset>
        <legend className="mb-1 text-small font-medium text-muted">Attach, besides the picture</legend>
        <div className="flex flex-wrap gap-x-5">
          {fileChoices.map(({ value, label }) => (
            <Checkbox key={value} name="files" value={value} label={label} isOn={choice.files.includes(value)} />
          ))}
        </div>
        {choice.target.kind === 'dashboard' && (
          <p className="text-small text-muted">CSV and Excel: of the first {maxDataCharts} charts.</p>
        )}
      </fieldset>
    </DialogForm>
  )
}

const fileChoices = [
  { value: 'pdf', label: 'PDF' },
  { value: 'csv', label: 'CSV of each chart' },
  { value: 'xlsx', label: 'Excel of each chart' },
] as const
