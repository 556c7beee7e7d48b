import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import { hashOfToken, newLinkToken } from './link-token'
import { hasPeople } from './people'

const identifier = 'tidemark-set-up'
const maxAgeMs = 24 * 3600_000

/**
 * Creates a token for the first owner, valid for a day; tokens of other instances stay valid. Null if an account
 * exists.
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

/** Requires that the token is valid, without using it up. Fails with `link-invalid`. */
export async function mustBeSetUpToken(database: AccountDatabase, token: string, at: number): Promise<void> {
  const links = await database
    .selectFrom('verification')
    .where('identifier', '=', identifier)
    .select(['value', 'expiresAt'])
    .execute()
  mustHold(links, token, at)
}

/**
 * Deletes all set-up tokens in a transaction, so that only one of two concurrent callers succeeds. Fails with
 * `link-invalid`.
 */
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
