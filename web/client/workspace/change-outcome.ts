import { listMutationErrors } from '@tidemark/shared/sync/mutation-errors'
import type { MutationError } from '@tidemark/shared/sync/protocol'
import { reasonOf, wasMadeBy } from '../unsent/change-words'
import type { SyncClient } from '../sync/sync-client'
import { whenAnswered, whenSynced } from './when-answered'

type OutcomeKind = 'taken' | 'waits' | 'refused'

/** The titles of a change by its outcome. waits: it is seen in this browser alone. */
export type OutcomeTitles = Readonly<Record<OutcomeKind, string>>

export interface ChangeOutcome {
  readonly kind: OutcomeKind
  readonly title: string
  readonly description?: string
}

type AskedClient = Pick<SyncClient, 'getState' | 'subscribe' | 'views'>

/**
 * Says how a change went, once that is known: it is seen at once, but is so for everybody only when the server has taken it.
 * actionIds: of the steps that it was made in, which are made already.
 */
export async function changeOutcome(
  client: AskedClient,
  titles: OutcomeTitles,
  actionIds: readonly string[],
): Promise<ChangeOutcome> {
  const answer = await whenAnswered(client)
  const refused = findRefusal(client, actionIds)
  if (refused !== undefined) return { kind: 'refused', title: titles.refused, description: reasonOf(refused.error) }
  if (answer === 'answered') return { kind: 'taken', title: titles.taken }
  return { kind: 'waits', title: titles.waits, description: 'Others see it once it can be sent.' }
}

/** True if the server takes a step: known once it has answered, however long that takes. */
export async function isTaken(client: AskedClient, actionId: string): Promise<boolean> {
  await whenSynced(client)
  return findRefusal(client, [actionId]) === undefined
}

function findRefusal({ views }: AskedClient, actionIds: readonly string[]): MutationError | undefined {
  return listMutationErrors(views.getState().view).find((error) =>
    actionIds.some((actionId) => wasMadeBy(error, actionId)),
  )
}

/** thing: as a sentence begins with it. */
export function broughtBack(thing: string): OutcomeTitles {
  return {
    taken: `${thing} is back`,
    waits: `${thing} is back in this browser`,
    refused: `${thing} was not brought back`,
  }
}

export function movedToTrash(name: string): OutcomeTitles {
  return {
    taken: `“${name}” is in the trash`,
    waits: `“${name}” is in the trash in this browser`,
    refused: `“${name}” was not moved to the trash`,
  }
}
