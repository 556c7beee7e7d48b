import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import { hashOfToken, newLinkToken } from './link-token'
import { hasPeople } from './people'

const identifier = 'tidemark-set-up'
const maxAgeMs = 24 * 3600_000

/**
 * A token that makes the first owner, good for a day; those of other instances stay good. Null when somebody has an
 * account.
 */
export async function createSetUpToken(database: AccountDatabase, at: number): Promise<string | null> {
  if (await hasPeople(database)) return null
  const token = newLinkToken()
  await database
    .insertInto('verification')
    .values({
      id: newId(),
      identifier,
      value: hashOfToken(token),
      expiresAt: new Date(at + maxAgeMs),
      createdAt: new Date(at),
      updatedAt: new Date(at),
    })
    .execute()
  return token
}

/** Requires that the token exists, without using it up. Fails with `link-invalid`. */
export async function mustBeSetUpToken(database: AccountDatabase, token: string, at: number): Promise<void> {
  const links = await database
    .selectFrom('verification')
    .where('identifier', '=', identifier)
    .select(['value', 'expiresAt'])
    .execute()
  mustHold(links, token, at)
}

/** Uses up all of them, in a transaction: two who do so at once are told apart by it. Fails with `link-invalid`. */
export async function useSetUpToken(database: AccountDatabase, token: string, at: number): Promise<void> {
  const links = await database
    .deleteFrom('verification')
    .where('identifier', '=', identifier)
    .returning(['value', 'expiresAt'])
    .execute()
  mustHold(links, token, at)
  if (await hasPeople(database)) throw new TidemarkError('link-invalid')
}

function mustHold(
  links: readonly { readonly value: string; readonly expiresAt: string | Date }[],
  token: string,
  at: number,
) {
  const hash = hashOfToken(token)
  const link = links.find(({ value }) => value === hash)
  if (link === undefined || new Date(link.expiresAt).getTime() <= at) throw new TidemarkError('link-invalid')
}
