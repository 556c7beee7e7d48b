'use client'

import { useState } from 'react'
import { roleAtLeast } from '@tidemark/shared/access/roles'
import { alertChoiceSchema, type Alert, type AlertChoice } from '@tidemark/shared/alerts/alert'
import { usualRangeWords } from '@tidemark/shared/alerts/alert-words'
import { typedNumber } from '@tidemark/shared/charts/plot/numbers/typed-number'
import { wordsOfPattern } from '@tidemark/shared/jobs/schedule-words'
import { useTeamSession } from '@/client/page/page-environment'
import { useLoaded } from '@/client/page/use-loaded'
import { useActor } from '@/client/workspace/workspace-client'
import { Select } from '@/ui/fields/select'
import { TextField } from '@/ui/fields/text-field'
import { DialogForm } from '../accounts/dialog-form'
import { useForm } from '../accounts/use-form'
import {
  AddressesField,
  addressesIn,
  textOf,
  Checkbox,
  nowhere,
  PeopleField,
  scheduleOf,
  WebhookField,
  WhenField,
} from '../subscriptions/delivery-fields'
import { useWatched, type AlertDraft } from './alert-draft'
import { changeAlert, createAlert, fetchAlerts } from './alerts-api'

interface AlertFormProps {
  readonly draft: AlertDraft
  readonly onSaved: (saved: Alert) => void
}

type Condition = AlertChoice['condition']
type Kind = Condition['kind']

const kinds = [
  { value: 'above', label: 'is over' },
  { value: 'below', label: 'is under' },
  { value: 'changed', label: 'changes' },
  { value: 'missing', label: 'is missing' },
  { value: 'unusual', label: 'is out of its usual range' },
] as const satisfies readonly { readonly value: Kind; readonly label: string }[]

const firstMeasure = ''

/** The form of an alert: what is watched, when, and who is told. */
export function AlertForm({ draft: { id, choice }, onSaved }: AlertFormProps) {
  const { condition, when: whenBefore } = choice
  const { measures } = useWatched(choice.target)
  const [kind, setKind] = useState<Kind>(condition.kind)
  const [change, setChange] = useState(condition.kind === 'changed' ? condition : usualChange)
  const [width, setWidth] = useState(condition.kind === 'unusual' ? String(condition.width) : '5')
  const [column, setColumn] = useState(choice.column ?? firstMeasure)
  const [whenKind, setWhenKind] = useState(whenBefore.kind)
  const [timeZone, setTimeZone] = useState(
    whenBefore.kind === 'schedule' ? whenBefore.schedule.timeZone : whenBefore.timeZone,
  )
  const [when, setWhen] = useState(
    wordsOfPattern(whenBefore.kind === 'schedule' ? whenBefore.schedule.pattern : '0 * * * *'),
  )
  const [webhookId, setWebhookId] = useState(choice.webhookId ?? nowhere)
  const schedule = scheduleOf(when, timeZone)
  const isEditor = roleAtLeast(useActor().role, 'editor')
  const form = useForm({
    schema: alertChoiceSchema,
    read: (fields) => ({
      ...choice,
      column: column === firstMeasure ? null : column,
      condition: readCondition(kind, textOf(fields.get('value')), change, width),
      onlyComplete: fields.get('onlyComplete') !== null,
      when: whenKind === 'data' ? { kind: 'data', timeZone } : { kind: 'schedule', schedule },
      people: fields.getAll('people'),
      addresses: addressesIn(fields.get('addresses')),
      webhookId: webhookId === nowhere ? null : webhookId,
      isNotified: fields.get('isNotified') !== null,
    }),
    send: (body) => (id === null ? createAlert(body) : changeAlert(id, body)),
    onDone: onSaved,
  })
  const typed = condition.kind === 'above' || condition.kind === 'below' ? condition.value : null
  return (
    <DialogForm form={form} action={id === null ? 'Watch it' : 'Save'}>
      {measures.length > 1 && (
        <Select
          label="Measure"
          value={column}
          options={measures.map((name, index) => ({ value: index === 0 ? firstMeasure : name, label: name }))}
          onChange={setColumn}
        />
      )}
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Select label="Tell when the value" value={kind} options={kinds} onChange={setKind} />
        {(kind === 'above' || kind === 'below') && (
          <TextField
            name="value"
            label="Limit"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={id === null || typed === null ? '' : String(typed)}
            error={form.errors['condition']}
          />
        )}
        {kind === 'unusual' && (
          <Select
            label="Range"
            value={width}
            options={[
              { value: '3', label: 'Narrow' },
              { value: '5', label: 'Medium' },
              { value: '8', label: 'Wide' },
            ]}
            onChange={setWidth}
          />
        )}
        {kind === 'changed' && <ChangeFields change={change} onChange={setChange} error={form.errors['condition']} />}
      </div>
      {kind === 'unusual' && <p className="-mt-2 text-small text-muted">{usualRangeWords(Number(width))}</p>}
      {kind === 'missing' && (
        <p className="-mt-2 text-small text-muted">
          No value, no row of a group that was there before, or over time none for the last whole period.
        </p>
      )}
      <Checkbox
        name="onlyComplete"
        value="on"
        label="Over time, leave out the period that is still running"
        isOn={choice.onlyComplete}
      />
      <Select
        label="Check it"
        value={whenKind}
        options={[
          { value: 'schedule', label: 'On a schedule' },
          { value: 'data', label: 'When its data changes' },
        ]}
        hint={whenKind === 'data' ? 'At once after data is added here, else within five minutes.' : undefined}
        onChange={setWhenKind}
      />
      {whenKind === 'schedule' && (
        <WhenField {...{ when, schedule, timeZone }} onChange={setWhen} onTimeZone={setTimeZone} />
      )}
      <MailFields choice={choice} error={form.errors['addresses']} />
      <Checkbox
        name="isNotified"
        value="on"
        label="Show it to me, where Settings › Alerts or the desktop app does so"
        isOn={choice.isNotified ?? true}
      />
      {isEditor && <WebhookField label="To a webhook" value={webhookId} onChange={setWebhookId} />}
    </DialogForm>
  )
}

const usualChange = {
  ...({ kind: 'changed', by: 10, unit: 'percent', direction: 'either', since: 'period' } as const),
} satisfies Condition as Extract<Condition, { kind: 'changed' }>

type Change = Extract<Condition, { kind: 'changed' }>

/** Reads the condition; a limit that is no number is one that the schema refuses. */
function readCondition(kind: Kind, typed: string, change: Change, width: string): unknown {
  switch (kind) {
    case 'above':
    case 'below':
      return { kind, value: typedNumber(typed) ?? undefined }
    case 'changed':
      return { ...change, by: typedNumber(typed) ?? undefined }
    case 'missing':
      return { kind }
    case 'unusual':
      return { kind, width: Number(width) }
  }
}

interface ChangeFieldsProps {
  readonly change: Change
  readonly onChange: (change: Change) => void
  readonly error: string | undefined
}

function ChangeFields({ change, onChange, error }: ChangeFieldsProps) {
  return (
    <>
      <Select
        label="Direction"
        value={change.direction}
        options={[
          { value: 'either', label: 'up or down' },
          { value: 'up', label: 'up' },
          { value: 'down', label: 'down' },
        ]}
        onChange={(direction) => onChange({ ...change, direction })}
      />
      <TextField
        name="value"
        label="By at least"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={String(change.by)}
        error={error}
      />
      <Select
        label="In"
        value={change.unit}
        options={[
          { value: 'percent', label: 'percent' },
          { value: 'amount', label: 'its own unit' },
        ]}
        onChange={(unit) => onChange({ ...change, unit })}
      />
      <Select
        label="Since"
        value={change.since}
        options={[
          { value: 'period', label: 'the period before, over time' },
          { value: 'check', label: 'the last check' },
        ]}
        onChange={(since) => onChange({ ...change, since })}
      />
    </>
  )
}

/** Who is told by mail: members for editors, only oneself for others; a note where the server sends none. */
function MailFields({ choice, error }: { readonly choice: AlertChoice; readonly error: string | undefined }) {
  const { state } = useLoaded(fetchAlerts)
  const team = useTeamSession()
  const isEditor = roleAtLeast(useActor().role, 'editor')
  if (state.kind === 'ready' && !state.value.hasMail) {
    return (
      <>
        <p className="text-small text-muted">
          This server sends no mail: an alert is shown to you, or goes to a webhook.
        </p>
        {error !== undefined && (
          <p role="alert" className="text-bad">
            Choose who is told.
          </p>
        )}
      </>
    )
  }
  return (
    <>
      {isEditor || team === null ? (
        <PeopleField chosen={choice.people} />
      ) : (
        <Checkbox
          name="people"
          value={team.person.id}
          label={`Mail me at ${team.person.email}`}
          isOn={choice.people.includes(team.person.id)}
        />
      )}
      <AddressesField addresses={choice.addresses} error={error} />
    </>
  )
}
