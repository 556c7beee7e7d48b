import * as z from 'zod/mini'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import { hashOfToken } from './link-token'

const needsCodeSchema = z.object({ twoFactorRedirect: z.literal(true) })

/** Returns true if better-auth’s answer to a right password asks for a code of the second factor. */
export async function needsCode(answer: Response): Promise<boolean> {
  return needsCodeSchema.safeParse(await answer.clone().json()).success
}

/** A sign-in whose password was right. headers: the request’s, with what better-auth finds it by. */
interface SignInChallenge {
  readonly userId: string
  readonly headers: Headers
}

/**
 * Returns the sign-in in this browser that waits for a code; null if there is none. Its cookie is the only one of its kind
 * that is passed on: of two, better-auth might take the other. With a session it would take the code for one of that
 * session’s person.
 */
export async function findChallenge(database: AccountDatabase, headers: Headers): Promise<SignInChallenge | null> {
  const cookies = (headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim())
  const own = cookies.find((cookie) => /^[\w-]*tidemark\.two_factor=/.test(cookie))
  const [identifier = ''] = own?.slice(own.indexOf('=') + 1).split('.') ?? []
  const row = await database
    .selectFrom('verification')
    .where('identifier', '=', hashOfToken(identifier))
    .select('value')
    .executeTakeFirst()
  if (own === undefined || row === undefined) return null
  const others = cookies.filter((cookie) => !/tidemark\.(?:two_factor|session)/.test(cookie))
  const passedOn = new Headers(headers)
  passedOn.set('cookie', [own, ...others].join('; '))
  return { userId: row.value, headers: passedOn }
}
