import { randomBytes } from 'node:crypto'
import { storedChoiceSchema, type SubscriptionChoice } from '@tidemark/shared/subscriptions/subscription'
import * as z from 'zod/mini'
import { placedSql, type SqlTables } from '../store/sql-tables'
import type { Recipient } from './recipients'
import { openUnsubscriptionStore } from './unsubscription-store'

/** A subscription as the table has it. */
export interface StoredSubscription {
  readonly id: string
  readonly orgId: string
  readonly choice: SubscriptionChoice
  readonly secret: string
  readonly fingerprint: string | null
  readonly stopped: string | null
  /** The names of those who want it no more, as `nameOfRecipient` writes them. */
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
  const unsubscriptions = openUnsubscriptionStore(tables, clock)
  return {
    list: async (orgId, createdBy) => {
      const [where, values] =
        createdBy === undefined ? ['org = ?', [orgId]] : ['org = ? AND created_by = ?', [orgId, createdBy]]
      const sql = `SELECT ${columns} FROM subscription WHERE ${where} ORDER BY created_at DESC, id LIMIT 500`
      const rows = await read(sql, values)
      const left = await unsubscriptions.ofOrg(orgId)
      return rows.map((row) => toSubscription(row, left))
    },
    get: async (id) => {
      const [row] = await read(`SELECT ${columns} FROM subscription WHERE id = ?`, [id])
      return row === undefined ? undefined : toSubscription(row, new Map([[id, await unsubscriptions.of(id)]]))
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
    setLeft: (subscription, recipient, hasLeft) => unsubscriptions.set(subscription, recipient, hasLeft),
    delete: async (id) => {
      await write('DELETE FROM subscription WHERE id = ?', [id])
      await unsubscriptions.forget(id)
    },
  }
}

function toSubscription(row: unknown, left: ReadonlyMap<string, ReadonlySet<string>>): StoredSubscription {
  const { org, choice, created_by: createdBy, created_at: createdAt, ...rest } = rowSchema.parse(row)
  return {
    ...{ ...rest, orgId: org, createdBy, createdAt },
    choice: storedChoiceSchema.parse(JSON.parse(choice)),
    left: left.get(rest.id) ?? new Set(),
  }
}
