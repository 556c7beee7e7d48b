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
  MovedEntry,
  OrgState,
  PastChange,
  Revision,
  StoredEntry,
  StoreReadTx,
  StoreWriteTx,
} from './store'
import {
  hasHistory,
  decidesWhoSees,
  rowBytes,
  isLive,
  keyRangeOf,
  lastCharacter,
  moveOf,
  newOrg,
  parseAudiences,
  toPastChange,
  toRevision,
  toStoredEntry,
  type EntryPlace,
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

  async listEntries(prefix: string): Promise<readonly LiveEntry[]> {
    const values = [this.orgId, prefix, prefix + lastCharacter]
    const { rows } = await this.ask<EntryRow & QueryResultRow>(readStatements.listEntries, values)
    return rows.map((row) => toStoredEntry(row, this.#log)).filter(isLive)
  }

  async listMoved(version: number, audiences: readonly string[]): Promise<readonly MovedEntry[]> {
    const values = [this.orgId, audiences, version]
    return (await this.ask<MovedEntry & QueryResultRow>(readStatements.listMoved, values)).rows
  }

  async listHeld(version: number, audiences: readonly string[]): Promise<readonly string[]> {
    const { rows } = await this.ask<{ key: string }>(readStatements.listHeld, [this.orgId, audiences, version])
    return rows.map(({ key }) => key)
  }

  async getAudiences(userId: string, hash: string): Promise<readonly string[] | undefined> {
    const { rows } = await this.ask<{ audiences: string }>(readStatements.getAudiences, [this.orgId, userId, hash])
    return rows[0] && parseAudiences(rows[0].audiences)
  }

  async getStaleVersion(before: number): Promise<number> {
    const { rows } = await this.ask<{ version: number | null }>(readStatements.getStaleVersion, [this.orgId, before])
    return rows[0]?.version ?? 0
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
  /** Where entries stand that this transaction has met; undefined: nowhere. */
  readonly #places = new Map<string, EntryPlace | undefined>()
  #hasWritten = false
  #writtenBytes = 0

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

  get writtenBytes(): number {
    return this.#writtenBytes
  }

  /** Of one org only one transaction writes at a time: what it has read stays true until it writes. */
  override async getEntry(key: string): Promise<StoredEntry | undefined> {
    const entry = await super.getEntry(key)
    this.#places.set(key, entry && { ...entry, deleted: entry.value === null })
    return entry
  }

  async putEntry(key: string, value: JsonObject, audience: string): Promise<void> {
    const { userId, at } = this.#author
    const text = encodeValue(key, value)
    this.#writtenBytes += text.length + rowBytes
    const since = await this.#place(key, audience)
    const values = [this.orgId, key, text, this.version, audience, since]
    if (hasHistory(key)) await this.#write(writeStatements.putEntryWithRevision, [...values, userId, at])
    else await this.#write(writeStatements.putEntry, values)
    if (decidesWhoSees(key)) await this.#write(writeStatements.noteFolders, [this.orgId])
    this.#places.set(key, { audience, since, version: this.version, deleted: false })
  }

  async moveEntry(key: string, audience: string): Promise<void> {
    const since = await this.#place(key, audience)
    await this.#write(writeStatements.moveEntry, [this.orgId, key, audience, since, this.version])
    this.#places.delete(key)
  }

  async deleteEntry(key: string): Promise<void> {
    const { userId, at } = this.#author
    const values = [this.orgId, key, this.version]
    const count = hasHistory(key)
      ? await this.#write(writeStatements.deleteEntryWithRevision, [...values, userId, at])
      : await this.#write(writeStatements.deleteEntry, values)
    if (count > 0 && decidesWhoSees(key)) await this.#write(writeStatements.noteFolders, [this.orgId])
    this.#places.delete(key)
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
    await this.#write(writeStatements.deleteMoves, [this.orgId, upToVersion])
    this.#places.clear()
    await this.#write(writeStatements.raiseGcVersion, [this.orgId, upToVersion])
  }

  async raiseEpoch(): Promise<void> {
    await this.#write(writeStatements.raiseEpoch, [this.orgId])
    await this.#write(writeStatements.deleteClientGroups, [this.orgId])
  }

  /** Leaves a record where an audience loses the entry; returns from when on the new one sees it. */
  async #place(key: string, audience: string): Promise<number> {
    if (!this.#places.has(key)) await this.getEntry(key)
    const { since, left } = moveOf(this.#places.get(key), audience, this.version)
    if (left !== null) {
      const values = [this.orgId, left.audience, left.version, key, left.since, this.#author.at]
      await this.#write(writeStatements.putMove, values)
    }
    return since
  }

  /** Returns how many rows were written. */
  async #write(statement: Statement, values: unknown[]): Promise<number> {
    const { rowCount } = await this.ask(statement, values)
    if (rowCount === null || rowCount === 0) return 0
    this.#hasWritten = true
    return rowCount
  }
}
