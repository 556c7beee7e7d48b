import type { JsonObject } from '@tidemark/shared/base/json'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Logger } from '../observability/log'
import type { SqlConnection, SqlEngine, SqlResult } from './sql-tables'
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
import type { EntryColumns, PlaceColumns, Statement, StoreStatements } from './store-statements'
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
  type PastChangeRow,
  type RevisionRow,
} from './stored-rows'
import { encodeValue, getCommitted, noteCommitted, type CommittedScope } from './stored-value'

/** A connection inside a transaction. Its driver's errors become catalogued ones. */
export interface StoreConnection {
  readonly engine: SqlEngine
  readonly statements: StoreStatements
  ask(statement: Statement, values: readonly unknown[]): Promise<SqlResult>
  /** Runs a statement on the relational tables beside the entries. */
  runSql(sql: string, values: readonly unknown[]): Promise<SqlResult>
  /** Converts a list of texts to the engine's form of a single parameter. */
  listOf(texts: readonly string[]): unknown
}

/**
 * Up to this share of uncached entries, they are read one by one, although each then takes about twice as long as
 * within a list.
 */
const mostReadSingly = 0.25

/** The reads of one transaction, usable until `end`. A later read fails instead of seeing another state. */
export class ReadTx implements StoreReadTx {
  readonly orgId: string
  protected readonly connection: StoreConnection
  protected readonly statements: StoreStatements
  readonly #log: Logger
  readonly #scope: CommittedScope | null
  #isEnded = false

  /** scope: identifies cached values, for a transaction that reads only committed data; otherwise null. */
  constructor(orgId: string, connection: StoreConnection, log: Logger, scope: CommittedScope | null) {
    this.orgId = orgId
    this.statements = connection.statements
    this.connection = connection
    this.#log = log
    this.#scope = scope
  }

  end(): void {
    this.#isEnded = true
  }

  async getOrg(): Promise<OrgState> {
    const [org] = await this.rowsOf<OrgState>(this.statements.getOrg, [this.orgId])
    return org ?? newOrg
  }

  async getEntry(key: string): Promise<StoredEntry | undefined> {
    const [row] = await this.rowsOf<EntryColumns>(this.statements.getEntry, [this.orgId, key])
    return row && this.#entryOf(row)
  }

  async scanEntries(prefix: string, audiences: readonly string[], limit?: number): Promise<readonly LiveEntry[]> {
    const values = [this.orgId, this.connection.listOf(audiences), prefix, prefix + lastCharacter]
    const { scanEntries, scanFirstEntries, scanPlaces } = this.statements
    if (limit !== undefined) return await this.#live(scanFirstEntries, [...values, limit])
    return await this.#liveByPlace(scanPlaces, scanEntries, values)
  }

  async listEntries(prefix: string): Promise<readonly LiveEntry[]> {
    const { listEntries, listPlaces } = this.statements
    return await this.#liveByPlace(listPlaces, listEntries, [this.orgId, prefix, prefix + lastCharacter])
  }

  async listChanges(afterVersion: number, audiences: readonly string[]): Promise<readonly StoredEntry[]> {
    const values = [this.orgId, this.connection.listOf(audiences), afterVersion]
    const rows = await this.rowsOf<EntryColumns>(this.statements.listChanges, values)
    return rows.map((row) => this.#entryOf(row))
  }

  async listMoved(version: number, audiences: readonly string[]): Promise<readonly MovedEntry[]> {
    const values = [this.orgId, this.connection.listOf(audiences), version]
    return await this.rowsOf<MovedEntry>(this.statements.listMoved, values)
  }

  async listHeld(version: number, audiences: readonly string[]): Promise<readonly string[]> {
    const values = [this.orgId, this.connection.listOf(audiences), version]
    const rows = await this.rowsOf<{ readonly key: string }>(this.statements.listHeld, values)
    return rows.map(({ key }) => key)
  }

  async getAudiences(userId: string, hash: string): Promise<readonly string[] | undefined> {
    const values = [this.orgId, userId, hash]
    const [row] = await this.rowsOf<{ readonly audiences: string }>(this.statements.getAudiences, values)
    return row && parseAudiences(row.audiences)
  }

  async getStaleVersion(before: number): Promise<number> {
    const values = [this.orgId, before]
    const [row] = await this.rowsOf<{ readonly version: number | null }>(this.statements.getStaleVersion, values)
    return row?.version ?? 0
  }

  async listRevisions(key: string): Promise<readonly Revision[]> {
    const rows = await this.rowsOf<RevisionRow>(this.statements.listRevisions, [this.orgId, key])
    return rows.map((row) => toRevision(key, row, this.#log))
  }

  async listPast(path: string, beforeVersion: number, maxVersions: number): Promise<readonly PastChange[]> {
    const values = [this.orgId, ...keyRangeOf(path), beforeVersion, maxVersions]
    const rows = await this.rowsOf<PastChangeRow>(this.statements.listPast, values)
    return rows.map((row) => toPastChange(row, this.#log))
  }

  async getClientGroup(id: string): Promise<ClientGroup | undefined> {
    return (await this.rowsOf<ClientGroup>(this.statements.getClientGroup, [id]))[0]
  }

  async getClient(id: string): Promise<Client | undefined> {
    return (await this.rowsOf<Client>(this.statements.getClient, [id]))[0]
  }

  async listClients(groupId: string, afterVersion: number): Promise<readonly Client[]> {
    return await this.rowsOf<Client>(this.statements.listClients, [groupId, afterVersion])
  }

  async #live(statement: Statement, values: readonly unknown[]): Promise<readonly LiveEntry[]> {
    const rows = await this.rowsOf<EntryColumns>(statement, values)
    return rows.map((row) => this.#entryOf(row)).filter(isLive)
  }

  /**
   * Reads entries by their places first, if most of their values are cached: reading the texts from SQLite is half the
   * work of a full pull.
   */
  async #liveByPlace(
    readPlaces: Statement,
    readEntries: Statement,
    asked: readonly unknown[],
  ): Promise<readonly LiveEntry[]> {
    const scope = this.#scope
    if (scope === null) return await this.#live(readEntries, asked)
    const places = await this.rowsOf<PlaceColumns>(readPlaces, asked)
    const values = places.map(([key, version]) => getCommitted(scope, key, version))
    const unknownCount = values.filter((value) => value === undefined).length
    if (unknownCount > places.length * mostReadSingly) return await this.#live(readEntries, asked)
    const unknownKeys = places.map(([key]) => key).filter((_, index) => values[index] === undefined)
    const read = new Map<string, StoredEntry | undefined>()
    for (const key of unknownKeys) read.set(key, await this.getEntry(key))
    return places
      .map(([key, version, audience, since], index) => {
        const value = values[index]
        return value === undefined ? read.get(key) : { key, value, version, audience, since }
      })
      .filter((entry) => entry !== undefined && isLive(entry))
  }

  #entryOf([key, value, version, audience, since]: EntryColumns): StoredEntry {
    const entry = toStoredEntry({ key, value, version, audience, since }, this.#log)
    if (this.#scope !== null && entry.value !== null) noteCommitted(this.#scope, key, version, entry.value)
    return entry
  }

  protected async rowsOf<Row>(statement: Statement, values: readonly unknown[]): Promise<readonly Row[]> {
    this.mustRun()
    const { rows } = await this.connection.ask(statement, values)
    // The statement selects these columns.
    return rows as readonly Row[]
  }

  protected mustRun(): void {
    if (this.#isEnded) throw new TidemarkError('store-failed', { detail: 'The transaction has ended.' })
  }
}

interface PlaceRow extends Omit<EntryPlace, 'deleted'> {
  readonly isDeleted: boolean | number
}

/** A writing transaction that has already raised the org's version to `version`. */
export class WriteTx extends ReadTx implements StoreWriteTx {
  readonly version: number
  readonly tables: SqlConnection
  readonly #author: Author
  /** The places of the entries that this transaction has read or written; undefined if an entry does not exist. */
  readonly #places = new Map<string, EntryPlace | undefined>()
  #hasWritten = false
  #writtenBytes = 0

  constructor(orgId: string, connection: StoreConnection, log: Logger, author: Author, version: number) {
    // Without a scope: it may read its own uncommitted writes.
    super(orgId, connection, log, null)
    this.#author = author
    this.version = version
    this.tables = {
      engine: connection.engine,
      run: async (sql, values) => {
        this.mustRun()
        const result = await connection.runSql(sql, values)
        if (result.changedCount > 0) this.#hasWritten = true
        return result
      },
    }
  }

  get hasWritten(): boolean {
    return this.#hasWritten
  }

  get writtenBytes(): number {
    return this.#writtenBytes
  }

  /**
   * Reads an entry and remembers its place. Only one transaction of an org writes at a time, so the place stays valid
   * until this one writes.
   */
  override async getEntry(key: string): Promise<StoredEntry | undefined> {
    const entry = await super.getEntry(key)
    this.#places.set(key, entry && { ...entry, deleted: entry.value === null })
    return entry
  }

  async putEntry(key: string, value: JsonObject, audience: string): Promise<void> {
    const { userId, at } = this.#author
    const { putEntry, putEntryWithRevision, noteFolders } = this.statements
    const text = encodeValue(key, value)
    this.#writtenBytes += text.length + rowBytes
    const since = await this.#place(key, audience)
    const values = [this.orgId, key, text, this.version, audience, since]
    if (hasHistory(key)) await this.#write(putEntryWithRevision, [...values, userId, at])
    else await this.#write(putEntry, values)
    if (decidesWhoSees(key)) await this.#write([noteFolders], [this.orgId])
    this.#places.set(key, { audience, since, version: this.version, deleted: false })
  }

  async moveEntry(key: string, audience: string): Promise<void> {
    const since = await this.#place(key, audience)
    await this.#write([this.statements.moveEntry], [this.orgId, key, audience, since, this.version])
    this.#places.delete(key)
  }

  async deleteEntry(key: string): Promise<void> {
    const { userId, at } = this.#author
    const { deleteEntry, deleteEntryWithRevision, noteFolders } = this.statements
    const values = [this.orgId, key, this.version]
    const count = hasHistory(key)
      ? await this.#write(deleteEntryWithRevision, [...values, userId, at])
      : await this.#write(deleteEntry, values)
    if (count > 0 && decidesWhoSees(key)) await this.#write([noteFolders], [this.orgId])
    this.#places.delete(key)
  }

  async putClientGroup({ id, userId }: Omit<ClientGroup, 'orgId'>): Promise<void> {
    await this.#write([this.statements.putClientGroup], [id, this.orgId, userId])
  }

  async putClient({ id, groupId, lastMutationId }: Omit<Client, 'version'>): Promise<void> {
    const count = await this.#write([this.statements.putClient], [id, groupId, lastMutationId, this.version])
    if (count === 0) throw new TidemarkError('store-failed', { detail: `client ${id} belongs to another group` })
  }

  async collectTombstones(upToVersion: number): Promise<void> {
    const { deleteTombstones, deleteMoves, raiseGcVersion } = this.statements
    for (const statement of [deleteTombstones, deleteMoves, raiseGcVersion])
      await this.#write([statement], [this.orgId, upToVersion])
    // Clients are notified of a new version even if there was nothing to collect.
    this.#hasWritten = true
    this.#places.clear()
  }

  async raiseEpoch(): Promise<void> {
    const { raiseEpoch, deleteClientGroups } = this.statements
    for (const statement of [raiseEpoch, deleteClientGroups]) await this.#write([statement], [this.orgId])
  }

  /** Records the loss if an audience loses the entry; returns the version from which the new audience sees it. */
  async #place(key: string, audience: string): Promise<number> {
    const { since, left } = moveOf(await this.#placeBefore(key), audience, this.version)
    if (left !== null) {
      const values = [this.orgId, left.audience, left.version, key, left.since, this.#author.at]
      await this.#write([this.statements.putMove], values)
    }
    return since
  }

  async #placeBefore(key: string): Promise<EntryPlace | undefined> {
    if (this.#places.has(key)) return this.#places.get(key)
    const [row] = await this.rowsOf<PlaceRow>(this.statements.getPlace, [this.orgId, key])
    return row && { audience: row.audience, since: row.since, version: row.version, deleted: Boolean(row.isDeleted) }
  }

  /** Runs the first statement, and the others if it changed anything. Returns the number of rows it changed. */
  async #write([first, ...others]: readonly Statement[], values: readonly unknown[]): Promise<number> {
    this.mustRun()
    if (first === undefined) return 0
    const { changedCount } = await this.connection.ask(first, values)
    if (changedCount === 0) return 0
    this.#hasWritten = true
    for (const statement of others) await this.connection.ask(statement, values)
    return changedCount
  }
}
