import type { JsonObject } from '@tidemark/shared/base/json'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Logger } from '../log'
import { toStoreError } from './sqlite-errors'
import type { SqlConnection, SqlResult } from './sql-tables'
import type { EntryColumns, PlaceColumns, ReadStatements, WriteStatements } from './sqlite-statements'
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
  type PastChangeRow,
  type RevisionRow,
} from './stored-rows'
import { encodeValue, getCommitted, noteCommitted, type CommittedScope } from './stored-value'

/** Of all entries of a read: each alone takes about twice as long as one of many. */
const mostReadSingly = 0.25

/** The reads of one transaction. Usable until `end`; one that is kept longer fails instead of reading another state. */
export class SqliteReadTx implements StoreReadTx {
  readonly orgId: string
  readonly #reads: ReadStatements
  readonly #log: Logger
  readonly #scope: CommittedScope | null
  #isEnded = false

  /** scope: of a transaction that reads nothing but what is committed, else null. */
  constructor(orgId: string, reads: ReadStatements, log: Logger, scope: CommittedScope | null) {
    this.orgId = orgId
    this.#reads = reads
    this.#log = log
    this.#scope = scope
  }

  end(): void {
    this.#isEnded = true
  }

  async getOrg(): Promise<OrgState> {
    const row: OrgState | undefined = this.ask(() => this.#reads.getOrg.get(this.orgId))
    return row ?? newOrg
  }

  async getEntry(key: string): Promise<StoredEntry | undefined> {
    const row: EntryColumns | undefined = this.ask(() => this.#reads.getEntry.get(this.orgId, key))
    return row && this.#entryOf(row)
  }

  async scanEntries(prefix: string, audiences: readonly string[], limit?: number): Promise<readonly LiveEntry[]> {
    const asked = [this.orgId, jsonOf(audiences), prefix, prefix + lastCharacter] as const
    const { scanEntries, scanFirstEntries, scanPlaces } = this.#reads
    if (limit !== undefined) return this.#live(() => scanFirstEntries.all(...asked, limit))
    return this.#liveOf(
      () => scanPlaces.all(...asked),
      () => scanEntries.all(...asked),
    )
  }

  async listEntries(prefix: string): Promise<readonly LiveEntry[]> {
    const asked = [this.orgId, prefix, prefix + lastCharacter] as const
    const { listEntries, listPlaces } = this.#reads
    return this.#liveOf(
      () => listPlaces.all(...asked),
      () => listEntries.all(...asked),
    )
  }

  async listChanges(afterVersion: number, audiences: readonly string[]): Promise<readonly StoredEntry[]> {
    const rows: EntryColumns[] = this.ask(() =>
      this.#reads.listChanges.all(this.orgId, jsonOf(audiences), afterVersion),
    )
    return rows.map((row) => this.#entryOf(row))
  }

  async listMoved(version: number, audiences: readonly string[]): Promise<readonly MovedEntry[]> {
    return this.ask(() => this.#reads.listMoved.all(this.orgId, jsonOf(audiences), version, version))
  }

  async listHeld(version: number, audiences: readonly string[]): Promise<readonly string[]> {
    const rows: { key: string }[] = this.ask(() =>
      this.#reads.listHeld.all(this.orgId, jsonOf(audiences), version, version),
    )
    return rows.map(({ key }) => key)
  }

  async getAudiences(userId: string, hash: string): Promise<readonly string[] | undefined> {
    const row: { audiences: string } | undefined = this.ask(() =>
      this.#reads.getAudiences.get(this.orgId, userId, hash),
    )
    return row && parseAudiences(row.audiences)
  }

  async getStaleVersion(before: number): Promise<number> {
    const row: { version: number | null } = this.ask(() => this.#reads.getStaleVersion.get({ org: this.orgId, before }))
    return row.version ?? 0
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

  #live(read: () => EntryColumns[]): LiveEntry[] {
    return this.ask(read)
      .map((row) => this.#entryOf(row))
      .filter(isLive)
  }

  /**
   * The same by their places, since most of them have been read before: to take their texts out of SQLite is half of what a pull of
   * everything does.
   */
  #liveOf(readPlaces: () => PlaceColumns[], readEntries: () => EntryColumns[]): LiveEntry[] {
    const scope = this.#scope
    if (scope === null) return this.#live(readEntries)
    const places = this.ask(readPlaces)
    const values = places.map(([key, version]) => getCommitted(scope, key, version))
    const unknownCount = values.filter((value) => value === undefined).length
    if (unknownCount > places.length * mostReadSingly) return this.#live(readEntries)
    return places
      .map(([key, version, audience, since], index): StoredEntry => {
        const value = values[index]
        if (value !== undefined) return { key, value, version, audience, since }
        // It is there: this transaction sees one state.
        return this.#entryOf(this.ask(() => this.#reads.getEntry.get(this.orgId, key)))
      })
      .filter(isLive)
  }

  #entryOf([key, value, version, audience, since]: EntryColumns): StoredEntry {
    const entry = toStoredEntry({ key, value, version, audience, since }, this.#log)
    if (this.#scope !== null && entry.value !== null) noteCommitted(this.#scope, key, version, entry.value)
    return entry
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
  #writtenBytes = 0

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
    // What it reads may be its own, and never committed.
    super(orgId, connection.reads, connection.log, null)
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

  get writtenBytes(): number {
    return this.#writtenBytes
  }

  async putEntry(key: string, value: JsonObject, audience: string): Promise<void> {
    const text = encodeValue(key, value)
    this.#writtenBytes += text.length + rowBytes
    this.#write(() => {
      const since = this.#place(key, audience)
      this.#writes.putEntry.run(this.orgId, key, text, this.version, audience, since)
      if (decidesWhoSees(key)) this.#writes.noteFolders.run(this.orgId)
      this.#writeRevision(key, text)
    })
  }

  async moveEntry(key: string, audience: string): Promise<void> {
    this.#write(() => {
      this.#writes.moveEntry.run(audience, this.#place(key, audience), this.version, this.orgId, key)
    })
  }

  async deleteEntry(key: string): Promise<void> {
    const { changes } = this.ask(() => this.#writes.deleteEntry.run(this.version, this.orgId, key))
    if (changes === 0) return
    this.#write(() => {
      if (decidesWhoSees(key)) this.#writes.noteFolders.run(this.orgId)
      this.#writeRevision(key, null)
    })
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
      this.#writes.deleteMoves.run(this.orgId, upToVersion)
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

  /** Leaves a record where an audience loses the entry; returns from when on the new one sees it. */
  #place(key: string, audience: string): number {
    const row: PlaceRow | undefined = this.#writes.getPlace.get(this.orgId, key)
    const { since, left } = moveOf(row && { ...row, deleted: row.deleted === 1 }, audience, this.version)
    if (left !== null) {
      this.#writes.putMove.run(this.orgId, left.audience, left.version, key, left.since, this.#author.at)
    }
    return since
  }

  #writeRevision(key: string, text: string | null): void {
    if (!hasHistory(key)) return
    this.#writes.putRevision.run(this.orgId, key, this.version, text, this.#author.userId, this.#author.at)
  }
}

type PlaceRow = Omit<EntryPlace, 'deleted'> & { readonly deleted: number }

function jsonOf(audiences: readonly string[]): string {
  return JSON.stringify([...new Set(audiences)])
}
