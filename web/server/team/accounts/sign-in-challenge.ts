import * as z from 'zod/mini'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import { hashOfToken } from './link-token'

const needsCodeSchema = z.object({ twoFactorRedirect: z.literal(true) })

/** Returns true if better-auth’s answer to a right password asks for a code of the second factor. */
export async function needsCode(answer: Response): Promise<boolean> {
  return needsCodeSchema.safeParse(await answer.clone().json()).success
}

/** Returns the person who has given their password in this browser and not yet a code; null if there is none. */
export async function findPersonOfChallenge(database: AccountDatabase, headers: Headers): Promise<string | null> {
  const cookie = /(?:^|; *)[\w-]*tidemark\.two_factor=([^;]+)/.exec(headers.get('cookie') ?? '')?.[1]
  if (cookie === undefined) return null
  const [identifier = ''] = cookie.split('.')
  const row = await database
    .selectFrom('verification')
    .where('identifier', '=', hashOfToken(identifier))
    .select('value')
    .executeTakeFirst()
  return row?.value ?? null
}

/** Returns the request’s headers without the cookie of a session. */
export function withoutSession(headers: Headers): Headers {
  const kept = (headers.get('cookie') ?? '').split(/; */).filter((cookie) => !/^[\w-]*tidemark\.session/.test(cookie))
  const next = new Headers(headers)
  next.set('cookie', kept.join('; '))
  return next
}
