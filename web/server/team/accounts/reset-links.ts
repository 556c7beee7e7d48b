import { newId } from '@tidemark/shared/base/ids'
import { logFailure } from '@/server/observability/log-failure'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import { hashOfToken, newLinkToken } from './link-token'
import type { TeamContext } from './team-context'

const maxAgeMs = 3600_000

/** Returns a reset link. The token is behind `#`, so that neither servers nor logs on the way receive it. */
export function resetLinkOf(publicOrigin: string, token: string): string {
  return `${publicOrigin}/reset-password#${token}`
}

/** Sends the link. Without mail nothing is sent, and an operator uses `npm run user:reset`. */
export async function sendResetLink(
  { mailer, publicOrigin, log }: Pick<TeamContext, 'mailer' | 'publicOrigin' | 'log'>,
  person: { readonly id: string; readonly email: string },
  token: string,
): Promise<void> {
  if (mailer === null) {
    log.info({ userId: person.id }, 'A password reset was asked for, but no SMTP_URL is set.')
    return
  }
  // Not awaited, because the response time would reveal whether the account exists.
  void mailer
    .send({
      to: person.email,
      subject: 'Choose a new Tidemark password',
      text: `Somebody, most likely you, asked for a new password for this address.

Open this link to choose one. It works once, within an hour, until a new one is chosen:

${resetLinkOf(publicOrigin, token)}

If it was not you, you can ignore this mail: your password stays as it is.
`,
    })
    .catch((err: unknown) => logFailure(log, err, { userId: person.id }, 'A reset link could not be sent by mail.'))
}

/**
 * Deletes a person's pending reset links. Once a new password is set, nobody else who finds an earlier link may use it.
 */
export async function endResetLinks(database: AccountDatabase, userId: string): Promise<void> {
  await database.deleteFrom('verification').where('value', '=', userId).execute()
}

/** Returns the id of the person whose password a link's token sets; null if there is no such link. */
export async function findPersonOfResetToken(database: AccountDatabase, token: string): Promise<string | null> {
  const row = await database
    .selectFrom('verification')
    .where('identifier', '=', identifierOf(token))
    .select('value')
    .executeTakeFirst()
  return row?.value ?? null
}

/** Creates a token in better-auth's format, for the command on the server. */
export async function createResetToken(database: AccountDatabase, userId: string, at: number): Promise<string> {
  const token = newLinkToken()
  await database
    .insertInto('verification')
    .values({
      id: newId(),
      identifier: identifierOf(token),
      value: userId,
      expiresAt: new Date(at + maxAgeMs),
      createdAt: new Date(at),
      updatedAt: new Date(at),
    })
    .execute()
  return token
}

function identifierOf(token: string): string {
  return hashOfToken(`reset-password:${token}`)
}
