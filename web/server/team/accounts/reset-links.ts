import { newId } from '@tidemark/shared/base/ids'
import { logFailure } from '@/server/observability/log-failure'
import type { AccountDatabase } from '@/server/store/accounts/account-database'
import { hashOfToken, newLinkToken } from './link-token'
import type { TeamContext } from './team-context'

const maxAgeMs = 3600_000

/** A page reads the token behind `#`, which no server and no log in between is sent. */
export function resetLinkOf(publicOrigin: string, token: string): string {
  return `${publicOrigin}/reset-password#${token}`
}

/** Sends the link; without mail nobody is told, and `npm run user:reset` is the way. */
export async function sendResetLink(
  { mailer, publicOrigin, log }: Pick<TeamContext, 'mailer' | 'publicOrigin' | 'log'>,
  person: { readonly id: string; readonly email: string },
  token: string,
): Promise<void> {
  if (mailer === null) {
    log.info({ userId: person.id }, 'A password reset was asked for, but no SMTP_URL is set.')
    return
  }
  // Not waited for: how long it takes would tell whether there is such an account.
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

/** Whoever has a new password has no use for the links that were sent for the one before, and whoever else finds one must not either. */
export async function endResetLinks(database: AccountDatabase, userId: string): Promise<void> {
  await database.deleteFrom('verification').where('value', '=', userId).execute()
}

/** A token as better-auth makes and keeps it, for the command on the server. */
export async function createResetToken(database: AccountDatabase, userId: string, at: number): Promise<string> {
  const token = newLinkToken()
  await database
    .insertInto('verification')
    .values({
      id: newId(),
      identifier: hashOfToken(`reset-password:${token}`),
      value: userId,
      expiresAt: new Date(at + maxAgeMs),
      createdAt: new Date(at),
      updatedAt: new Date(at),
    })
    .execute()
  return token
}
