import type { Actor } from '@tidemark/shared/access/actor'
import type { FindSentTo } from '../jobs/deliveries/delivery-jobs'
import { sentToNow } from '../subscriptions/recipients'
import type { AlertParts } from './alert-parts'
import type { StoredAlert } from './alert-store'
import { findAlertTarget, seesWatched, type WatchedTarget } from './alert-target'
import { audienceRefusal } from './audience-refusal'

type Watcher =
  | { readonly mayWatch: true; readonly actor: Actor; readonly target: WatchedTarget }
  | { readonly mayWatch: false; readonly reason: string }

/** Finds who made an alert, with their rights of now, and what they watch, or why these no longer suffice. */
export async function findWatcher(
  { people, sync }: Pick<AlertParts, 'people' | 'sync'>,
  { orgId, createdBy, choice }: StoredAlert,
): Promise<Watcher> {
  const actor = await people.actorOf(orgId, createdBy)
  if (actor === null) return { mayWatch: false, reason: 'Who made it has left the workspace.' }
  const refusal = audienceRefusal(actor, choice)
  if (refusal !== null) return { mayWatch: false, reason: `The role of who made it has changed. ${refusal}` }
  const target = await findAlertTarget(sync, actor, choice.target)
  if (target !== undefined) return { mayWatch: true, actor, target }
  return { mayWatch: false, reason: `Who made it may no longer see this ${choice.target.kind}, or it was deleted.` }
}

/** Creates what finds whom an alert tells now. */
export function createFindAlerted(parts: Pick<AlertParts, 'alerts' | 'people' | 'sync'>): FindSentTo {
  const { alerts, people, sync } = parts
  return async (orgId, id) => {
    const found = await alerts.get(id)
    if (found === undefined || found.orgId !== orgId || found.stopped !== null) return undefined
    if (!(await findWatcher(parts, found)).mayWatch) return undefined
    return sentToNow(people, found, seesWatched(sync, found.choice.target))
  }
}
