import { listMutationErrors } from '@tidemark/shared/sync/mutation-errors'
import type { MutationError } from '@tidemark/shared/sync/protocol'
import { reasonOf, wasMadeBy } from '../unsent/change-words'
import type { SyncClient } from '../sync/sync-client'
import { whenAnswered, whenSynced } from './when-answered'

type OutcomeKind = 'taken' | 'waits' | 'refused'

/** The titles of a change by its outcome. waits: it is visible in this browser only. */
export type OutcomeTitles = Readonly<Record<OutcomeKind, string>>

export interface ChangeOutcome {
  readonly kind: OutcomeKind
  readonly title: string
  readonly description?: string
}

type AskedClient = Pick<SyncClient, 'getState' | 'subscribe' | 'views'>

/**
 * Resolves to a change's outcome once it is known: the change is visible here at once, but only the server's acceptance
 * makes it visible to everybody. actionIds: of the steps that made it, which have run here already.
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

/** Resolves once the server has answered, however long that takes; true if it accepted the step. */
export async function isTaken(client: AskedClient, actionId: string): Promise<boolean> {
  await whenSynced(client)
  return findRefusal(client, [actionId]) === undefined
}

function findRefusal({ views }: AskedClient, actionIds: readonly string[]): MutationError | undefined {
  return listMutationErrors(views.getState().view).find((error) =>
    actionIds.some((actionId) => wasMadeBy(error, actionId)),
  )
}

/** Returns the titles for restoring something. thing: written as a sentence begins. */
export function broughtBack(thing: string): OutcomeTitles {
  return {
    taken: `${thing} is back`,
    waits: `${thing} is back in this browser`,
    refused: `${thing} was not brought back`,
  }
}

/** Returns the titles for moving something to a folder; null: to the top. */
export function movedTo(name: string, folder: string | null): OutcomeTitles {
  const where = folder === null ? 'the top level' : folder
  return {
    taken: `Moved to ${where}`,
    waits: `Moved to ${where} in this browser`,
    refused: `“${name}” was not moved`,
  }
}

export function movedToTrash(name: string): OutcomeTitles {
  return {
    taken: `“${name}” is in the trash`,
    waits: `“${name}” is in the trash in this browser`,
    refused: `“${name}” was not moved to the trash`,
  }
}
