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
  /** The names of those who want it no more, as `nameOf` writes them. */
  readonly left: ReadonlySet<string>
  readonly createdBy: string
  readonly createdAt: number
}

/** Stores subscriptions of all workspaces. Their times are those of their jobs, which have the same ids. */
export interface SubscriptionStore {
  /** Lists the newest, first. createdBy: only those of this person. */
  list(orgId: string, createdBy?: string): Promise<readonly StoredSubscription[]>
  get(id: string): Promise<StoredSubscription | undefined>
  add(subscription: Pick<StoredSubscription, 'id' | 'orgId' | 'choice' | 'createdBy'>): Promise<void>
  /** Also lets one go on that was stopped. */
  setChoice(id: string, choice: SubscriptionChoice): Promise<void>
  setFingerprint(id: string, fingerprint: string): Promise<void>
  /** Returns false if it was stopped already. */
  stop(id: string, reason: string): Promise<boolean>
  /** Sends it to a recipient no more, or again. Several at once all hold. */
  setLeft(subscription: StoredSubscription, recipient: Recipient, hasLeft: boolean): Promise<void>
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
  const read = async (sql: string, values: readonly unknown[]) => (await tables.read(placed(sql), values)).rows
  const write = async (sql: string, values: readonly unknown[]) => {
    await tables.write(placed(sql), values)
  }
  /** Returns the names of those who have left, by subscription. */
  const leftWhere = async (condition: string, value: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
    const namesById = new Map<string, Set<string>>()
    for (const row of await read(`SELECT subscription_id, recipient FROM unsubscription WHERE ${condition}`, [value])) {
      const { subscription_id: id, recipient } = leftSchema.parse(row)
      namesById.set(id, (namesById.get(id) ?? new Set()).add(recipient))
    }
    return namesById
  }
  return {
    list: async (orgId, createdBy) => {
      const [where, values] =
        createdBy === undefined ? ['org = ?', [orgId]] : ['org = ? AND created_by = ?', [orgId, createdBy]]
      const sql = `SELECT ${columns} FROM subscription WHERE ${where} ORDER BY created_at DESC, id LIMIT 500`
      const rows = await read(sql, values)
      const left = await leftWhere('org = ?', orgId)
      return rows.map((row) => toSubscription(row, left))
    },
    get: async (id) => {
      const [row] = await read(`SELECT ${columns} FROM subscription WHERE id = ?`, [id])
      return row === undefined ? undefined : toSubscription(row, await leftWhere('subscription_id = ?', id))
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
    stop: async (id, reason) => {
      const sql = 'UPDATE subscription SET stopped = ? WHERE id = ? AND stopped IS NULL'
      return (await tables.write(placed(sql), [reason, id])).changedCount > 0
    },
    setLeft: async ({ id, orgId }, recipient, hasLeft) => {
      if (!hasLeft)
        return await write('DELETE FROM unsubscription WHERE subscription_id = ? AND recipient = ?', [
          id,
          nameOf(recipient),
        ])
      await write(
        `INSERT INTO unsubscription (org, subscription_id, recipient, at) VALUES (?, ?, ?, ?)
         ON CONFLICT (subscription_id, recipient) DO NOTHING`,
        [orgId, id, nameOf(recipient), clock()],
      )
    },
    delete: async (id) => {
      await write('DELETE FROM subscription WHERE id = ?', [id])
      await write('DELETE FROM unsubscription WHERE subscription_id = ?', [id])
    },
  }
}

/** Somebody who gets a subscription by mail. */
export type Recipient =
  | { readonly kind: 'person'; readonly userId: string }
  | { readonly kind: 'address'; readonly email: string }

/** Returns those that a choice names. */
export function namedIn({ people, addresses }: SubscriptionChoice): readonly Recipient[] {
  return [
    ...people.map((userId) => ({ kind: 'person', userId }) as const),
    ...addresses.map((email) => ({ kind: 'address', email }) as const),
  ]
}

/** Returns those who get a subscription: who is named and has not left. */
export function recipientsOf({ choice, left }: Pick<StoredSubscription, 'choice' | 'left'>): readonly Recipient[] {
  return namedIn(choice).filter((recipient) => !left.has(nameOf(recipient)))
}

function nameOf(recipient: Recipient): string {
  return recipient.kind === 'person' ? `person ${recipient.userId}` : `address ${recipient.email}`
}

export function hasLeft({ left }: Pick<StoredSubscription, 'left'>, recipient: Recipient): boolean {
  return left.has(nameOf(recipient))
}

/** Returns the token of the link with which a recipient ends their mails: nobody else can make it. */
export function unsubscribeToken({ secret }: Pick<StoredSubscription, 'secret'>, recipient: Recipient): string {
  return createHmac('sha256', secret).update(nameOf(recipient)).digest('base64url')
}

/** Returns the recipient whose token this is, also of those who have left. */
export function recipientOfToken(subscription: StoredSubscription, token: string): Recipient | undefined {
  const given = Buffer.from(token)
  return namedIn(subscription.choice).find((recipient) => {
    const own = Buffer.from(unsubscribeToken(subscription, recipient))
    return own.length === given.length && timingSafeEqual(own, given)
  })
}

/** Returns the choice without those who have left. */
export function withoutLeft({ choice, left }: Pick<StoredSubscription, 'choice' | 'left'>): SubscriptionChoice {
  const recipients = recipientsOf({ choice, left })
  return {
    ...choice,
    people: recipients.flatMap((one) => (one.kind === 'person' ? [one.userId] : [])),
    addresses: recipients.flatMap((one) => (one.kind === 'address' ? [one.email] : [])),
  }
}

const leftSchema = z.object({ subscription_id: z.string(), recipient: z.string() })

function toSubscription(row: unknown, left: ReadonlyMap<string, ReadonlySet<string>>): StoredSubscription {
  const { org, choice, created_by: createdBy, created_at: createdAt, ...rest } = rowSchema.parse(row)
  return {
    ...{ ...rest, orgId: org, createdBy, createdAt },
    choice: storedChoiceSchema.parse(JSON.parse(choice)),
    left: left.get(rest.id) ?? new Set(),
  }
}
