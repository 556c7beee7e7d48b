import type { Config } from '@/server/base/config'
import type { Logger } from '@/server/observability/log'
import type { PokeHub } from '@/server/sync/poke-hub'
import type { Store, StoreWriteTx } from '@/server/store/store'
import { inTransaction, type AccountDatabase } from '@/server/store/accounts/account-database'
import type { Mailer } from './mailer'

/** The context of accounts, members, tokens and the audit log. */
export interface TeamContext {
  readonly store: Store
  readonly pokes: PokeHub
  /** Each statement by itself; see `writeOrg` for several. */
  readonly database: AccountDatabase
  readonly log: Logger
  /** Unix milliseconds. */
  readonly clock: () => number
  /** The origin that links are made of. */
  readonly publicOrigin: string
  readonly newWorkspaces: Config['newWorkspaces']
  /** Null where no SMTP_URL is set. */
  readonly mailer: Mailer | null
}

/** The writers of a change to an org: its tables and its entries, in one transaction. */
export interface OrgChange {
  readonly database: AccountDatabase
  readonly tx: StoreWriteTx
}

/**
 * Changes an org's tables, raises its version with them, and tells those who listen, so that its members' clients pull
 * with their new rights. Nothing is written when `run` throws. Changes of one org happen one after the other.
 */
export async function writeOrg<T>(
  { store, pokes, clock }: TeamContext,
  orgId: string,
  userId: string,
  run: (change: OrgChange) => Promise<T>,
): Promise<T> {
  const { value, version } = await store.write(orgId, { userId, at: clock() }, (tx) =>
    run({ tx, database: inTransaction(tx.tables) }),
  )
  if (version !== null) pokes.publish({ org: orgId, version })
  return value
}
