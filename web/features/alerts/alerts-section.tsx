'use client'

import { Bell, BellOff, BellRing, History, Pencil, RotateCw, Trash2 } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import type { Alert } from '@tidemark/shared/alerts/alert'
import { conditionWords } from '@tidemark/shared/alerts/alert-words'
import { wordsOfPattern } from '@tidemark/shared/jobs/schedule-words'
import { failureText, type ApiAnswer } from '@/client/page/api-request'
import { AppLink } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useLoaded } from '@/client/page/use-loaded'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import { zoneLabel } from '@/ui/fields/time-zones'
import { Menu, MenuItem } from '@/ui/popups/menu'
import { toast } from '@/ui/popups/toaster'
import { StatusDot } from '@/ui/status-dot'
import { momentText } from '@/ui/text/moment-text'
import { nameOfMember, useMemberNames } from '../members/use-member-names'
import { reportProblem } from '../messages/report-problem'
import { SettingsPart } from '../page/settings-part'
import { UndeliveredNote } from '../subscriptions/undelivered-note'
import { AlertChecksDialog, checkTone } from './alert-checks-dialog'
import AlertDialog from './alert-dialog'
import { useWatched, type AlertDraft } from './alert-draft'
import { areNoticesOn, onNoticesChanged, setNotices } from './notice-choice'
import { checkAlert, deleteAlert, fetchAlerts, snoozeAlert } from './alerts-api'

/** The alerts that the reader has set; for admins those of everybody. */
export function AlertsSection() {
  const { state, reload } = useLoaded(fetchAlerts)
  const [draft, setDraft] = useState<AlertDraft | null>(null)
  const [shownId, setShownId] = useState<string | null>(null)
  const act = async (asked: ApiAnswer<unknown>, done: string) => {
    const answer = await asked
    if (answer.ok) toast(done)
    else toast('That was not possible', { tone: 'bad', description: failureText(answer.error) })
    reload()
  }
  const all = state.kind === 'ready' ? state.value.alerts : []
  return (
    <>
      <SettingsPart id="alerts" title="Alerts" state={state} onRetry={reload} action={<NoticesButton />}>
        {({ alerts }) =>
          alerts.length === 0 ? (
            <EmptyState
              icon={Bell}
              title="Nothing is watched yet"
              text="Alert… in the menu of a chart or metric tells you when its value is over or under a limit, changes, is missing or unusual."
            />
          ) : (
            <ul className="divide-y divide-line">
              {alerts.map((alert) => (
                <AlertRow
                  key={alert.id}
                  alert={alert}
                  act={(asked, done) => void act(asked, done)}
                  onEdit={setDraft}
                  onShowChecks={() => setShownId(alert.id)}
                />
              ))}
            </ul>
          )
        }
      </SettingsPart>
      <AlertDialog draft={draft} onClose={() => setDraft(null)} onSaved={reload} />
      <AlertChecksDialog alert={all.find(({ id }) => id === shownId) ?? null} onClose={() => setShownId(null)} />
    </>
  )
}

/** The choice whether one’s alerts are shown in this browser. The desktop app always shows them. */
function NoticesButton() {
  const { isDesktopApp } = usePageEnvironment()
  const isOn = useSyncExternalStore(onNoticesChanged, areNoticesOn, () => false)
  if (isDesktopApp) return null
  return (
    <Button size="sm" icon={isOn ? BellOff : BellRing} onClick={() => void setNotices(!isOn).catch(reportProblem)}>
      {isOn ? 'Stop showing them in this browser' : 'Show them in this browser'}
    </Button>
  )
}

interface AlertRowProps {
  readonly alert: Alert
  /** Does what was asked and says what came of it. */
  readonly act: (asked: ApiAnswer<unknown>, done: string) => void
  readonly onEdit: (draft: AlertDraft) => void
  readonly onShowChecks: () => void
}

const hourMs = 3600_000
const snoozes = [
  { label: 'For an hour', ms: hourMs },
  { label: 'For a day', ms: 24 * hourMs },
  { label: 'For a week', ms: 7 * 24 * hourMs },
] as const

function AlertRow({ alert, act, onEdit, onShowChecks }: AlertRowProps) {
  const { now, locale } = usePageEnvironment()
  const { userId } = useActor()
  const names = useMemberNames()
  const { id, title, choice, createdBy, stopped, isPaused, lastCheck, snoozedUntil, undelivered, leftCount } = alert
  const { target } = choice
  const { measures } = useWatched(target)
  const measure = choice.column ?? measures[0]
  const isSnoozed = snoozedUntil !== null && snoozedUntil > now
  const isActive = stopped === null && !isPaused
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <AppLink
            href={`/${target.kind === 'chart' ? 'charts' : 'metrics'}/${target.id}`}
            className="font-medium hover:underline"
          >
            {title}
          </AppLink>{' '}
          is {conditionWords(choice.condition, (value) => value.toLocaleString(locale))}
        </p>
        <p className="mt-0.5 flex items-baseline gap-1.5 text-small text-muted">
          <StatusDot tone={isActive && lastCheck !== null ? checkTone(lastCheck) : 'muted'} />
          <span className="wrap-anywhere">{stateWords(alert)}</span>
        </p>
        <p className="mt-0.5 text-small text-muted">
          {timesWords(alert, (at) => momentText(at, now, locale))}
          {isSnoozed && ` · snoozed until ${momentText(snoozedUntil, now, locale)}`}
          {createdBy !== userId && ` · made by ${nameOfMember(createdBy, userId, names)}`}
        </p>
        <p className="mt-0.5 text-small wrap-anywhere text-muted">
          {measure !== undefined && `Measure: ${measure} · `}
          {toldWords(choice, (person) => nameOfMember(person, userId, names))}
          {leftCount > 0 && ` · ${leftCount} stopped its mails`}
        </p>
        {lastCheck?.outcome === 'failed' && (
          <p className="mt-0.5 text-small wrap-anywhere text-bad">{lastCheck.note}</p>
        )}
        <UndeliveredNote undelivered={undelivered} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={History}
          aria-label={`Checks of ${title}`}
          disabled={lastCheck === null}
          onClick={onShowChecks}
        >
          Checks
        </Button>
        {isActive && (
          <Button
            size="sm"
            icon={RotateCw}
            aria-label={`Check ${title} now`}
            onClick={() => act(checkAlert(id), `“${title}” is being checked`)}
          >
            Check now
          </Button>
        )}
        {isActive && isSnoozed && (
          <Button
            size="sm"
            icon={BellRing}
            aria-label={`End the snooze of ${title}`}
            onClick={() => act(snoozeAlert(id, null), `“${title}” tells again`)}
          >
            End snooze
          </Button>
        )}
        {isActive && !isSnoozed && (
          <Menu
            label={`Snooze ${title}`}
            align="end"
            trigger={
              <Button size="sm" icon={BellOff} aria-label={`Snooze ${title}`}>
                Snooze
              </Button>
            }
          >
            {snoozes.map(({ label, ms }) => (
              <MenuItem key={label} onSelect={() => act(snoozeAlert(id, now + ms), `“${title}” is snoozed`)}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        )}
        {createdBy === userId && (
          <Button
            size="sm"
            icon={Pencil}
            aria-label={`Change the alert on ${title}`}
            onClick={() => onEdit({ id, name: title, choice })}
          >
            Change
          </Button>
        )}
        <Button
          size="sm"
          icon={Trash2}
          aria-label={`Remove the alert on ${title}`}
          onClick={() => act(deleteAlert(id), `“${title}” is no longer watched`)}
        >
          Remove
        </Button>
      </div>
    </li>
  )
}

const mostNamed = 3

function stateWords({ stopped, isPaused, firing, lastCheck }: Alert): string {
  if (stopped !== null) return `Stopped. ${stopped}`
  if (isPaused) return 'Paused by an admin'
  if (lastCheck === null) return 'Not checked yet'
  if (firing.length > 0) {
    const named = firing.slice(0, mostNamed).map(({ group, text }) => (group === '' ? text : `${group}: ${text}`))
    const more = firing.length - mostNamed
    return `Fires: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  }
  if (lastCheck.outcome === 'failed') return 'Could not be checked'
  const [only] = lastCheck.values
  const value = lastCheck.values.length === 1 && only !== undefined ? `: ${only.text}` : ''
  return lastCheck.outcome === 'unknown' ? `Nothing to judge yet${value}` : `All is clear${value}`
}

/** Says who is told by an alert, such as `Tells: You, carl@example.org, a webhook`. */
function toldWords({ people, addresses, webhookId }: Alert['choice'], nameOf: (userId: string) => string): string {
  const told = [...people.map(nameOf), ...addresses, ...(webhookId === null ? [] : ['a webhook'])]
  if (told.length === 0) return 'Tells nobody by mail'
  const more = told.length - mostNamed
  return `Tells: ${told.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function timesWords({ choice: { when }, lastCheck, nextAt }: Alert, write: (at: number) => string): string {
  const parts = [
    when.kind === 'data'
      ? 'When its data changes'
      : `${wordsOfPattern(when.schedule.pattern)}, ${zoneLabel(when.schedule.timeZone)}`,
    ...(lastCheck === null ? [] : [`last ${write(lastCheck.at)}`]),
    ...(nextAt === null ? [] : [`next ${write(nextAt)}`]),
  ]
  return parts.join(' · ')
}
