import type { Config } from '@/server/base/config'
import type { Logger } from '@/server/observability/log'
import type { PokeHub } from '@/server/sync/poke-hub'
import type { Store, StoreWriteTx } from '@/server/store/store'
import { inTransaction, type AccountDatabase } from '@/server/store/accounts/account-database'
import type { Mailer } from '@/server/jobs/deliveries/mailer'

/** The context shared by accounts, members, tokens and the audit log. */
export interface TeamContext {
  readonly store: Store
  readonly pokes: PokeHub
  /** Runs each statement on its own; see `writeOrg` for transactions. */
  readonly database: AccountDatabase
  readonly log: Logger
  /** Unix milliseconds. */
  readonly clock: () => number
  /** The origin used in links. */
  readonly publicOrigin: string
  readonly newWorkspaces: Config['newWorkspaces']
  /** Null if no SMTP_URL is set. */
  readonly mailer: Mailer | null
}

/** A change of an org's tables and entries in one transaction. */
export interface OrgChange {
  readonly database: AccountDatabase
  readonly tx: StoreWriteTx
}

/**
 * Changes an org's tables, raises its version in the same transaction, and notifies listeners, so that its members'
 * clients pull with their new rights. Nothing is written if `run` throws. Changes of one org run one after another.
 */
export async function writeOrg<T>(
  { store, pokes, clock }: Pick<TeamContext, 'store' | 'pokes' | 'clock'>,
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
