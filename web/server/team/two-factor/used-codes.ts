import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import { hashOfToken } from '../accounts/link-token'

/** Longer than better-auth takes a code for: in its own half minute and in those before and after it. */
const rememberedMs = 2 * 60_000

interface GivenCode {
  readonly userId: string
  readonly code: string
  /** Unix milliseconds. */
  readonly at: number
}

/**
 * Checks a person’s code unless it was right before: who reads one over a shoulder cannot use it a second time. It is
 * noted before the check, so that of several requests at once one has it.
 */
export async function checkCodeOnce(
  database: AccountDatabase,
  { userId, code, at }: GivenCode,
  check: () => Promise<Response>,
): Promise<Response | 'used'> {
  const key = `used-code:${hashOfToken(`${userId}:${code}`)}`
  // As in `sign-in-limit.ts`: better-auth deletes rows of its table whose time has passed, and ours hold its end.
  const lastRequest = at + rememberedMs
  const noted = await database
    .insertInto('rateLimit')
    .values({ id: newId(), key, count: 1, lastRequest })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ lastRequest }).where('rateLimit.lastRequest', '<=', at),
    )
    .executeTakeFirst()
  if (noted.numInsertedOrUpdatedRows !== 1n) return 'used'
  let isRight = false
  try {
    const answer = await check()
    isRight = answer.ok
    return answer
  } finally {
    if (!isRight) await database.deleteFrom('rateLimit').where('key', '=', key).execute()
  }
}

export function codeUsed(): TidemarkError {
  return new TidemarkError('code-wrong', { detail: 'A code works once. Wait for the next one.' })
}
