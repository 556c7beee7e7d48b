import type { Actor } from '@tidemark/shared/access/actor'
import type { AlertChoice } from '@tidemark/shared/alerts/alert'
import { roleAtLeast } from '@tidemark/shared/access/roles'
import { outsideRefusal } from '../subscriptions/must-be-sendable'

/** Returns why a person may not tell those whom an alert tells; null if they may. */
export function audienceRefusal(
  { userId, role }: Pick<Actor, 'userId' | 'role'>,
  { people, addresses, webhookId }: Pick<AlertChoice, 'people' | 'addresses' | 'webhookId'>,
): string | null {
  const tellsOthers = people.some((id) => id !== userId) || webhookId !== null
  if (tellsOthers && !roleAtLeast(role, 'editor')) return 'Only editors tell others and webhooks.'
  return outsideRefusal(role, { addresses })
}
