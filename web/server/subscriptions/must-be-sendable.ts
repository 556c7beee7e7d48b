import type { Actor } from '@tidemark/shared/access/actor'
import { roleAtLeast, type Role } from '@tidemark/shared/access/roles'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { WebhookService } from '../jobs/deliveries/webhook-service'
import type { People } from './people'

/** Whom messages go to. people: user ids of members. addresses: of people outside of the workspace. */
interface Audience {
  readonly people: readonly string[]
  readonly addresses: readonly string[]
  readonly webhookId: string | null
}

/** Returns why somebody of a role sends to nobody outside of the workspace; null if they may, or do not. */
export function outsideRefusal(role: Role, { addresses }: Pick<Audience, 'addresses'>): string | null {
  const isRefused = addresses.length > 0 && !roleAtLeast(role, 'admin')
  return isRefused ? 'Only admins send to people outside of the workspace.' : null
}

interface Senders {
  readonly people: Pick<People, 'addressesOf'>
  readonly webhooks: Pick<WebhookService, 'mustGet'>
  readonly hasMail: boolean
}

/**
 * Requires that messages can be sent to these on behalf of the actor. Fails with `forbidden`, `mail-not-set-up`,
 * `invalid-request` for people who are no members, or `not-found` for the webhook.
 */
export async function mustBeSendable(
  { orgId, role }: Pick<Actor, 'orgId' | 'role'>,
  { people, addresses, webhookId }: Audience,
  { people: members, webhooks, hasMail }: Senders,
): Promise<void> {
  const refusal = outsideRefusal(role, { addresses })
  if (refusal !== null) throw new TidemarkError('forbidden', { detail: refusal })
  if (!hasMail && people.length + addresses.length > 0)
    throw new TidemarkError('mail-not-set-up', { hint: 'Whoever runs this server sets SMTP_URL.' })
  const found = await members.addressesOf(orgId, people)
  if (found.size < new Set(people).size)
    throw new TidemarkError('invalid-request', { detail: 'Somebody is no member of this workspace.' })
  if (webhookId !== null) await webhooks.mustGet(orgId, webhookId)
}
