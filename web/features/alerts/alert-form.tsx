'use client'

import { useState } from 'react'
import { roleAtLeast } from '@tidemark/shared/access/roles'
import { alertChoiceSchema, type Alert, type AlertChoice } from '@tidemark/shared/alerts/alert'
import { alertConditionSchema } from '@tidemark/shared/alerts/alert-condition'
import { conditionWords, usualRangeWords } from '@tidemark/shared/alerts/alert-words'
import { wordsOfPattern } from '@tidemark/shared/jobs/schedule-words'
import { usePageEnvironment, useTeamSession } from '@/client/page/page-environment'
import { useLoaded } from '@/client/page/use-loaded'
import { useActor } from '@/client/workspace/workspace-client'
import { Select } from '@/ui/fields/select'
import { DialogForm } from '../accounts/dialog-form'
import { useForm } from '../accounts/use-form'
import {
  AddressesField,
  addressesIn,
  Checkbox,
  nowhere,
  PeopleField,
  scheduleOf,
  WebhookField,
  WhenField,
} from '../subscriptions/delivery-fields'
import { useWatched, type AlertDraft } from './alert-draft'
import { changeAlert, createAlert, fetchAlerts } from './alerts-api'
import { changeOf, ConditionFields, limitOf, readCondition, type Change, type Kind } from './condition-fields'

interface AlertFormProps {
  readonly draft: AlertDraft
  readonly onSaved: (saved: Alert) => void
}

const kinds = [
  { value: 'above', label: 'is over' },
  { value: 'below', label: 'is under' },
  { value: 'changed', label: 'changes' },
  { value: 'missing', label: 'is missing' },
  { value: 'unusual', label: 'is outside of its usual range' },
] as const satisfies readonly { readonly value: Kind; readonly label: string }[]

const firstMeasure = ''

/** The form of an alert: what is watched, when, and who is told. */
export function AlertForm({ draft: { id, choice }, onSaved }: AlertFormProps) {
  const { condition, when: whenBefore } = choice
  const { name, measures } = useWatched(choice.target)
  const [kind, setKind] = useState<Kind>(condition.kind)
  const [limit, setLimit] = useState(id === null ? '' : limitOf(condition))
  const [change, setChange] = useState<Change>(() => changeOf(condition))
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
      condition: readCondition(kind, limit, change, width),
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
  const measure = column === firstMeasure ? measures[0] : column
  const watched = measures.length > 1 && measure !== undefined ? `${measure} in “${name}”` : `“${name}”`
  return (
    <DialogForm form={form} action={id === null ? 'Watch it' : 'Save'}>
      {measures.length > 1 && (
        <Select
          label="Measure"
          value={column}
          options={measures.map((one, index) => ({ value: index === 0 ? firstMeasure : one, label: one }))}
          onChange={setColumn}
        />
      )}
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Select label="Tell when the value" value={kind} options={kinds} onChange={setKind} />
        <ConditionFields {...{ kind, limit, change, width, setLimit, setChange, setWidth }} errors={form.errors} />
      </div>
      <ConditionSentence watched={watched} condition={readCondition(kind, limit, change, width)} />
      <Checkbox
        name="onlyComplete"
        value="on"
        label="In a chart over time, wait until a day, week or month is over"
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
        label="Notify me in the desktop app, and in browsers that I turn on under Settings › Alerts"
        isOn={choice.isNotified ?? true}
      />
      {isEditor && <WebhookField label="To a webhook" value={webhookId} onChange={setWebhookId} />}
    </DialogForm>
  )
}

interface ConditionSentenceProps {
  /** The watched value in words. */
  readonly watched: string
  readonly condition: unknown
}

/** Says what the chosen condition means, in one sentence; nothing while it is not complete. */
function ConditionSentence({ watched, condition }: ConditionSentenceProps) {
  const { locale } = usePageEnvironment()
  const read = alertConditionSchema.safeParse(condition).data
  if (read === undefined) return null
  const more =
    read.kind === 'unusual'
      ? usualRangeWords(read.width)
      : read.kind === 'missing'
        ? 'Missing is: no value, a group that is gone, or in a chart over time nothing for the last period that is over.'
        : null
  return (
    <div className="rounded-control bg-sunken px-3 py-2 wrap-anywhere">
      <p>
        Tells when the value of {watched} is {conditionWords(read, (value) => value.toLocaleString(locale))}: once when
        that begins and once when it ends.
      </p>
      {more !== null && <p className="mt-1 text-small text-muted">{more}</p>}
    </div>
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
