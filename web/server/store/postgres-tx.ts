import type { JsonObject } from '@tidemark/shared/base/json'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { ClientBase, QueryResult, QueryResultRow } from 'pg'
import type { Logger } from '../log'
import { toPostgresError } from './postgres-errors'
import { readStatements, writeStatements, type Statement } from './postgres-statements'
import type { SqlConnection } from './sql-tables'
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
export class PostgresReadTx implements StoreReadTx {
  readonly orgId: string
  readonly #client: ClientBase
  readonly #log: Logger
  #isEnded = false

  constructor(orgId: string, client: ClientBase, log: Logger) {
    this.orgId = orgId
    this.#client = client
    this.#log = log
  }

  end(): void {
    this.#isEnded = true
  }

  async getOrg(): Promise<OrgState> {
    const { rows } = await this.ask<OrgState & QueryResultRow>(readStatements.getOrg, [this.orgId])
    return rows[0] ?? newOrg
  }

  async getEntry(key: string): Promise<StoredEntry | undefined> {
    const { rows } = await this.ask<EntryRow & QueryResultRow>(readStatements.getEntry, [this.orgId, key])
    return rows[0] && toStoredEntry(rows[0], this.#log)
  }

  async scanEntries(prefix: string, audiences: readonly string[], limit?: number): Promise<readonly LiveEntry[]> {
    const values = [this.orgId, audiences, prefix, prefix + lastCharacter, limit ?? null]
    const { rows } = await this.ask<EntryRow & QueryResultRow>(readStatements.scanEntries, values)
    return rows.map((row) => toStoredEntry(row, this.#log)).filter(isLive)
  }

  async listChanges(afterVersion: number, audiences: readonly string[]): Promise<readonly StoredEntry[]> {
    const values = [this.orgId, audiences, afterVersion]
    const { rows } = await this.ask<EntryRow & QueryResultRow>(readStatements.listChanges, values)
    return rows.map((row) => toStoredEntry(row, this.#log))
  }

  async listRevisions(key: string): Promise<readonly Revision[]> {
    const { rows } = await this.ask<RevisionRow & QueryResultRow>(readStatements.listRevisions, [this.orgId, key])
    return rows.map((row) => toRevision(key, row, this.#log))
  }

  async listPast(path: string, beforeVersion: number, maxVersions: number): Promise<readonly PastChange[]> {
    const values = [this.orgId, ...keyRangeOf(path), beforeVersion, maxVersions]
    const { rows } = await this.ask<PastChangeRow & QueryResultRow>(readStatements.listPast, values)
    return rows.map((row) => toPastChange(row, this.#log))
  }

  async getClientGroup(id: string): Promise<ClientGroup | undefined> {
    return (await this.ask<ClientGroup & QueryResultRow>(readStatements.getClientGroup, [id])).rows[0]
  }

  async getClient(id: string): Promise<Client | undefined> {
    return (await this.ask<Client & QueryResultRow>(readStatements.getClient, [id])).rows[0]
  }

  async listClients(groupId: string, afterVersion: number): Promise<readonly Client[]> {
    return (await this.ask<Client & QueryResultRow>(readStatements.listClients, [groupId, afterVersion])).rows
  }

  /** Runs a statement of this transaction; what PostgreSQL throws leaves as a catalogued error. */
  protected async ask<Row extends QueryResultRow>(statement: Statement, values: unknown[]): Promise<QueryResult<Row>> {
    if (this.#isEnded) throw new TidemarkError('store-failed', { detail: 'The transaction has ended.' })
    try {
      return await this.#client.query<Row>({ ...statement, values })
    } catch (thrown) {
      throw toPostgresError(thrown)
    }
  }
}

/** A writing transaction that has already raised the org to `version`. */
export class PostgresWriteTx extends PostgresReadTx implements StoreWriteTx {
  readonly version: number
  readonly tables: SqlConnection
  readonly #author: Author
  #hasWritten = false

  constructor(orgId: string, client: ClientBase, log: Logger, author: Author, version: number) {
    super(orgId, client, log)
    this.#author = author
    this.version = version
    this.tables = {
      engine: 'postgres',
      run: async (sql, values) => {
        const { rows, rowCount, command } = await this.ask({ text: sql }, [...values])
        const changedCount = command === 'SELECT' ? 0 : (rowCount ?? 0)
        if (changedCount > 0) this.#hasWritten = true
        return { rows, changedCount }
      },
    }
  }

  get hasWritten(): boolean {
    return this.#hasWritten
  }

  async putEntry(key: string, value: JsonObject, audience: string): Promise<void> {
    const { userId, at } = this.#author
    const values = [this.orgId, key, encodeValue(key, value), this.version, audience]
    const count = hasHistory(key)
      ? await this.#write(writeStatements.putEntryWithRevision, [...values, userId, at])
      : await this.#write(writeStatements.putEntry, values)
    if (count === 0) throw new TidemarkError('store-failed', { detail: `${key} belongs to another audience` })
  }

  async deleteEntry(key: string): Promise<void> {
    const { userId, at } = this.#author
    const values = [this.orgId, key, this.version]
    if (hasHistory(key)) await this.#write(writeStatements.deleteEntryWithRevision, [...values, userId, at])
    else await this.#write(writeStatements.deleteEntry, values)
  }

  async putClientGroup({ id, userId }: Omit<ClientGroup, 'orgId'>): Promise<void> {
    await this.#write(writeStatements.putClientGroup, [id, this.orgId, userId])
  }

  async putClient({ id, groupId, lastMutationId }: Omit<Client, 'version'>): Promise<void> {
    const count = await this.#write(writeStatements.putClient, [id, groupId, lastMutationId, this.version])
    if (count === 0) throw new TidemarkError('store-failed', { detail: `client ${id} belongs to another group` })
  }

  async collectTombstones(upToVersion: number): Promise<void> {
    await this.#write(writeStatements.deleteTombstones, [this.orgId, upToVersion])
    await this.#write(writeStatements.raiseGcVersion, [this.orgId, upToVersion])
  }

  async raiseEpoch(): Promise<void> {
    await this.#write(writeStatements.raiseEpoch, [this.orgId])
    await this.#write(writeStatements.deleteClientGroups, [this.orgId])
  }

  /** Returns how many rows were written. */
  async #write(statement: Statement, values: unknown[]): Promise<number> {
    const { rowCount } = await this.ask(statement, values)
    if (rowCount === null || rowCount === 0) return 0
    this.#hasWritten = true
    return rowCount
  }
}
