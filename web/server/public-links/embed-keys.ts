import { randomBytes } from 'node:crypto'
import { roleAtLeast } from '@tidemark/shared/access/roles'
import type { Actor } from '@tidemark/shared/access/actor'
import { newId } from '@tidemark/shared/base/ids'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { mostEmbedKeys, type CreatedEmbedKey, type EmbedKey } from '@tidemark/shared/public-links/embed-key'
import type { Selectable } from 'kysely'
import type { SecretStore } from '../secrets/secret-store'
import type { AccountTables } from '../store/accounts/account-tables'
import type { AccountDatabase } from '../store/accounts/account-database'
import { appendAuditEvent, auditSourceOf } from '../store/accounts/audit-log'
import { writeOrg, type TeamContext } from '../team/accounts/team-context'
import { presentRole } from '../team/members/member-service'
import type { Caller } from '../team/signed-in'

/** The keys with which a workspace's products sign the pages that they embed. All fail with `forbidden` for who is no admin. */
export interface EmbedKeyService {
  list(actor: Actor): Promise<readonly EmbedKey[]>
  /** Fails with `invalid-request` while there are two. */
  create(caller: Caller): Promise<CreatedEmbedKey>
  /** Refuses what is signed with a key from now on. Fails with `not-found`. */
  revoke(caller: Caller, id: string): Promise<void>
}

/** Hands out the secrets of keys to check signatures with. */
export interface EmbedSecrets {
  /** Returns the valid keys of a workspace by id. */
  of(orgId: string): Promise<ReadonlyMap<string, Uint8Array>>
  noteUse(id: string): Promise<void>
}

interface EmbedKeysOptions {
  readonly context: Pick<TeamContext, 'store' | 'pokes' | 'clock'> & { readonly database: AccountDatabase }
  readonly secrets: SecretStore
}

const secretBytes = 32
const noteEveryMs = 60_000

export function createEmbedKeys(options: EmbedKeysOptions): EmbedKeyService & EmbedSecrets {
  const { context, secrets } = options
  const { database, clock } = context
  const notedAt = new Map<string, number>()

  const keysOf = (orgId: string, within = database) =>
    within.selectFrom('embed_key').where('org', '=', orgId).selectAll().orderBy('created_at', 'desc').execute()

  const write = (
    { actor, ip }: Caller,
    action: 'embed-key-created' | 'embed-key-revoked',
    id: string,
    run: (within: AccountDatabase) => Promise<void>,
  ) =>
    writeOrg(context, actor.orgId, actor.userId, async (change) => {
      mustBeAdmin({ role: await presentRole(change.database, actor) })
      await run(change.database)
      const source = auditSourceOf(actor, ip)
      await appendAuditEvent(change.database, {
        ...{ orgId: actor.orgId, at: clock(), source, action, target: id, detail: {} },
      })
    })

  return {
    list: async (actor) => {
      mustBeAdmin(actor)
      return (await keysOf(actor.orgId)).map(toEmbedKey)
    },

    create: async (caller) => {
      const { orgId, userId } = caller.actor
      const row = { id: newId(), org: orgId, created_by: userId, created_at: clock(), last_used_at: null }
      const secret = randomBytes(secretBytes).toString('base64url')
      mustBeAdmin(caller.actor)
      await secrets.set(orgId, secretIdOf(row.id), secret)
      try {
        await write(caller, 'embed-key-created', row.id, async (within) => {
          if ((await keysOf(orgId, within)).length >= mostEmbedKeys)
            throw new TidemarkError('invalid-request', {
              detail: 'There are two keys already. Revoke the one that is not used any more first.',
            })
          await within.insertInto('embed_key').values(row).execute()
        })
      } catch (thrown) {
        await secrets.delete(orgId, secretIdOf(row.id))
        throw thrown
      }
      return { key: toEmbedKey(row), secret }
    },

    revoke: async (caller, id) => {
      const { orgId } = caller.actor
      await write(caller, 'embed-key-revoked', id, async (within) => {
        const { numDeletedRows } = await within
          .deleteFrom('embed_key')
          .where('id', '=', id)
          .where('org', '=', orgId)
          .executeTakeFirst()
        if (Number(numDeletedRows) === 0) throw new TidemarkError('not-found')
      })
      await secrets.delete(orgId, secretIdOf(id))
    },

    of: async (orgId) => {
      const keys = await keysOf(orgId)
      const found = await Promise.all(
        keys.map(async ({ id }) => [id, await secrets.get(orgId, secretIdOf(id))] as const),
      )
      // A product signs with the text that it was told.
      return new Map(
        found.flatMap(([id, secret]) => (secret === undefined ? [] : [[id, Buffer.from(secret)] as const])),
      )
    },

    noteUse: async (id) => {
      const at = clock()
      if (at - (notedAt.get(id) ?? 0) < noteEveryMs) return
      notedAt.set(id, at)
      await database.updateTable('embed_key').set({ last_used_at: at }).where('id', '=', id).execute()
    },
  }
}

function mustBeAdmin({ role }: Pick<Actor, 'role'>): void {
  if (!roleAtLeast(role, 'admin')) throw new TidemarkError('forbidden')
}

/** Returns the id of a secret among those of connections, whose ids have no colon. */
function secretIdOf(id: string): string {
  return `embed-key:${id}`
}

function toEmbedKey(row: Selectable<AccountTables['embed_key']>): EmbedKey {
  return { id: row.id, createdBy: row.created_by, createdAt: row.created_at, lastUsedAt: row.last_used_at }
}
