import { createHash } from 'node:crypto'
import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { networkOf } from '@/server/base/client-ip'
import type { AccountDatabase } from '@/server/store/accounts/account-database'

const windowMs = 15 * 60_000
/** How long a network counts as familiar after a person has signed in from it. */
const knownMs = 90 * 24 * 3600_000

/** Wrong passwords for one address from one network that cost no wait. Each further one doubles the wait. */
const freeTries = 5
const firstWaitMs = 2_000
const longestWaitMs = 15 * 60_000
/** How long wrong passwords for one address from one network are remembered after the last one. */
const rememberedMs = 24 * 3600_000

/**
 * The limits on wrong passwords within a window, which begins with the first one. They bind only people who have not
 * signed in from that network before, so that strangers, in the same office too, cannot lock anybody out.
 */
const maxWrong = {
  /** For all addresses from one network, which may be a whole office. */
  network: 60,
  /** For one address from all networks together. */
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
 * account are counted alike, so that a refusal does not reveal whether one exists. Returns for how long no attempt is
 * taken, in ms; 0 if this one is.
 */
export async function waitOfAttempt(database: AccountDatabase, attempt: SignInAttempt, at: number): Promise<number> {
  const keys = keysOf(attempt)
  const restMs = await takeTurn(database, keys.pair, at)
  if (restMs > 0) return restMs
  const ofNetwork = await count(database, keys.network, at)
  const ofAddress = await count(database, keys.address, at)
  if (ofNetwork <= maxWrong.network && ofAddress <= maxWrong.address) return 0
  return (await isKnownThere(database, attempt, at)) ? 0 : windowMs
}

/** Does what `waitOfAttempt` does, and fails with `too-many-requests` if the attempt is not taken. */
export async function countAttempt(database: AccountDatabase, attempt: SignInAttempt, at: number): Promise<void> {
  const waitMs = await waitOfAttempt(database, attempt, at)
  if (waitMs === 0) return
  const seconds = Math.ceil(waitMs / 1000)
  const wait = seconds < 100 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  throw new TidemarkError('too-many-requests', { detail: `Too many wrong passwords. Try again in ${wait}.` })
}

/**
 * Takes the next try of one address from one network; returns the rest of its wait in ms, 0 if it is taken. A try that is
 * refused is not counted, and of several at the same moment one is taken.
 */
async function takeTurn(database: AccountDatabase, key: string, at: number): Promise<number> {
  const row = await database
    .selectFrom('rateLimit')
    .where('key', '=', key)
    .select(['count', 'lastRequest'])
    .executeTakeFirst()
  if (row === undefined) {
    const made = await database
      .insertInto('rateLimit')
      .values({ id: newId(), key, count: 1, lastRequest: at + rememberedMs })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst()
    return made.numInsertedOrUpdatedRows === 1n ? 0 : takeTurn(database, key, at)
  }
  const end = Number(row.lastRequest)
  const isOver = end <= at
  const restMs = isOver ? 0 : end - rememberedMs + waitAfter(row.count) - at
  if (restMs > 0) return restMs
  const taken = await database
    .updateTable('rateLimit')
    .set({ count: isOver ? 1 : row.count + 1, lastRequest: at + rememberedMs })
    .where('key', '=', key)
    .where('count', '=', row.count)
    .where('lastRequest', '=', end)
    .executeTakeFirst()
  return taken.numUpdatedRows === 0n ? takeTurn(database, key, at) : 0
}

/** Returns how long to wait after this many wrong passwords. */
function waitAfter(wrong: number): number {
  return wrong < freeTries ? 0 : Math.min(firstWaitMs * 2 ** (wrong - freeTries), longestWaitMs)
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
