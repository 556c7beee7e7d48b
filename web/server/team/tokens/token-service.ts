import type { Actor } from '@tidemark/shared/access/actor'
import { tokenScopeSchema, type TokenScope } from '@tidemark/shared/access/grants'
import { lowerRole, roleAtLeast } from '@tidemark/shared/access/roles'
import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { mayManageMembers } from '@tidemark/shared/members/member-rules'
import { tokenPrefix, type ApiToken, type CreateToken, type CreatedToken } from '@tidemark/shared/tokens/api-token'
import * as z from 'zod/mini'
import { memberActor } from '@/server/base/admitted-actor'
import type { AccountTables } from '@/server/store/accounts/account-tables'
import { hashOfToken, newLinkToken } from '../accounts/link-token'
import { writeOrg, type TeamContext } from '../accounts/team-context'
import { appendAuditEvent, auditSourceOf } from '@/server/store/accounts/audit-log'
import { presentRole } from '../members/member-service'
import type { Caller } from '../signed-in'

export interface TokenService {
  list(actor: Actor): Promise<readonly ApiToken[]>
  /** Creates a token. Fails with `forbidden` if its role is above the person's own. */
  create(caller: Caller, body: CreateToken): Promise<CreatedToken>
  revoke(caller: Caller, id: string): Promise<void>
  /** Returns the actor and scopes of a bearer token. Fails with `token-invalid`. */
  authenticate(
    secret: string,
  ): Promise<{ readonly tokenId: string; readonly actor: Actor; readonly scopes: readonly TokenScope[] }>
}

const dayMs = 24 * 3600_000
/** The interval at which a token's last use is recorded, so that not every request writes. */
const lastUsedStepMs = 5 * 60_000
/** How long an expired token stays listed, so that its owner sees why a program is refused. */
const listedAfterEndMs = 90 * dayMs
const hintLength = tokenPrefix.length + 4

/** Creates the service for API tokens; see `TokenService`. */
export function createTokenService(context: TeamContext): TokenService {
  const { database, clock } = context
  return {
    list: async ({ orgId, userId, role }) => {
      const ofOrg = database.selectFrom('api_token').where('org', '=', orgId).selectAll()
      const rows = await (mayManageMembers(role) ? ofOrg : ofOrg.where('user_id', '=', userId)).execute()
      return rows
        .filter((row) => row.expires_at > clock() - listedAfterEndMs)
        .map(toApiToken)
        .sort((a, b) => b.createdAt - a.createdAt)
    },

    create: async ({ actor, ip }, { name, scopes, role, expiresInDays }) => {
      const secret = `${tokenPrefix}${newLinkToken()}`
      const at = clock()
      const row = {
        id: newId(),
        org: actor.orgId,
        user_id: actor.userId,
        name,
        hint: secret.slice(0, hintLength),
        hash: hashOfToken(secret),
        scopes: JSON.stringify([...new Set(scopes)]),
        role,
        created_at: at,
        expires_at: at + expiresInDays * dayMs,
        last_used_at: null,
      }
      await writeOrg(context, actor.orgId, actor.userId, async (change) => {
        const own = await presentRole(change.database, actor)
        if (!roleAtLeast(own, role))
          throw new TidemarkError('forbidden', { detail: `Yours here is ${own}, and a token may do no more.` })
        await change.database.insertInto('api_token').values(row).execute()
        await appendAuditEvent(change.database, {
          orgId: actor.orgId,
          at,
          source: auditSourceOf(actor, ip),
          action: 'token-created',
          target: row.id,
          detail: { name, scopes, role, expiresInDays },
        })
      })
      return { token: toApiToken(row), secret }
    },

    revoke: async ({ actor, ip }, id) => {
      await writeOrg(context, actor.orgId, actor.userId, async (change) => {
        const row = await change.database
          .selectFrom('api_token')
          .where('id', '=', id)
          .where('org', '=', actor.orgId)
          .select(['user_id', 'name'])
          .executeTakeFirst()
        const isOwn = row?.user_id === actor.userId
        const by = await presentRole(change.database, actor)
        // Other people's tokens appear not to exist to those who may not see them.
        if (row === undefined || (!isOwn && !mayManageMembers(by))) throw new TidemarkError('not-found')
        await change.database.deleteFrom('api_token').where('id', '=', id).execute()
        await appendAuditEvent(change.database, {
          orgId: actor.orgId,
          at: clock(),
          source: auditSourceOf(actor, ip),
          action: 'token-revoked',
          target: id,
          detail: { name: row.name, of: row.user_id },
        })
      })
    },

    authenticate: async (secret) => {
      const at = clock()
      const row = await database
        .selectFrom('api_token')
        .innerJoin('member', (on) =>
          on.onRef('member.organizationId', '=', 'api_token.org').onRef('member.userId', '=', 'api_token.user_id'),
        )
        .innerJoin('user', 'user.id', 'api_token.user_id')
        .where('api_token.hash', '=', hashOfToken(secret))
        .select(['api_token.id', 'org', 'user_id', 'scopes', 'api_token.role', 'expires_at', 'last_used_at'])
        .select(['member.role as memberRole', 'member.attributes', 'member.groups', 'user.name', 'user.email'])
        .executeTakeFirst()
      if (row === undefined || row.expires_at <= at) throw new TidemarkError('token-invalid')
      if (row.last_used_at === null || row.last_used_at < at - lastUsedStepMs)
        await database.updateTable('api_token').set({ last_used_at: at }).where('id', '=', row.id).execute()
      return {
        tokenId: row.id,
        scopes: parseScopes(row.scopes),
        actor: {
          ...memberActor({
            ...{ userId: row.user_id, orgId: row.org, role: lowerRole(row.role, row.memberRole) },
            ...{ name: row.name, email: row.email, attributes: row.attributes, groups: row.groups },
          }),
          kind: 'token',
        },
      }
    },
  }
}

function toApiToken(row: AccountTables['api_token']): ApiToken {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    scopes: parseScopes(row.scopes),
    role: row.role,
    createdBy: row.user_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }
}

function parseScopes(text: string) {
  return z.array(tokenScopeSchema).parse(JSON.parse(text))
}
