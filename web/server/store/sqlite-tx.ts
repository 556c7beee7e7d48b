import type { JsonObject } from '@tidemark/shared/base/json'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Logger } from '../log'
import { toStoreError } from './sqlite-errors'
import type { SqlConnection, SqlResult } from './sql-tables'
import type { ReadStatements, WriteStatements } from './sqlite-statements'
import type {
  Author,
  Client,
  ClientGroup,
  LiveEntry,
  OrgState,
  PastChange,
  Revision,
  StoredEntry,
  StoreReadTx,
  StoreWriteTx,
} from './store'
import {
  hasHistory,
  isLive,
  keyRangeOf,
  lastCharacter,
  newOrg,
  toPastChange,
  toRevision,
  toStoredEntry,
  type EntryRow,
  type PastChangeRow,
  type RevisionRow,
} from './stored-rows'
import { encodeValue } from './stored-value'

/** The reads of one transaction. Usable until `end`; one that is kept longer fails instead of reading another state. */
export class SqliteReadTx implements StoreReadTx {
  readonly orgId: string
  readonly #reads: ReadStatements
  readonly #log: Logger
  #isEnded = false

  constructor(orgId: string, reads: ReadStatements, log: Logger) {
    this.orgId = orgId
    this.#reads = reads
    this.#log = log
  }

  end(): void {
    this.#isEnded = true
  }

  async getOrg(): Promise<OrgState> {
    const row: OrgState | undefined = this.ask(() => this.#reads.getOrg.get(this.orgId))
    return row ?? newOrg
  }

  async getEntry(key: string): Promise<StoredEntry | undefined> {
    const row: EntryRow | undefined = this.ask(() => this.#reads.getEntry.get(this.orgId, key))
    return row && toStoredEntry(row, this.#log)
  }

  async scanEntries(prefix: string, audiences: readonly string[], limit?: number): Promise<readonly LiveEntry[]> {
    const { scanEntries } = this.#reads
    const found: LiveEntry[] = []
    for (const audience of audiences) {
      const rows: EntryRow[] = this.ask(() =>
        scanEntries.all(this.orgId, audience, prefix, prefix + lastCharacter, limit ?? -1),
      )
      for (const row of rows) {
        const entry = toStoredEntry(row, this.#log)
        if (isLive(entry)) found.push(entry)
      }
    }
    // Each audience gave its own first ones.
    return audiences.length > 1 ? found.sort(byKey).slice(0, limit) : found
  }

  async listChanges(afterVersion: number, audiences: readonly string[]): Promise<readonly StoredEntry[]> {
    const { listChanges } = this.#reads
    const found: StoredEntry[] = []
    for (const audience of audiences) {
      const rows: EntryRow[] = this.ask(() => listChanges.all(this.orgId, audience, afterVersion))
      for (const row of rows) found.push(toStoredEntry(row, this.#log))
    }
    return audiences.length > 1 ? found.sort((a, b) => a.version - b.version || byKey(a, b)) : found
  }

  async listRevisions(key: string): Promise<readonly Revision[]> {
    const rows: RevisionRow[] = this.ask(() => this.#reads.listRevisions.all(this.orgId, key))
    return rows.map((row) => toRevision(key, row, this.#log))
  }

  async listPast(path: string, beforeVersion: number, maxVersions: number): Promise<readonly PastChange[]> {
    const [first, end] = keyRangeOf(path)
    const values = { org: this.orgId, first, end, before: beforeVersion, count: maxVersions }
    const rows: PastChangeRow[] = this.ask(() => this.#reads.listPast.all(values))
    return rows.map((row) => toPastChange(row, this.#log))
  }

  async getClientGroup(id: string): Promise<ClientGroup | undefined> {
    return this.ask(() => this.#reads.getClientGroup.get(id))
  }

  async getClient(id: string): Promise<Client | undefined> {
    return this.ask(() => this.#reads.getClient.get(id))
  }

  async listClients(groupId: string, afterVersion: number): Promise<readonly Client[]> {
    return this.ask(() => this.#reads.listClients.all(groupId, afterVersion))
  }

  /** Runs statements of this transaction; what SQLite throws leaves as a catalogued error. */
  protected ask<T>(run: () => T): T {
    if (this.#isEnded) throw new TidemarkError('store-failed', { detail: 'The transaction has ended.' })
    try {
      return run()
    } catch (thrown) {
      throw toStoreError(thrown)
    }
  }
}

/** A writing transaction that has already raised the org to `version`. */
export class SqliteWriteTx extends SqliteReadTx implements StoreWriteTx {
  readonly version: number
  readonly tables: SqlConnection
  readonly #writes: WriteStatements
  readonly #author: Author
  #hasWritten = false

  constructor(
    orgId: string,
    connection: {
      readonly reads: ReadStatements
      readonly writes: WriteStatements
      readonly log: Logger
      readonly runSql: (sql: string, values: readonly unknown[]) => SqlResult
    },
    author: Author,
    version: number,
  ) {
    super(orgId, connection.reads, connection.log)
    this.#writes = connection.writes
    this.#author = author
    this.version = version
    this.tables = {
      engine: 'sqlite',
      run: async (sql, values) => {
        const result = this.ask(() => connection.runSql(sql, values))
        if (result.changedCount > 0) this.#hasWritten = true
        return result
      },
    }
  }

  get hasWritten(): boolean {
    return this.#hasWritten
  }

  async putEntry(key: string, value: JsonObject, audience: string): Promise<void> {
    const text = encodeValue(key, value)
    this.#write(() => {
      const { changes } = this.#writes.putEntry.run(this.orgId, key, text, this.version, audience)
      if (changes === 0) throw new TidemarkError('store-failed', { detail: `${key} belongs to another audience` })
      this.#writeRevision(key, text)
    })
  }

  async deleteEntry(key: string): Promise<void> {
    const { changes } = this.ask(() => this.#writes.deleteEntry.run(this.version, this.orgId, key))
    if (changes > 0) this.#write(() => this.#writeRevision(key, null))
  }

  async putClientGroup({ id, userId }: Omit<ClientGroup, 'orgId'>): Promise<void> {
    this.#write(() => this.#writes.putClientGroup.run(id, this.orgId, userId))
  }

  async putClient({ id, groupId, lastMutationId }: Omit<Client, 'version'>): Promise<void> {
    this.#write(() => {
      const { changes } = this.#writes.putClient.run(id, groupId, lastMutationId, this.version)
      if (changes === 0) throw new TidemarkError('store-failed', { detail: `client ${id} belongs to another group` })
    })
  }

  async collectTombstones(upToVersion: number): Promise<void> {
    this.#write(() => {
      this.#writes.deleteTombstones.run(this.orgId, upToVersion)
      this.#writes.raiseGcVersion.run(upToVersion, this.orgId)
    })
  }

  async raiseEpoch(): Promise<void> {
    this.#write(() => {
      this.#writes.raiseEpoch.run(this.orgId)
      this.#writes.deleteClientGroups.run(this.orgId)
    })
  }

  #write(run: () => unknown): void {
    this.ask(run)
    this.#hasWritten = true
  }

  #writeRevision(key: string, text: string | null): void {
    if (!hasHistory(key)) return
    this.#writes.putRevision.run(this.orgId, key, this.version, text, this.#author.userId, this.#author.at)
  }
}

function byKey(a: StoredEntry, b: StoredEntry): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0
}
