import { createHash } from 'node:crypto'
import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { networkOf } from '@/server/base/client-ip'
import type { AccountDatabase } from '@/server/store/accounts/account-database'

const windowMs = 15 * 60_000
/** How long a network counts as familiar after a person has signed in from it. */
const knownMs = 90 * 24 * 3600_000

/** The limits on wrong passwords within a window, which begins with the first one. */
const maxWrong = {
  /** For one address from one network. */
  pair: 10,
  /** For all addresses from one network, which may be a whole office. */
  network: 60,
  /**
   * For one address from all unfamiliar networks together. Familiar ones are exempt, so that strangers cannot lock a
   * person out there.
   */
  address: 100,
} as const

/** An attempt to sign in. email: in lower case. userId: null if there is no such account. */
export interface SignInAttempt {
  readonly email: string
  readonly userId: string | null
  readonly ip: string | null
}

/**
 * Counts an attempt as wrong before its password is checked, so that parallel attempts all count. Addresses without an
 * account are counted alike, so that a refusal does not reveal whether one exists. Fails with `too-many-requests`.
 */
export async function countAttempt(database: AccountDatabase, attempt: SignInAttempt, at: number): Promise<void> {
  const keys = keysOf(attempt)
  mustBeWithin(await count(database, keys.pair, at), maxWrong.pair)
  mustBeWithin(await count(database, keys.network, at), maxWrong.network)
  const ofAddress = await count(database, keys.address, at)
  if (ofAddress > maxWrong.address && !(await isKnownThere(database, attempt, at)))
    mustBeWithin(ofAddress, maxWrong.address)
}

/** Removes the count of an attempt whose password was right. */
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

/** Forgets wrong passwords after a new password was chosen. */
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

/** Returns an address's key. The hash contains no wildcards of LIKE, and keeps what strangers type out of the store. */
function addressKey(email: string): string {
  return `wrong-password:${createHash('sha256').update(email).digest('hex')}`
}

/**
 * Counts an attempt and returns the count. The table belongs to better-auth, which deletes rows whose time has passed;
 * ours hold the end of the window.
 */
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
