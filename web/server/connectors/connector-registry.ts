import type { Connection } from '@tidemark/shared/connections/connection'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { SecretStore } from '../secrets/secret-store'
import type { CreateConnector } from './create-connector'
import type { Connector } from './connector'

/** Keeps the connectors in use, by connection. */
export interface ConnectorRegistry {
  /**
   * Runs with the connection's connector, which is created if there is none or its settings have changed. Fails with
   * `connection-password` if the stored password is missing or cannot be decrypted.
   */
  use<T>(orgId: string, connection: Connection, run: (connector: Connector) => Promise<T>): Promise<T>
  close(): Promise<void>
}

interface Entry {
  readonly settingsAt: number
  readonly connector: Promise<Connector>
  useCount: number
  lastUsedAt: number
}

const maxIdleMs = 5 * 60_000

export function createConnectorRegistry(secrets: Pick<SecretStore, 'get'>, create: CreateConnector): ConnectorRegistry {
  const entriesById = new Map<string, Entry>()
  const retired = new Set<Entry>()

  const closeEntry = async (entry: Entry): Promise<void> => {
    // A connector that could not be created has nothing to close; its caller received the failure.
    const connector = await entry.connector.catch(() => undefined)
    await connector?.close()
  }
  const retire = (id: string, entry: Entry): void => {
    if (entriesById.get(id) === entry) entriesById.delete(id)
    if (entry.useCount === 0) void closeEntry(entry)
    else retired.add(entry)
  }
  const sweep = setInterval(() => {
    for (const [id, entry] of entriesById)
      if (entry.useCount === 0 && Date.now() - entry.lastUsedAt > maxIdleMs) retire(id, entry)
  }, maxIdleMs)
  sweep.unref()

  const make = async (orgId: string, connection: Connection): Promise<Connector> => {
    if (connection.kind === 'sqlite') return await create(orgId, connection, '')
    const password = await secrets.get(orgId, connection.id)
    if (password === undefined) {
      throw new TidemarkError('connection-password', {
        detail: `The one kept for “${connection.name}” cannot be opened any more: this server has another secret than when it was entered, or it is missing.`,
        hint: 'An admin can enter it again: on the connection’s page, under Settings.',
      })
    }
    return await create(orgId, connection, password)
  }

  return {
    use: async (orgId, connection, run) => {
      const id = `${orgId}/${connection.id}`
      const known = entriesById.get(id)
      if (known !== undefined && known.settingsAt !== connection.settingsAt) retire(id, known)
      let entry = entriesById.get(id)
      if (entry === undefined) {
        entry = {
          settingsAt: connection.settingsAt,
          connector: make(orgId, connection),
          useCount: 0,
          lastUsedAt: Date.now(),
        }
        entriesById.set(id, entry)
      }
      const used = entry
      used.useCount += 1
      try {
        return await run(
          await used.connector.catch((cause: unknown) => {
            if (entriesById.get(id) === used) entriesById.delete(id)
            throw cause
          }),
        )
      } finally {
        used.useCount -= 1
        used.lastUsedAt = Date.now()
        if (used.useCount === 0 && retired.delete(used)) void closeEntry(used)
      }
    },
    close: async () => {
      clearInterval(sweep)
      const entries = [...entriesById.values(), ...retired]
      entriesById.clear()
      retired.clear()
      await Promise.all(entries.map(closeEntry))
    },
  }
}
