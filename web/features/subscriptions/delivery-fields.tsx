'use client'

import { roleAtLeast } from '@tidemark/shared/access/roles'
import { nextTimes, scheduleSchema, type Schedule } from '@tidemark/shared/jobs/schedule'
import { patternOfWords, scheduleExamples } from '@tidemark/shared/jobs/schedule-words'
import { usePageEnvironment, useTeamSession } from '@/client/page/page-environment'
import { useLoaded } from '@/client/page/use-loaded'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Select } from '@/ui/fields/select'
import { useTimeZones, zoneLabel } from '@/ui/fields/time-zones'
import { TextField } from '@/ui/fields/text-field'
import { useMemberNames } from '../members/use-member-names'
import { fetchDestinations } from './subscriptions-api'

/** The choice of no webhook. */
export const nowhere = 'nowhere'

interface WhenFieldProps {
  readonly when: string
  readonly onChange: (when: string) => void
  /** null: the words are no schedule. */
  readonly schedule: Schedule | null
  readonly timeZone: string
  readonly onTimeZone: (timeZone: string) => void
}

/** The schedule in words, with suggestions, its zone, and when it comes next in that zone. */
export function WhenField({ when, onChange, schedule, timeZone, onTimeZone }: WhenFieldProps) {
  const { now, locale } = usePageEnvironment()
  const format = new Intl.DateTimeFormat(locale, {
    ...({ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const),
    timeZone,
  })
  const next = schedule === null ? [] : nextTimes(schedule, now, 3).map((time) => format.format(time))
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-1.5 max-sm:grid-cols-1">
      <TextField
        label="When"
        value={when}
        list="subscription-times"
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
        error={schedule === null ? 'Such as “Every weekday at 08:00” or “On the 1st at 09:30”.' : undefined}
      />
      <ZoneField timeZone={timeZone} onChange={onTimeZone} />
      {schedule !== null && (
        <p className="col-span-full text-small text-muted">
          {next.length === 0 ? 'Never.' : `Next: ${next.join(' · ')}`}
        </p>
      )}
      <datalist id="subscription-times">
        {scheduleExamples.map((example) => (
          <option key={example}>{example}</option>
        ))}
      </datalist>
    </div>
  )
}

/** The zone of a schedule; that of the workspace and that of this device come first. */
function ZoneField({ timeZone, onChange }: { readonly timeZone: string; readonly onChange: (zone: string) => void }) {
  const ofWorkspace = useView((view) => getWorkspace(view)?.timeZone ?? 'UTC', [])
  const ofDevice = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = useTimeZones([ofWorkspace, ofDevice, timeZone])
  const whose = (zone: string) => (zone === ofWorkspace ? ' (workspace)' : zone === ofDevice ? ' (this device)' : '')
  return (
    <Select
      label="Time zone"
      value={timeZone}
      options={zones.map((zone) => ({ value: zone, label: `${zoneLabel(zone)}${whose(zone)}` }))}
      onChange={onChange}
    />
  )
}

/** The members of the workspace, to choose from. */
export function PeopleField({ chosen }: { readonly chosen: readonly string[] }) {
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

interface AddressesFieldProps {
  readonly addresses: readonly string[]
  /** The error of who gets it, shown in its place also where there is no field. */
  readonly error: string | undefined
}

/** The addresses of people outside of the workspace, for admins. */
export function AddressesField({ addresses, error }: AddressesFieldProps) {
  const isAdmin = roleAtLeast(useActor().role, 'admin')
  if (!isAdmin) {
    return error === undefined ? null : (
      <p role="alert" className="text-bad">
        {error}
      </p>
    )
  }
  return (
    <TextField
      name="addresses"
      label="To other addresses"
      hint="Separated by commas. They see what you see, without an account."
      autoComplete="off"
      defaultValue={addresses.join(', ')}
      error={error}
    />
  )
}

interface WebhookFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (id: string) => void
}

/** The webhooks that admins have set up. Where there are none, admins read where to add one. */
export function WebhookField({ label, value, onChange }: WebhookFieldProps) {
  const { state } = useLoaded(fetchDestinations)
  const isAdmin = roleAtLeast(useActor().role, 'admin')
  const webhooks = state.kind === 'ready' ? state.value.webhooks : []
  if (webhooks.length === 0 && value === nowhere) {
    if (state.kind !== 'ready' || !isAdmin) return null
    return <p className="text-small text-muted">It can also go to a webhook. Add one under Settings › Jobs first.</p>
  }
  return (
    <Select
      label={label}
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

/** A choice that is on or off, read from its form. */
export function Checkbox({ name, value, label, isOn }: CheckboxProps) {
  return (
    <label className="flex items-center gap-2.5 py-1 touch:min-h-11">
      <input type="checkbox" name={name} value={value} defaultChecked={isOn} className="size-4" />
      <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
    </label>
  )
}

/** Returns the schedule of words in a zone; null for words that are none. */
export function scheduleOf(when: string, timeZone: string): Schedule | null {
  return scheduleSchema.safeParse({ pattern: patternOfWords(when) ?? '', timeZone }).data ?? null
}

/** Returns the addresses of a field, which commas, semicolons or spaces separate. */
export function addressesIn(field: FormDataEntryValue | null): readonly string[] {
  return textOf(field)
    .split(/[\s,;]+/)
    .filter((address) => address !== '')
}

/** Returns the text of a field of a form; empty if there is none. */
export function textOf(field: FormDataEntryValue | null): string {
  return typeof field === 'string' ? field : ''
}
