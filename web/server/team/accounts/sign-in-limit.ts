import { createHash } from 'node:crypto'
import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { networkOf } from '@/server/base/client-ip'
import type { AccountDatabase } from '@/server/store/accounts/account-database'

const windowMs = 15 * 60_000
/** For how long somebody is at home where they have signed in. */
const knownMs = 90 * 24 * 3600_000

/** Wrong passwords within a window, from its first on. */
const maxWrong = {
  /** For one address from one network. */
  pair: 10,
  /** From one network for all addresses together: an office may be behind it. */
  network: 60,
  /** For one address from all networks but those where its person has signed in, so that no stranger locks them out there. */
  address: 100,
} as const

/** email: in lower case. userId: null where nobody has the address. */
export interface SignInAttempt {
  readonly email: string
  readonly userId: string | null
  readonly ip: string | null
}

/**
 * Counts an attempt as wrong, before its password is looked at: of many at once each counts. All that a refusal depends on
 * is counted for addresses without an account as well, so that it tells of none. Fails with `too-many-requests`.
 */
export async function countAttempt(database: AccountDatabase, attempt: SignInAttempt, at: number): Promise<void> {
  const keys = keysOf(attempt)
  mustBeWithin(await count(database, keys.pair, at), maxWrong.pair)
  mustBeWithin(await count(database, keys.network, at), maxWrong.network)
  const ofAddress = await count(database, keys.address, at)
  if (ofAddress > maxWrong.address && !(await isKnownThere(database, attempt, at)))
    mustBeWithin(ofAddress, maxWrong.address)
}

/** The password was right: the attempt did not count. */
export async function forgiveAttempt(database: AccountDatabase, attempt: SignInAttempt): Promise<void> {
  const { pair, network, address } = keysOf(attempt)
  await database.deleteFrom('rateLimit').where('key', '=', pair).execute()
  await database
    .updateTable('rateLimit')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('key', 'in', [network, address])
    .where('count', '>', 0)
    .execute()
}

/** A new password was chosen: wrong ones were for another. */
export async function forgetAttempts(database: AccountDatabase, email: string): Promise<void> {
  const key = addressKey(email)
  await database
    .deleteFrom('rateLimit')
    .where((row) => row.or([row('key', '=', key), row('key', 'like', `${key}:%`)]))
    .execute()
}

function keysOf({ email, ip }: SignInAttempt) {
  const network = networkOf(ip)
  const address = addressKey(email)
  return { pair: `${address}:${network}`, network: `wrong-password:from:${network}`, address }
}

/** The hash has no signs that mean something to LIKE, and keeps what strangers type out of the store. */
function addressKey(email: string): string {
  return `wrong-password:${createHash('sha256').update(email).digest('hex')}`
}

/** The table is better-auth's, which throws out rows whose time has passed: ours holds the end of the window. */
async function count(database: AccountDatabase, key: string, at: number): Promise<number> {
  const row = await database
    .insertInto('rateLimit')
    .values({ id: newId(), key, count: 1, lastRequest: at + windowMs })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((known) => ({
        count: known
          .case()
          .when('rateLimit.lastRequest', '<=', at)
          .then(1)
          .else(known('rateLimit.count', '+', 1))
          .end(),
        lastRequest: known
          .case()
          .when('rateLimit.lastRequest', '<=', at)
          .then(at + windowMs)
          .else(known.ref('rateLimit.lastRequest'))
          .end(),
      })),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return row.count
}

function mustBeWithin(found: number, limit: number): void {
  if (found > limit)
    throw new TidemarkError('too-many-requests', { detail: 'Too many wrong passwords. Wait a quarter of an hour.' })
}

async function isKnownThere(database: AccountDatabase, { userId, ip }: SignInAttempt, at: number): Promise<boolean> {
  const events = await database
    .selectFrom('audit_event')
    .where('org', 'is', null)
    .where('actor_user_id', '=', userId)
    .where('actor_kind', '=', 'person')
    .where('at', '>', at - knownMs)
    .select('ip')
    .distinct()
    .execute()
  return events.some((event) => event.ip !== null && networkOf(event.ip) === networkOf(ip))
}
