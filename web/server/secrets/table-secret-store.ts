import type { AccountDatabase } from '../store/accounts/account-database'
import type { KeyRing } from './key-ring'
import { openText, sealText } from './sealed-text'
import type { SecretStore } from './secret-store'

/**
 * Opens the passwords of connections in the store's own tables, so that every instance has them. Passwords encrypted
 * with an earlier key are encrypted with the current one at opening; those whose key is missing are kept, because the
 * key may come back.
 */
export async function openTableSecretStore(database: AccountDatabase, keys: KeyRing): Promise<SecretStore> {
  const set: SecretStore['set'] = async (orgId, connectionId, password) => {
    const { keyId, ...sealed } = sealText(keys, ownerOf(orgId, connectionId), password)
    const row = { key_id: keyId, ...sealed }
    await database
      .insertInto('connection_secret')
      .values({ org: orgId, connection_id: connectionId, ...row })
      .onConflict((conflict) => conflict.columns(['org', 'connection_id']).doUpdateSet(row))
      .execute()
  }

  const get: SecretStore['get'] = async (orgId, connectionId) => {
    const row = await database
      .selectFrom('connection_secret')
      .where('org', '=', orgId)
      .where('connection_id', '=', connectionId)
      .select(['key_id as keyId', 'nonce', 'tag', 'text'])
      .executeTakeFirst()
    return row === undefined ? undefined : (openText(keys, ownerOf(orgId, connectionId), row) ?? undefined)
  }

  const old = await database
    .selectFrom('connection_secret')
    .where('key_id', '!=', keys.current.id)
    .select(['org', 'connection_id'])
    .execute()
  for (const { org, connection_id: connectionId } of old) {
    const password = await get(org, connectionId)
    if (password !== undefined) await set(org, connectionId, password)
  }

  return {
    get,
    set,
    delete: async (orgId, connectionId) => {
      await database
        .deleteFrom('connection_secret')
        .where('org', '=', orgId)
        .where('connection_id', '=', connectionId)
        .execute()
    },
    countLocked: async () => {
      const locked = await database
        .selectFrom('connection_secret')
        .where('key_id', 'not in', [...keys.byId.keys()])
        .select('connection_id')
        .execute()
      return locked.length
    },
  }
}

/** Returns the owner of a secret, so that it decrypts for no other connection. */
function ownerOf(orgId: string, connectionId: string): string {
  return `${orgId}/${connectionId}`
}
