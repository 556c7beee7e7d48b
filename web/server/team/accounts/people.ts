import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { AccountDatabase } from '@/server/store/accounts/account-database'

export interface NewPerson {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly passwordHash: string
  /** Unix milliseconds. */
  readonly at: number
}

/**
 * Creates an account as better-auth would, but within the transaction that creates its membership. The address counts
 * as verified, because the person holds a link that was sent to it. Fails with `account-exists`.
 */
export async function createPerson(
  database: AccountDatabase,
  { id, name, email, passwordHash, at }: NewPerson,
): Promise<void> {
  if ((await findPersonByEmail(database, email)) !== undefined) throw new TidemarkError('account-exists')
  const times = { createdAt: new Date(at), updatedAt: new Date(at) }
  await database
    .insertInto('user')
    .values({ id, name, email, emailVerified: true, ...times })
    .execute()
  await database
    .insertInto('account')
    .values({ id: newId(), accountId: id, providerId: 'credential', userId: id, password: passwordHash, ...times })
    .execute()
}

/** Finds a person by address. email: in lower case, as all addresses are stored. */
export async function findPersonByEmail(
  database: AccountDatabase,
  email: string,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  return await database.selectFrom('user').where('email', '=', email).select(['id', 'name']).executeTakeFirst()
}

export async function hasPeople(database: AccountDatabase): Promise<boolean> {
  return (await database.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined
}
