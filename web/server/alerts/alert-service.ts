import type { Actor } from '@tidemark/shared/access/actor'
import { roleAtLeast } from '@tidemark/shared/access/roles'
import { requirePermission } from '@tidemark/shared/access/rules'
import type { Alert, AlertCheck, AlertChoice, AlertList } from '@tidemark/shared/alerts/alert'
import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Schedule } from '@tidemark/shared/jobs/schedule'
import { mustBeSendable } from '../subscriptions/must-be-sendable'
import {
  hasLeft,
  mayReadEnded,
  mustAllSee,
  mustNotHaveLeft,
  recipientOfToken,
  recipientsOf,
  withoutLeft,
  type Recipient,
} from '../subscriptions/recipients'
import { undeliveredMs, type EndedByLink } from '../subscriptions/subscription-service'
import { audienceRefusal } from './audience-refusal'
import { findAlertTarget, seesWatched } from './alert-target'
import { stateAfterChange } from './check-alert'
import type { AlertParts } from './alert-parts'
import type { StoredAlert } from './alert-store'

/** Alerts on charts and metrics. Each call fails with `not-found` for an alert that is not one’s own, except for admins. */
export interface AlertService {
  /** Lists one’s own; for admins all. */
  list(actor: Actor): Promise<AlertList>
  /**
   * Fails with `not-found` if the actor does not see the target, with `forbidden` if they may not send where it is to be
   * told, and with `invalid-request`.
   */
  create(actor: Actor, choice: AlertChoice): Promise<Alert>
  /** Only its maker changes it, since it is checked with their rights. */
  change(actor: Actor, id: string, choice: AlertChoice): Promise<Alert>
  delete(actor: Actor, id: string): Promise<Alert>
  /** until: Unix milliseconds; null ends it. */
  snooze(actor: Actor, id: string, until: number | null): Promise<Alert>
  /** Checks it now. Fails with `job-busy`. */
  check(actor: Actor, id: string): Promise<void>
  listChecks(actor: Actor, id: string): Promise<readonly AlertCheck[]>
  /**
   * Returns what a link ends, such as `the alert on “Sales”`, or `them` for who may not see it; undefined if it is no
   * link of any alert.
   */
  look(id: string, token: string): Promise<EndedByLink | undefined>
  /** Returns false for such a link. */
  unsubscribe(id: string, token: string): Promise<boolean>
}

const maxOfPerson = 100

export function createAlertService(
  parts: Pick<AlertParts, 'alerts' | 'queue' | 'sync' | 'webhooks' | 'people' | 'record' | 'hasMail' | 'clock'>,
): AlertService {
  const { alerts, queue, sync, people, record, hasMail, clock } = parts

  const mustBeAllowed = async (actor: Actor, choice: AlertChoice): Promise<void> => {
    requirePermission(actor, { do: 'read-content' })
    const refusal = audienceRefusal(actor, choice)
    if (refusal !== null) throw new TidemarkError('forbidden', { detail: refusal })
    await mustBeSendable(actor, choice, parts)
  }

  const mustName = async (actor: Actor, { target, people: chosen }: AlertChoice): Promise<string> => {
    const found = await findAlertTarget(sync, actor, target)
    if (found === undefined) throw new TidemarkError('not-found')
    await mustAllSee(people, actor.orgId, chosen, seesWatched(sync, target))
    return found.name
  }

  const plan = async ({ orgId, userId: createdBy }: Actor, id: string, name: string, choice: AlertChoice) => {
    const schedule = scheduleOf(choice)
    await queue.putScheduled({
      ...{ id, orgId, kind: 'alert', title: `Alert on ${name}`, payload: {}, schedule, createdBy },
    })
  }

  const mustGet = async (actor: Actor, id: string): Promise<StoredAlert> => {
    requirePermission(actor, { do: 'read-content' })
    const found = await alerts.get(id)
    if (found === undefined || !isShownTo(actor, found)) throw new TidemarkError('not-found')
    return found
  }

  const toAnswers = async (orgId: string, stored: readonly StoredAlert[]): Promise<readonly Alert[]> => {
    const ids = stored.map(({ id }) => id)
    const lastChecks = await alerts.lastChecks(ids)
    const jobs = await queue.getSome(orgId, ids)
    const undelivered = await queue.listUndelivered(orgId, ids, clock() - undeliveredMs)
    return stored.map((alert) => {
      const { id, name, state, stopped, snoozedUntil, createdBy, createdAt, left } = alert
      const job = jobs.get(id)
      return {
        ...{ id, title: name, choice: withoutLeft(alert), leftCount: left.size },
        ...{ stopped, snoozedUntil, createdBy, createdAt },
        firing: Object.entries(state.groups).flatMap(([group, { since, text }]) =>
          since === null ? [] : [{ group, text, since }],
        ),
        lastCheck: lastChecks.get(id) ?? null,
        isPaused: job?.isPaused ?? false,
        nextAt: stopped === null ? (job?.nextAt ?? null) : null,
        undelivered: undelivered.get(id) ?? null,
      }
    })
  }
  const answerOf = async (actor: Actor, id: string): Promise<Alert> => {
    const [answer] = await toAnswers(actor.orgId, [await mustGet(actor, id)])
    if (answer === undefined) throw new TidemarkError('not-found')
    return answer
  }

  const findLink = async (id: string, token: string) => {
    const alert = await alerts.get(id)
    if (alert === undefined || alert.secret === null) return undefined
    const recipient = recipientOfToken(alert.choice, alert.secret, token)
    return recipient === undefined ? undefined : { alert, recipient }
  }

  const remove = async (alert: StoredAlert, recipient: Recipient): Promise<void> => {
    await alerts.setLeft(alert, recipient, true)
    // Others may have left, or a check may have ended, at the same moment.
    let now = await alerts.get(alert.id)
    while (now !== undefined && now.stopped === null && tellsNobody(now)) {
      const reason = 'Nobody wants it any more.'
      if (await alerts.stop(now, reason)) {
        await record(now.orgId, 'alert-stopped', now.id, { name: now.name, reason })
        await queue.setPaused(now.orgId, now.id, true)
      }
      now = await alerts.get(alert.id)
    }
  }

  return {
    list: async (actor) => {
      requirePermission(actor, { do: 'read-content' })
      const madeBy = roleAtLeast(actor.role, 'admin') ? undefined : actor.userId
      const seen = await alerts.list(actor.orgId, madeBy)
      return { alerts: [...(await toAnswers(actor.orgId, seen))], hasMail }
    },
    create: async (actor, choice) => {
      const { orgId, userId: createdBy } = actor
      await mustBeAllowed(actor, choice)
      const name = await mustName(actor, choice)
      if ((await alerts.countOf(orgId, createdBy)) >= maxOfPerson)
        throw new TidemarkError('invalid-request', { detail: `A person has at most ${maxOfPerson} alerts.` })
      const id = newId()
      await alerts.add({ id, orgId, name, choice, createdBy })
      await plan(actor, id, name, choice)
      return await answerOf(actor, id)
    },
    change: async (actor, id, choice) => {
      const before = await mustGet(actor, id)
      if (before.createdBy !== actor.userId)
        throw new TidemarkError('forbidden', { detail: 'Only who made it changes it.' })
      await mustBeAllowed(actor, choice)
      await mustNotHaveLeft(actor, before, choice, people)
      const name = await mustName(actor, choice)
      if (choice.people.includes(actor.userId))
        await alerts.setLeft(before, { kind: 'person', userId: actor.userId }, false)
      await alerts.setChoice(id, name, choice, stateAfterChange(before, choice))
      await plan(actor, id, name, choice)
      // An admin may have paused what had not stopped.
      if (before.stopped !== null) await queue.setPaused(actor.orgId, id, false)
      return await answerOf(actor, id)
    },
    delete: async (actor, id) => {
      const answer = await answerOf(actor, id)
      await alerts.delete(id)
      await queue.delete(actor.orgId, id)
      return answer
    },
    snooze: async (actor, id, until) => {
      await mustGet(actor, id)
      await alerts.snooze(id, until)
      return await answerOf(actor, id)
    },
    check: async (actor, id) => {
      await mustGet(actor, id)
      if (!(await queue.runNow(actor.orgId, id))) throw new TidemarkError('job-busy')
    },
    listChecks: async (actor, id) => {
      await mustGet(actor, id)
      return await alerts.listChecks(id)
    },
    look: async (id, token) => {
      const found = await findLink(id, token)
      if (found === undefined) return undefined
      const { alert, recipient } = found
      const mayRead = await mayReadEnded(people, alert, recipient, seesWatched(sync, alert.choice.target))
      return { what: mayRead ? `the alert on “${alert.name}”` : 'them', hasLeft: hasLeft(alert, recipient) }
    },
    unsubscribe: async (id, token) => {
      const found = await findLink(id, token)
      if (found !== undefined) await remove(found.alert, found.recipient)
      return found !== undefined
    },
  }
}

function isShownTo({ orgId, userId, role }: Actor, alert: StoredAlert): boolean {
  return alert.orgId === orgId && (alert.createdBy === userId || roleAtLeast(role, 'admin'))
}

function tellsNobody({ choice, left }: StoredAlert): boolean {
  return choice.webhookId === null && choice.isNotified !== true && recipientsOf({ choice, left }).length === 0
}

/** Data is looked at every five minutes. */
function scheduleOf({ when }: AlertChoice): Schedule {
  return when.kind === 'schedule' ? when.schedule : { pattern: '*/5 * * * *', timeZone: when.timeZone }
}
