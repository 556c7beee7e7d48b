'use client'

import { useState } from 'react'
import { roleAtLeast } from '@tidemark/shared/access/roles'
import { nextTimes, scheduleSchema, type Schedule } from '@tidemark/shared/jobs/schedule'
import { patternOfWords, scheduleExamples, wordsOfPattern } from '@tidemark/shared/jobs/schedule-words'
import {
  subscriptionChoiceSchema,
  type Subscription,
  type SubscriptionChoice,
} from '@tidemark/shared/subscriptions/subscription'
import { usePageEnvironment, useTeamSession } from '@/client/page/page-environment'
import { useLoaded } from '@/client/page/use-loaded'
import { useActor } from '@/client/workspace/workspace-client'
import { Select } from '@/ui/fields/select'
import { TextField } from '@/ui/fields/text-field'
import { DialogForm } from '../accounts/dialog-form'
import { useForm } from '../accounts/use-form'
import { useMemberNames } from '../members/use-member-names'
import { changeSubscription, createSubscription, fetchDestinations } from './subscriptions-api'

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
  const isAdmin = roleAtLeast(useActor().role, 'admin')
  const schedule = scheduleOf(when, choice.schedule.timeZone)
  const form = useForm({
    schema: subscriptionChoiceSchema,
    read: (fields) => ({
      ...choice,
      schedule,
      people: fields.getAll('people'),
      addresses: addressesIn(String(fields.get('addresses') ?? '')),
      webhookId: webhookId === nowhere ? null : webhookId,
      onlyIf,
      files: fields.getAll('files'),
    }),
    send: (body) => (id === null ? createSubscription(body) : changeSubscription(id, body)),
    onDone: onSaved,
  })
  return (
    <DialogForm form={form} action={id === null ? 'Send it from now on' : 'Save'}>
      <WhenField when={when} onChange={setWhen} schedule={schedule} timeZone={choice.schedule.timeZone} />
      <PeopleField chosen={choice.people} />
      {isAdmin && (
        <TextField
          name="addresses"
          label="To other addresses"
          hint="Separated by commas. They see what you see, without an account."
          autoComplete="off"
          defaultValue={choice.addresses.join(', ')}
          error={form.errors['addresses']}
        />
      )}
      {!isAdmin && form.errors['addresses'] !== undefined && (
        <p role="alert" className="text-bad">
          {form.errors['addresses']}
        </p>
      )}
      <WebhookField value={webhookId} onChange={setWebhookId} />
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
      </fieldset>
    </DialogForm>
  )
}

const nowhere = 'nowhere'
const fileChoices = [
  { value: 'pdf', label: 'PDF' },
  { value: 'csv', label: 'CSV of each chart' },
  { value: 'xlsx', label: 'Excel of each chart' },
] as const

interface WhenFieldProps {
  readonly when: string
  readonly onChange: (when: string) => void
  /** null: the words are no schedule. */
  readonly schedule: Schedule | null
  readonly timeZone: string
}

/** The schedule in words, with suggestions, and when it comes next. */
function WhenField({ when, onChange, schedule, timeZone }: WhenFieldProps) {
  const { now, locale } = usePageEnvironment()
  const format = new Intl.DateTimeFormat(locale, {
    ...({ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const),
    timeZone,
  })
  const next = schedule === null ? [] : nextTimes(schedule, now, 3).map((time) => format.format(time))
  return (
    <div className="flex flex-col gap-1.5">
      <TextField
        label="When"
        value={when}
        list="subscription-times"
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
        error={schedule === null ? 'Such as “Every weekday at 08:00” or “On the 1st at 09:30”.' : undefined}
        hint={`Next: ${next.join(' · ')} (${timeZone.replaceAll('_', ' ')})`}
      />
      <datalist id="subscription-times">
        {scheduleExamples.map((example) => (
          <option key={example}>{example}</option>
        ))}
      </datalist>
    </div>
  )
}

/** The members of the workspace, to choose from. */
function PeopleField({ chosen }: { readonly chosen: readonly string[] }) {
  const team = useTeamSession()
  const names = useMemberNames()
  if (team === null) return null
  return (
    <fieldset>
      <legend className="mb-1 text-small font-medium text-muted">To members</legend>
      <div className="max-h-36 overflow-y-auto rounded-row border border-line px-3 py-1">
        {[...names].map(([userId, name]) => (
          <Checkbox
            key={userId}
            name="people"
            value={userId}
            label={userId === team.person.id ? `${name} (you)` : name}
            isOn={chosen.includes(userId)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface WebhookFieldProps {
  readonly value: string
  readonly onChange: (id: string) => void
}

/** The webhooks that admins have set up; nothing where there are none. */
function WebhookField({ value, onChange }: WebhookFieldProps) {
  const { state } = useLoaded(fetchDestinations)
  const webhooks = state.kind === 'ready' ? state.value.webhooks : []
  if (webhooks.length === 0 && value === nowhere) return null
  return (
    <Select
      label="To a webhook, the link alone"
      value={value}
      options={[{ value: nowhere, label: 'None' }, ...webhooks.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={onChange}
    />
  )
}

interface CheckboxProps {
  readonly name: string
  readonly value: string
  readonly label: string
  readonly isOn: boolean
}

function Checkbox({ name, value, label, isOn }: CheckboxProps) {
  return (
    <label className="flex items-center gap-2.5 py-1 touch:min-h-11">
      <input type="checkbox" name={name} value={value} defaultChecked={isOn} className="size-4" />
      <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
    </label>
  )
}

function scheduleOf(when: string, timeZone: string): Schedule | null {
  return scheduleSchema.safeParse({ pattern: patternOfWords(when) ?? '', timeZone }).data ?? null
}

function addressesIn(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((address) => address !== '')
}
