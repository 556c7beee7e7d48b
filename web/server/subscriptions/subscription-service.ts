import type { Actor } from '@tidemark/shared/access/actor'
import { roleAtLeast } from '@tidemark/shared/access/roles'
import { requirePermission } from '@tidemark/shared/access/rules'
import { newId } from '@tidemark/shared/base/ids'
import { chartIdSchema, chartPrefix } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { dashboardIdSchema, dashboardPrefix } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Subscription, SubscriptionChoice, SubscriptionList } from '@tidemark/shared/subscriptions/subscription'
import type { WebhookService } from '../jobs/deliveries/webhook-service'
import type { JobQueue } from '../jobs/job-queue'
import type { SyncService } from '../sync/sync-service'
import { mustBeSendable } from './must-be-sendable'
import type { People } from './people'
import type { RecordUnasked } from './record-unasked'
import {
  recipientOfToken,
  recipientsOf,
  withoutRecipient,
  type Recipient,
  type StoredSubscription,
  type SubscriptionStore,
} from './subscription-store'

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
  /** Returns who a link is for; undefined if it is no link of ours, or they have left already. */
  look(id: string, token: string): Promise<{ readonly title: string } | undefined>
  unsubscribe(id: string, token: string): Promise<void>
}

interface SubscriptionServiceOptions {
  readonly subscriptions: SubscriptionStore
  readonly queue: JobQueue
  readonly sync: Pick<SyncService, 'readView'>
  readonly webhooks: Pick<WebhookService, 'mustGet'>
  readonly people: People
  readonly record: RecordUnasked
  readonly hasMail: boolean
}

export function createSubscriptionService(options: SubscriptionServiceOptions): SubscriptionService {
  const { subscriptions, queue, sync, record, hasMail } = options

  const nameOf = async (actor: Actor, { kind, id }: SubscriptionChoice['target']): Promise<string> => {
    const { view } = await sync.readView(actor, [kind === 'chart' ? chartPrefix : dashboardPrefix])
    const found =
      kind === 'chart' ? getChart(view, chartIdSchema.parse(id)) : getDashboard(view, dashboardIdSchema.parse(id))
    if (found === undefined || found.deletedAt !== null) throw new TidemarkError('not-found')
    return found.name
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

  const toAnswer = async (stored: StoredSubscription): Promise<Subscription> => {
    const { id, orgId, choice, stopped, createdBy, createdAt } = stored
    const job = await queue.get(orgId, id)
    return {
      ...{ id, choice, stopped, createdBy, createdAt },
      title: job?.title ?? 'No longer sent',
      isPaused: job?.isPaused ?? false,
      nextAt: stopped === null ? (job?.nextAt ?? null) : null,
      error: job?.error ?? null,
    }
  }

  const findLink = async (id: string, token: string) => {
    const stored = await subscriptions.get(id)
    const recipient = stored && recipientOfToken(stored, token)
    return stored === undefined || recipient === undefined ? undefined : { stored, recipient }
  }

  const remove = async (stored: StoredSubscription, recipient: Recipient) => {
    const choice = withoutRecipient(stored.choice, recipient)
    await subscriptions.setChoice(stored.id, choice)
    if (recipientsOf(choice).length > 0 || choice.webhookId !== null) return
    const reason = 'Nobody wants it any more.'
    await subscriptions.stop(stored.id, reason)
    const name = (await queue.get(stored.orgId, stored.id))?.title ?? ''
    await record(stored.orgId, 'subscription-stopped', stored.id, { name, reason })
    await queue.setPaused(stored.orgId, stored.id, true)
  }

  return {
    list: async (actor) => {
      requirePermission(actor, { do: 'edit-content' })
      const all = await subscriptions.list(actor.orgId)
      const seen = all.filter(({ createdBy }) => createdBy === actor.userId || roleAtLeast(actor.role, 'admin'))
      return { subscriptions: await Promise.all(seen.map(toAnswer)), hasMail }
    },
    create: async (actor, choice) => {
      await mustBeAllowed(actor, choice)
      const id = newId()
      const { orgId, userId: createdBy } = actor
      const title = await nameOf(actor, choice.target)
      await subscriptions.add({ id, orgId, choice, createdBy })
      await plan(actor, id, title, choice)
      return await toAnswer(await mustGet(actor, id))
    },
    change: async (actor, id, choice) => {
      const { createdBy } = await mustGet(actor, id)
      if (createdBy !== actor.userId) throw new TidemarkError('forbidden', { detail: 'Only who made it changes it.' })
      await mustBeAllowed(actor, choice)
      const title = await nameOf(actor, choice.target)
      await subscriptions.setChoice(id, choice)
      await plan(actor, id, title, choice)
      await queue.setPaused(actor.orgId, id, false)
      return await toAnswer(await mustGet(actor, id))
    },
    delete: async (actor, id) => {
      const answer = await toAnswer(await mustGet(actor, id))
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
      return found && { title: (await queue.get(found.stored.orgId, id))?.title ?? '' }
    },
    unsubscribe: async (id, token) => {
      const found = await findLink(id, token)
      if (found !== undefined) await remove(found.stored, found.recipient)
    },
  }
}
