'use client'

import { CalendarClock, Pencil, Send, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { wordsOfPattern } from '@tidemark/shared/jobs/schedule-words'
import type { Subscription } from '@tidemark/shared/subscriptions/subscription'
import { failureText, type ApiAnswer } from '@/client/page/api-request'
import { AppLink } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useLoaded } from '@/client/page/use-loaded'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'
import { zoneLabel } from '@/ui/fields/time-zones'
import { toast } from '@/ui/popups/toaster'
import { StatusDot } from '@/ui/status-dot'
import { momentText } from '@/ui/text/moment-text'
import { nameOfMember, useMemberNames } from '../members/use-member-names'
import { SettingsPart } from '../page/settings-part'
import SubscriptionDialog from './subscription-dialog'
import type { SubscriptionDraft } from './subscription-form'
import { UndeliveredNote } from './undelivered-note'
import { deleteSubscription, fetchSubscriptions, sendSubscription } from './subscriptions-api'

/** How often the list is read while something is sent. */
const watchMs = 1_500

/** The dashboards and charts that the reader sends on a schedule; for admins those of everybody. */
export function SubscriptionsSection() {
  const { state, reload } = useLoaded(fetchSubscriptions)
  const [draft, setDraft] = useState<SubscriptionDraft | null>(null)
  const isBusy = state.kind === 'ready' && state.value.subscriptions.some(({ isSending }) => isSending)
  useEffect(() => {
    if (!isBusy) return
    const timer = setInterval(reload, watchMs)
    return () => clearInterval(timer)
  }, [isBusy, reload])
  const act = async (asked: ApiAnswer<unknown>, done: string) => {
    const answer = await asked
    if (answer.ok) toast(done)
    else toast('That was not possible', { tone: 'bad', description: failureText(answer.error) })
    reload()
  }
  return (
    <>
      <SettingsPart id="subscriptions" title="Subscriptions" state={state} onRetry={reload}>
        {({ subscriptions }) =>
          subscriptions.length === 0 ? (
            <EmptyState
              icon={CalendarClock}
              title="Nothing is sent yet"
              text="Share › Send on a schedule of a dashboard sends it by mail, with its picture and data."
            />
          ) : (
            <ul className="divide-y divide-line">
              {subscriptions.map((subscription) => (
                <SubscriptionRow
                  key={subscription.id}
                  subscription={subscription}
                  onEdit={() =>
                    setDraft({ id: subscription.id, name: subscription.title, choice: subscription.choice })
                  }
                  onSend={() => void act(sendSubscription(subscription.id), `“${subscription.title}” is being sent`)}
                  onDelete={() =>
                    void act(deleteSubscription(subscription.id), `“${subscription.title}” is no longer sent`)
                  }
                />
              ))}
            </ul>
          )
        }
      </SettingsPart>
      <SubscriptionDialog draft={draft} onClose={() => setDraft(null)} onSaved={reload} />
    </>
  )
}

interface SubscriptionRowProps {
  readonly subscription: Subscription
  readonly onEdit: () => void
  readonly onSend: () => void
  readonly onDelete: () => void
}

function SubscriptionRow({ subscription, onEdit, onSend, onDelete }: SubscriptionRowProps) {
  const { now, locale } = usePageEnvironment()
  const { userId } = useActor()
  const names = useMemberNames()
  const { title, choice, stopped, isPaused, nextAt, error, undelivered, leftCount, createdBy, isSending, last } =
    subscription
  const { target, search, schedule } = choice
  const page = `/${target.kind === 'dashboard' ? 'dashboards' : 'charts'}/${target.id}`
  const zone = zoneLabel(schedule.timeZone)
  const next =
    nextAt === null
      ? null
      : `${error === null || isSending ? 'next' : 'tried again'} ${momentText(nextAt, now, locale)}`
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="min-w-0">
        <AppLink
          href={search === '' ? page : `${page}?${search}`}
          className="font-medium wrap-anywhere hover:underline"
        >
          {title}
        </AppLink>
        <p className="mt-0.5 flex items-baseline gap-1.5 text-small text-muted">
          <StatusDot tone={stopped !== null || isPaused ? 'muted' : error === null ? 'good' : 'warn'} />
          <span>
            {stopped !== null
              ? `Stopped. ${stopped}`
              : [isPaused ? 'Paused' : `${wordsOfPattern(schedule.pattern)}, ${zone}`, next]
                  .filter(Boolean)
                  .join(' · ')}
          </span>
        </p>
        <p className="mt-0.5 text-small text-muted">
          {recipientsText(choice)}
          {leftCount > 0 && ` · ${leftCount} stopped it`}
          {createdBy !== userId && ` · made by ${nameOfMember(createdBy, userId, names)}`}
        </p>
        {last !== null && stopped === null && (
          <p className="mt-0.5 text-small text-muted">
            Last time, {momentText(last.at, now, locale)}: {last.note}
          </p>
        )}
        {error !== null && <p className="mt-0.5 text-small wrap-anywhere text-bad">{error}</p>}
        <UndeliveredNote undelivered={undelivered} />
      </div>
      <div className="flex flex-wrap gap-2">
        {stopped === null && !isPaused && (
          <Button
            size="sm"
            icon={Send}
            aria-label={isSending ? `Sending ${title}…` : `Send ${title} now`}
            disabled={isSending}
            onClick={onSend}
          >
            {isSending ? 'Sending…' : 'Send now'}
          </Button>
        )}
        {createdBy === userId && (
          <Button size="sm" icon={Pencil} aria-label={`Change ${title}`} onClick={onEdit}>
            Change
          </Button>
        )}
        <Button size="sm" icon={Trash2} aria-label={`Remove ${title}`} onClick={onDelete}>
          Remove
        </Button>
      </div>
    </li>
  )
}

/** Returns who gets it, such as `To 3 people and a webhook`. */
function recipientsText({ people, addresses, webhookId }: Subscription['choice']): string {
  const count = people.length + addresses.length
  const parts = [
    ...(count === 0 ? [] : [count === 1 ? '1 person' : `${count} people`]),
    ...(webhookId === null ? [] : ['a webhook']),
  ]
  return `To ${parts.join(' and ') || 'nobody'}`
}
