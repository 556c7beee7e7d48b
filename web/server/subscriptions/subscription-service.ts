import type { Actor } from '@tidemark/shared/access/actor'
import { roleAtLeast } from '@tidemark/shared/access/roles'
import { requirePermission } from '@tidemark/shared/access/rules'
import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { nextTime } from '@tidemark/shared/jobs/schedule'
import type { Subscription, SubscriptionChoice, SubscriptionList } from '@tidemark/shared/subscriptions/subscription'
import type { WebhookService } from '../jobs/deliveries/webhook-service'
import type { JobQueue } from '../jobs/job-queue'
import type { SyncService } from '../sync/sync-service'
import { mustBeSendable } from './must-be-sendable'
import type { People } from './people'
import type { RecordUnasked } from './record-unasked'
import {
  hasLeft,
  mayReadEnded,
  mustAllSee,
  mustNotHaveLeft,
  recipientOfToken,
  recipientsOf,
  withoutLeft,
  type Recipient,
} from './recipients'
import { findSentName, seesTarget } from './sent-target'
import type { StoredSubscription, SubscriptionStore } from './subscription-store'

/** Mails that a link ends. what: in words that follow “get”; `them` for who may not see what they are of. */
export interface EndedByLink {
  readonly what: string
  readonly hasLeft: boolean
}

/** Dashboards and charts that are sent on a schedule. Each call fails with `forbidden` below editors. */
export interface SubscriptionService {
  /** Lists one’s own; for admins all. */
  list(actor: Actor): Promise<SubscriptionList>
  /** Fails with `not-found` if the actor does not see the target, and with `invalid-request` for people who are no members. */
  create(actor: Actor, choice: SubscriptionChoice): Promise<Subscription>
  /** Only its maker changes it, since it is sent with their rights. */
  change(actor: Actor, id: string, choice: SubscriptionChoice): Promise<Subscription>
  delete(actor: Actor, id: string): Promise<Subscription>
  /** Sends it now. Fails with `job-busy`. */
  send(actor: Actor, id: string): Promise<void>
  /** Returns what a link ends, such as `“Sales”`, and whether it has; undefined if it is no link of anything sent. */
  look(id: string, token: string): Promise<EndedByLink | undefined>
  /** Returns false for such a link. */
  unsubscribe(id: string, token: string): Promise<boolean>
}

interface SubscriptionServiceOptions {
  readonly subscriptions: SubscriptionStore
  readonly queue: JobQueue
  readonly sync: Pick<SyncService, 'readView'>
  readonly webhooks: Pick<WebhookService, 'mustGet'>
  readonly people: People
  readonly record: RecordUnasked
  readonly hasMail: boolean
  /** Unix milliseconds. */
  readonly clock: () => number
}

/** A message that could not be delivered is told for so long. */
export const undeliveredMs = 7 * 24 * 3600_000

export function createSubscriptionService(options: SubscriptionServiceOptions): SubscriptionService {
  const { subscriptions, queue, sync, people, record, hasMail, clock } = options

  const mustName = async (actor: Actor, choice: SubscriptionChoice): Promise<string> => {
    const name = await findSentName(sync, actor, choice.target)
    if (name === undefined) throw new TidemarkError('not-found')
    await mustAllSee(people, actor.orgId, choice.people, seesTarget(sync, choice.target))
    return name
  }

  const mustBeAllowed = async (actor: Actor, choice: SubscriptionChoice): Promise<void> => {
    requirePermission(actor, { do: 'edit-content' })
    await mustBeSendable(actor, choice, options)
  }

  const plan = async (
    { orgId, userId: createdBy }: Actor,
    id: string,
    title: string,
    { schedule }: SubscriptionChoice,
  ) => {
    await queue.putScheduled({ id, orgId, kind: 'subscription', title, payload: {}, schedule, createdBy })
  }

  const mustGet = async (actor: Actor, id: string): Promise<StoredSubscription> => {
    requirePermission(actor, { do: 'edit-content' })
    const found = await subscriptions.get(id)
    const isTheirs = found?.createdBy === actor.userId || roleAtLeast(actor.role, 'admin')
    if (found === undefined || found.orgId !== actor.orgId || !isTheirs) throw new TidemarkError('not-found')
    return found
  }

  const toAnswers = async (orgId: string, stored: readonly StoredSubscription[]): Promise<readonly Subscription[]> => {
    const ids = stored.map(({ id }) => id)
    const jobs = await queue.getSome(orgId, ids)
    const undelivered = await queue.listUndelivered(orgId, ids, clock() - undeliveredMs)
    return stored.map((subscription) => {
      const { id, stopped, createdBy, createdAt, left } = subscription
      const job = jobs.get(id)
      const now = clock()
      const isSending = job?.state === 'running' || (job?.nextAt ?? Infinity) <= now
      const nextAt = isSending && job?.isPaused === false ? nextTime(subscription.choice.schedule, now) : job?.nextAt
      const run = job?.lastRun
      return {
        ...{ id, stopped, createdBy, createdAt, leftCount: left.size },
        choice: withoutLeft(subscription),
        title: job?.title ?? 'No longer sent',
        isPaused: job?.isPaused ?? false,
        nextAt: stopped === null ? (nextAt ?? null) : null,
        isSending,
        last: run?.outcome === 'succeeded' && run.note !== null ? { at: run.endedAt, note: run.note } : null,
        error: job?.error ?? null,
        undelivered: undelivered.get(id) ?? null,
      }
    })
  }
  const answerOf = async (actor: Actor, id: string): Promise<Subscription> => {
    const [answer] = await toAnswers(actor.orgId, [await mustGet(actor, id)])
    if (answer === undefined) throw new TidemarkError('not-found')
    return answer
  }

  const findLink = async (id: string, token: string) => {
    const stored = await subscriptions.get(id)
    const recipient = stored && recipientOfToken(stored.choice, stored.secret, token)
    return stored === undefined || recipient === undefined ? undefined : { stored, recipient }
  }

  const remove = async ({ id, orgId, ...stored }: StoredSubscription, recipient: Recipient) => {
    await subscriptions.setLeft({ id, orgId, ...stored }, recipient, true)
    // Others may have left at the same moment.
    const now = await subscriptions.get(id)
    if (now === undefined || recipientsOf(now).length > 0 || now.choice.webhookId !== null) return
    const reason = 'Nobody wants it any more.'
    if (!(await subscriptions.stop(id, reason))) return
    const name = (await queue.get(orgId, id))?.title ?? ''
    await record(orgId, 'subscription-stopped', id, { name, reason })
    await queue.setPaused(orgId, id, true)
  }

  return {
    list: async (actor) => {
      requirePermission(actor, { do: 'edit-content' })
      const madeBy = roleAtLeast(actor.role, 'admin') ? undefined : actor.userId
      const seen = await subscriptions.list(actor.orgId, madeBy)
      return { subscriptions: [...(await toAnswers(actor.orgId, seen))], hasMail }
    },
    create: async (actor, choice) => {
      await mustBeAllowed(actor, choice)
      const id = newId()
      const { orgId, userId: createdBy } = actor
      const title = await mustName(actor, choice)
      await subscriptions.add({ id, orgId, choice, createdBy })
      await plan(actor, id, title, choice)
      return await answerOf(actor, id)
    },
    change: async (actor, id, choice) => {
      const stored = await mustGet(actor, id)
      if (stored.createdBy !== actor.userId)
        throw new TidemarkError('forbidden', { detail: 'Only who made it changes it.' })
      await mustBeAllowed(actor, choice)
      await mustNotHaveLeft(actor, stored, choice, people)
      const title = await mustName(actor, choice)
      await subscriptions.setChoice(id, choice)
      if (choice.people.includes(actor.userId))
        await subscriptions.setLeft(stored, { kind: 'person', userId: actor.userId }, false)
      await plan(actor, id, title, choice)
      // An admin may have paused what had not stopped.
      if (stored.stopped !== null) await queue.setPaused(actor.orgId, id, false)
      return await answerOf(actor, id)
    },
    delete: async (actor, id) => {
      const answer = await answerOf(actor, id)
      await subscriptions.delete(id)
      await queue.delete(actor.orgId, id)
      return answer
    },
    send: async (actor, id) => {
      await mustGet(actor, id)
      if (!(await queue.runNow(actor.orgId, id))) throw new TidemarkError('job-busy')
    },
    look: async (id, token) => {
      const found = await findLink(id, token)
      if (found === undefined) return undefined
      const { stored, recipient } = found
      const mayRead = await mayReadEnded(people, stored, recipient, seesTarget(sync, stored.choice.target))
      const title = mayRead ? (await queue.get(stored.orgId, id))?.title : undefined
      return { what: title === undefined ? 'them' : `“${title}”`, hasLeft: hasLeft(stored, recipient) }
    },
    unsubscribe: async (id, token) => {
      const found = await findLink(id, token)
      if (found !== undefined) await remove(found.stored, found.recipient)
      return found !== undefined
    },
  }
}
