import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { AccountDatabase } from './account-database'

/** Wrong passwords that one account takes within the window, wherever they come from. */
const maxFailures = 50
const windowMs = 15 * 60_000

/**
 * The limit of attempts for each address that asks is better-auth's; this one is for guesses at one account from many.
 * Fails with `too-many-requests`.
 */
export async function mustNotBeGuessing(database: AccountDatabase, userId: string, at: number): Promise<void> {
  const failures = await database
    .selectFrom('audit_event')
    .where('org', 'is', null)
    .where('actor_user_id', '=', userId)
    .where('at', '>', at - windowMs)
    .where('action', '=', 'sign-in-failed')
    .select('id')
    .limit(maxFailures)
    .execute()
  if (failures.length >= maxFailures)
    throw new TidemarkError('too-many-requests', { detail: 'Too many wrong passwords.' })
}
