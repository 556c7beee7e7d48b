import type { PasswordChanged } from '@tidemark/shared/accounts/account'
import { appendAuditEvent } from '@/server/store/accounts/audit-log'
import { writeOrg, type TeamContext } from './team-context'

/**
 * Lists a person's valid API tokens in all workspaces after they have a new password, and revokes them if asked to. ip:
 * for the audit log.
 */
export async function endTokens(
  context: TeamContext,
  { userId, ip }: { readonly userId: string; readonly ip: string | null },
  areRevoked: boolean,
): Promise<PasswordChanged> {
  const tokens = await context.database
    .selectFrom('api_token')
    .innerJoin('organization', 'organization.id', 'api_token.org')
    .where('api_token.user_id', '=', userId)
    .where('api_token.expires_at', '>', context.clock())
    .select(['api_token.id', 'api_token.org', 'api_token.name', 'api_token.hint', 'organization.name as workspace'])
    .orderBy('api_token.created_at', 'desc')
    .execute()
  if (areRevoked) {
    for (const { id, org, name } of tokens) {
      // A change of the workspace, so that streams that the token holds end.
      await writeOrg(context, org, userId, async ({ database }) => {
        await database.deleteFrom('api_token').where('id', '=', id).execute()
        await appendAuditEvent(database, {
          orgId: org,
          at: context.clock(),
          source: { kind: 'person', userId, ip },
          action: 'token-revoked',
          target: id,
          detail: { name, of: userId },
        })
      })
    }
  }
  return { tokens: tokens.map(({ name, hint, workspace }) => ({ name, hint, workspace })), areRevoked }
}
