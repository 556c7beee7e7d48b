import * as z from 'zod/mini'
import { placedSql, type SqlTables } from '../store/sql-tables'
import { nameOfRecipient, type Recipient } from './recipients'

/** Stores who wants a subscription or alert no more, as a row of its own, which no change of it takes back. */
export interface UnsubscriptionStore {
  /** Returns the names of those who have left a subscription or alert. */
  of(id: string): Promise<ReadonlySet<string>>
  /** Returns the same of all of a workspace, by id. */
  ofOrg(orgId: string): Promise<ReadonlyMap<string, ReadonlySet<string>>>
  /** Sends to a recipient no more, or again. Several at once all hold. */
  set(source: { readonly id: string; readonly orgId: string }, recipient: Recipient, hasLeft: boolean): Promise<void>
  forget(id: string): Promise<void>
}

const rowSchema = z.object({ subscription_id: z.string(), recipient: z.string() })

/** clock: Unix milliseconds. */
export function openUnsubscriptionStore(tables: SqlTables, clock: () => number): UnsubscriptionStore {
  const placed = placedSql(tables.engine)
  const namesWhere = async (condition: string, value: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
    const sql = placed(`SELECT subscription_id, recipient FROM unsubscription WHERE ${condition}`)
    const namesById = new Map<string, Set<string>>()
    for (const row of (await tables.read(sql, [value])).rows) {
      const { subscription_id: id, recipient } = rowSchema.parse(row)
      namesById.set(id, (namesById.get(id) ?? new Set()).add(recipient))
    }
    return namesById
  }
  return {
    of: async (id) => (await namesWhere('subscription_id = ?', id)).get(id) ?? new Set(),
    ofOrg: (orgId) => namesWhere('org = ?', orgId),
    set: async ({ id, orgId }, recipient, hasLeft) => {
      const name = nameOfRecipient(recipient)
      if (!hasLeft) {
        const sql = 'DELETE FROM unsubscription WHERE subscription_id = ? AND recipient = ?'
        await tables.write(placed(sql), [id, name])
        return
      }
      await tables.write(
        placed(`INSERT INTO unsubscription (org, subscription_id, recipient, at) VALUES (?, ?, ?, ?)
          ON CONFLICT (subscription_id, recipient) DO NOTHING`),
        [orgId, id, name, clock()],
      )
    },
    forget: async (id) => {
      await tables.write(placed('DELETE FROM unsubscription WHERE subscription_id = ?'), [id])
    },
  }
}
