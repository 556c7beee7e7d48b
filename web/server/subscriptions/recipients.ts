import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Actor } from '@tidemark/shared/access/actor'
import { valuesOfAttribute } from '@tidemark/shared/access/attributes'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { SentTo } from '../jobs/deliveries/delivery-jobs'
import type { People } from './people'

/** Somebody who gets the mails of a subscription or alert. */
export type Recipient =
  | { readonly kind: 'person'; readonly userId: string }
  | { readonly kind: 'address'; readonly email: string }

interface Named {
  readonly people: readonly string[]
  readonly addresses: readonly string[]
}

/** Whom a subscription or alert names, and the names of those who want it no more, as `nameOfRecipient` writes them. */
interface Sent<Choice extends Named = Named> {
  readonly choice: Choice
  readonly left: ReadonlySet<string>
}

/** Returns those that a choice names. */
export function namedIn({ people, addresses }: Named): readonly Recipient[] {
  return [
    ...people.map((userId) => ({ kind: 'person', userId }) as const),
    ...addresses.map((email) => ({ kind: 'address', email }) as const),
  ]
}

/** Returns those who get it: who is named and has not left. */
export function recipientsOf({ choice, left }: Sent): readonly Recipient[] {
  return namedIn(choice).filter((recipient) => !hasLeft({ left }, recipient))
}

export function nameOfRecipient(recipient: Recipient): string {
  return recipient.kind === 'person' ? `person ${recipient.userId}` : `address ${recipient.email}`
}

function recipientOfName(name: string): Recipient {
  const [person, address] = ['person ', 'address ']
  return name.startsWith(person)
    ? { kind: 'person', userId: name.slice(person.length) }
    : { kind: 'address', email: name.slice(address.length) }
}

export function hasLeft({ left }: Pick<Sent, 'left'>, recipient: Recipient): boolean {
  return left.has(nameOfRecipient(recipient))
}

/** Returns the choice without those who have left. */
export function withoutLeft<Choice extends Named>({
  choice,
  left,
}: Sent<Choice>): Choice & {
  people: string[]
  addresses: string[]
} {
  const recipients = recipientsOf({ choice, left })
  return {
    ...choice,
    people: recipients.flatMap((one) => (one.kind === 'person' ? [one.userId] : [])),
    addresses: recipients.flatMap((one) => (one.kind === 'address' ? [one.email] : [])),
  }
}

/**
 * Requires that nobody is asked again who has left, but by themselves. A member and an outside address are the same to
 * it if their mail goes to one address. Fails with `invalid-request`.
 */
export async function mustNotHaveLeft(
  { userId }: Pick<Actor, 'userId'>,
  left: Pick<Sent, 'left'>,
  choice: Named,
  people: Pick<People, 'addressOf'>,
): Promise<void> {
  const mailOf = async (recipient: Recipient) =>
    recipient.kind === 'address' ? recipient.email : await people.addressOf(recipient.userId)
  const leftMails = new Set<string | undefined>()
  for (const name of left.left) leftMails.add((await mailOf(recipientOfName(name)))?.toLowerCase())
  leftMails.delete(undefined)
  for (const recipient of namedIn(choice)) {
    if (recipient.kind === 'person' && recipient.userId === userId) continue
    const who = await mailOf(recipient)
    if (!hasLeft(left, recipient) && !leftMails.has(who?.toLowerCase())) continue
    throw new TidemarkError('invalid-request', { detail: `${who ?? 'Somebody'} has stopped these mails.` })
  }
}

/** Requires that members see what they are to get. Fails with `invalid-request`, which names the first who does not. */
export async function mustAllSee(
  people: Pick<People, 'actorOf'>,
  orgId: string,
  userIds: readonly string[],
  sees: (member: Actor) => Promise<boolean>,
): Promise<void> {
  for (const userId of userIds) {
    const member = await people.actorOf(orgId, userId)
    if (member === null || (await sees(member))) continue
    const name = valuesOfAttribute(member, 'user.name')[0] ?? 'Somebody'
    throw new TidemarkError('invalid-request', {
      detail: `${name} may not see it. Share it with them first, or leave them out.`,
    })
  }
}

/** A recipient whom mails reach now. to: their address. */
export interface Reached {
  readonly recipient: Recipient
  readonly to: string
}

/**
 * Returns the recipients whom mails reach now: addresses, and those members who see what is sent. sees: asked of each
 * member with their rights of now. address: looks for no other, in any case of letters.
 */
export async function reachable(
  people: Pick<People, 'actorOf' | 'addressesOf'>,
  orgId: string,
  recipients: readonly Recipient[],
  sees: (member: Actor) => Promise<boolean>,
  address?: string,
): Promise<readonly Reached[]> {
  const userIds = recipients.flatMap((one) => (one.kind === 'person' ? [one.userId] : []))
  const addresses = await people.addressesOf(orgId, userIds)
  const reached: Reached[] = []
  for (const recipient of recipients) {
    const to = recipient.kind === 'address' ? recipient.email : addresses.get(recipient.userId)
    if (to === undefined || (address !== undefined && to.toLowerCase() !== address.toLowerCase())) continue
    const member = recipient.kind === 'address' ? null : await people.actorOf(orgId, recipient.userId)
    if (recipient.kind === 'address' || (member !== null && (await sees(member)))) reached.push({ recipient, to })
  }
  return reached
}

/** Returns whom a subscription or alert sends to now. sees: as for `reachable`. */
export function sentToNow(
  people: Pick<People, 'actorOf' | 'addressesOf'>,
  sent: Sent<Named & Pick<SentTo, 'webhookId'>> & { readonly orgId: string },
  sees: (member: Actor) => Promise<boolean>,
): SentTo {
  return {
    mailsTo: async (address) => (await reachable(people, sent.orgId, recipientsOf(sent), sees, address)).length > 0,
    webhookId: sent.choice.webhookId,
  }
}

/** Returns true if a recipient may read what their link ends: members who see it, and addresses that still get it. */
export async function mayReadEnded(
  people: Pick<People, 'actorOf' | 'addressesOf'>,
  sent: Pick<Sent, 'left'> & { readonly orgId: string },
  recipient: Recipient,
  sees: (member: Actor) => Promise<boolean>,
): Promise<boolean> {
  if (recipient.kind === 'address') return !hasLeft(sent, recipient)
  return (await reachable(people, sent.orgId, [recipient], sees)).length > 0
}

/** Returns the token of the link with which a recipient ends their mails: nobody without the secret can make it. */
export function unsubscribeToken(secret: string, recipient: Recipient): string {
  return createHmac('sha256', secret).update(nameOfRecipient(recipient)).digest('base64url')
}

/** Returns the path of that link. id: of the subscription or alert. */
export function unsubscribePath(id: string, secret: string, recipient: Recipient): string {
  return `/api/unsubscribe/${id}/${unsubscribeToken(secret, recipient)}`
}

/** Returns the recipient whose token this is, also of those who have left. */
export function recipientOfToken(choice: Named, secret: string, token: string): Recipient | undefined {
  const given = Buffer.from(token)
  return namedIn(choice).find((recipient) => {
    const own = Buffer.from(unsubscribeToken(secret, recipient))
    return own.length === given.length && timingSafeEqual(own, given)
  })
}
