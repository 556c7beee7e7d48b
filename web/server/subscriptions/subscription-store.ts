import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { storedChoiceSchema, type SubscriptionChoice } from '@tidemark/shared/subscriptions/subscription'
import * as z from 'zod/mini'
import { placedSql, type SqlTables } from '../store/sql-tables'

/** A subscription as the table has it. */
export interface StoredSubscription {
  readonly id: string
  readonly orgId: string
  readonly choice: SubscriptionChoice
  readonly secret: string
  readonly fingerprint: string | null
  readonly stopped: string | null
  readonly createdBy: string
  readonly createdAt: number
}

/** Stores subscriptions of all workspaces. Their times are those of their jobs, which have the same ids. */
export interface SubscriptionStore {
  list(orgId: string): Promise<readonly StoredSubscription[]>
  get(id: string): Promise<StoredSubscription | undefined>
  add(subscription: Pick<StoredSubscription, 'id' | 'orgId' | 'choice' | 'createdBy'>): Promise<void>
  /** Also lets one go on that was stopped. */
  setChoice(id: string, choice: SubscriptionChoice): Promise<void>
  setFingerprint(id: string, fingerprint: string): Promise<void>
  stop(id: string, reason: string): Promise<void>
  delete(id: string): Promise<void>
}

const rowSchema = z.object({
  id: z.string(),
  org: z.string(),
  choice: z.string(),
  secret: z.string(),
  fingerprint: z.nullable(z.string()),
  stopped: z.nullable(z.string()),
  created_by: z.string(),
  created_at: z.coerce.number<number>(),
})
const columns = Object.keys(rowSchema.shape).join(', ')

/** clock: Unix milliseconds. */
export function openSubscriptionStore(tables: SqlTables, clock: () => number): SubscriptionStore {
  const placed = placedSql(tables.engine)
  const write = async (sql: string, values: readonly unknown[]) => {
    await tables.write(placed(sql), values)
  }
  return {
    list: async (orgId) => {
      const sql = `SELECT ${columns} FROM subscription WHERE org = ? ORDER BY created_at DESC, id LIMIT 500`
      return (await tables.read(placed(sql), [orgId])).rows.map(toSubscription)
    },
    get: async (id) => {
      const { rows } = await tables.read(placed(`SELECT ${columns} FROM subscription WHERE id = ?`), [id])
      return rows[0] === undefined ? undefined : toSubscription(rows[0])
    },
    add: ({ id, orgId, choice, createdBy }) =>
      write('INSERT INTO subscription (id, org, choice, secret, created_by, created_at) VALUES (?, ?, ?, ?, ?, ?)', [
        id,
        orgId,
        JSON.stringify(choice),
        randomBytes(32).toString('base64url'),
        createdBy,
        clock(),
      ]),
    setChoice: (id, choice) =>
      write('UPDATE subscription SET choice = ?, stopped = NULL WHERE id = ?', [JSON.stringify(choice), id]),
    setFingerprint: (id, fingerprint) =>
      write('UPDATE subscription SET fingerprint = ? WHERE id = ?', [fingerprint, id]),
    stop: (id, reason) => write('UPDATE subscription SET stopped = ? WHERE id = ?', [reason, id]),
    delete: (id) => write('DELETE FROM subscription WHERE id = ?', [id]),
  }
}

/** Somebody who gets a subscription by mail. */
export type Recipient =
  | { readonly kind: 'person'; readonly userId: string }
  | { readonly kind: 'address'; readonly email: string }

export function recipientsOf({ people, addresses }: SubscriptionChoice): readonly Recipient[] {
  return [
    ...people.map((userId) => ({ kind: 'person', userId }) as const),
    ...addresses.map((email) => ({ kind: 'address', email }) as const),
  ]
}

/** Returns the token of the link with which a recipient ends their mails: nobody else can make it. */
export function unsubscribeToken({ secret }: Pick<StoredSubscription, 'secret'>, recipient: Recipient): string {
  const name = recipient.kind === 'person' ? `person ${recipient.userId}` : `address ${recipient.email}`
  return createHmac('sha256', secret).update(name).digest('base64url')
}

/** Returns the recipient whose token this is. */
export function recipientOfToken(subscription: StoredSubscription, token: string): Recipient | undefined {
  const given = Buffer.from(token)
  return recipientsOf(subscription.choice).find((recipient) => {
    const own = Buffer.from(unsubscribeToken(subscription, recipient))
    return own.length === given.length && timingSafeEqual(own, given)
  })
}

/** Returns the choice without a recipient. */
export function withoutRecipient(choice: SubscriptionChoice, recipient: Recipient): SubscriptionChoice {
  return {
    ...choice,
    people: choice.people.filter((id) => recipient.kind !== 'person' || id !== recipient.userId),
    addresses: choice.addresses.filter((email) => recipient.kind !== 'address' || email !== recipient.email),
  }
}

function toSubscription(row: unknown): StoredSubscription {
  const { org, choice, created_by: createdBy, created_at: createdAt, ...rest } = rowSchema.parse(row)
  return { ...rest, orgId: org, choice: storedChoiceSchema.parse(JSON.parse(choice)), createdBy, createdAt }
}
