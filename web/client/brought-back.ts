import { listMutationErrors } from '@tidemark/shared/sync/mutation-errors'
import { reasonOf, wasMadeBy } from './change-words'
import type { SyncClient } from './sync-client'
import { whenAnswered } from './when-answered'

interface BroughtBack {
  readonly kind: 'taken' | 'waits' | 'refused'
  readonly title: string
  readonly description?: string
}

/**
 * Says how bringing something back went, once that is known: it is seen at once, but is back for everybody only when the server has
 * taken it. thing: as a sentence begins with it. actionId: of the step that brings it back, which is made already.
 */
export async function broughtBack(
  client: Pick<SyncClient, 'getState' | 'subscribe' | 'views'>,
  thing: string,
  actionId: string,
): Promise<BroughtBack> {
  const answer = await whenAnswered(client)
  const refused = listMutationErrors(client.views.getState().view).find((error) => wasMadeBy(error, actionId))
  if (refused !== undefined)
    return { kind: 'refused', title: `${thing} was not brought back`, description: reasonOf(refused.error) }
  if (answer === 'answered') return { kind: 'taken', title: `${thing} is back` }
  return {
    kind: 'waits',
    title: `${thing} is back in this browser`,
    description: 'Others see it once it can be sent.',
  }
}
