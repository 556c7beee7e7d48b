import type { SecretStore } from '@/server/secrets/secret-store'

/** Returns a store of secrets without the keys of an installation. */
export function secretsInMemory(): SecretStore {
  const sealed = new Map<string, string>()
  const keyOf = (orgId: string, id: string) => `${orgId} ${id}`
  return {
    get: async (orgId, id) => sealed.get(keyOf(orgId, id)),
    set: async (orgId, id, text) => void sealed.set(keyOf(orgId, id), text),
    delete: async (orgId, id) => void sealed.delete(keyOf(orgId, id)),
    countLocked: async () => 0,
  }
}
