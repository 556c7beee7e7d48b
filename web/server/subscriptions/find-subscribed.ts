import type { Actor } from '@tidemark/shared/access/actor'
import { isAllowed } from '@tidemark/shared/access/rules'
import type { FindSentTo } from '../jobs/deliveries/delivery-jobs'
import type { SyncService } from '../sync/sync-service'
import { outsideRefusal } from './must-be-sendable'
import type { People } from './people'
import { sentToNow } from './recipients'
import { findSentName, notSeen, seesTarget } from './sent-target'
import type { StoredSubscription, SubscriptionStore } from './subscription-store'

interface MakerParts {
  readonly people: People
  readonly sync: Pick<SyncService, 'readView'>
}

type Maker = { readonly maySend: true; readonly actor: Actor } | { readonly maySend: false; readonly reason: string }

/** Finds who made a subscription, with their rights of now, or why these no longer suffice. */
export async function findMaker(
  { people, sync }: MakerParts,
  { orgId, createdBy, choice }: StoredSubscription,
): Promise<Maker> {
  const actor = await people.actorOf(orgId, createdBy)
  if (actor === null) return { maySend: false, reason: 'Who made it has left the workspace.' }
  const refusal = isAllowed(actor, { do: 'edit-content' })
    ? outsideRefusal(actor.role, choice)
    : 'Only editors send on a schedule.'
  if (refusal !== null) return { maySend: false, reason: `The role of who made it has changed. ${refusal}` }
  if ((await findSentName(sync, actor, choice.target)) === undefined)
    return { maySend: false, reason: notSeen(choice.target) }
  return { maySend: true, actor }
}

/** Creates what finds whom a subscription sends to now. */
export function createFindSubscribed(
  parts: MakerParts & { readonly subscriptions: Pick<SubscriptionStore, 'get'> },
): FindSentTo {
  const { subscriptions, people, sync } = parts
  return async (orgId, id) => {
    const found = await subscriptions.get(id)
    if (found === undefined || found.orgId !== orgId || found.stopped !== null) return undefined
    if (!(await findMaker(parts, found)).maySend) return undefined
    return sentToNow(people, found, seesTarget(sync, found.choice.target))
  }
}
