import type { JsonObject } from '@tidemark/shared/base/json'
import type { SqlConnection, SqlTables } from './sql-tables'

/**
 * Stores everything synced: entries by key, and each client's progress in its mutations.
 * One interface, several engines; `store-contract.ts` is the suite that each of them passes.
 *
 * Fails with `disk-full`, `store-corrupt` or `store-failed`; then nothing of the transaction was written. Only where
 * the engine is another machine that is lost during a commit, the outcome is unknown: a repeated write must be
 * recognised, as a push is by its mutation ids.
 */
export interface Store {
  readonly tables: SqlTables
  /** Runs on one snapshot of one org: all its reads see the same version. */
  read<T>(orgId: string, run: (tx: StoreReadTx) => Promise<T>): Promise<T>
  /**
   * Runs the only writing transaction of the org; its first statement raises the org's version. Everything it writes
   * becomes durable and visible together, or not at all when `run` throws. A transaction that wrote nothing leaves the
   * version as it was. Must not be called from inside another transaction of the same store.
   */
  write<T>(orgId: string, author: Author, run: (tx: StoreWriteTx) => Promise<T>): Promise<Written<T>>
  /**
   * Remembers which audiences a hash in a person's cookie stands for, so that a later pull can compute what changed.
   * Beside all transactions: entries are found by their content, and only the last ones of a person stay.
   */
  keepAudiences(orgId: string, userId: string, hash: string, audiences: readonly string[]): Promise<void>
  /** Every org that was ever written. */
  listOrgs(): Promise<readonly string[]>
  /** Waits for running transactions, then closes; safe to call twice. Later transactions fail with `store-failed`. */
  close(): Promise<void>
}

/** version: what the org reached by this transaction; null when it wrote nothing. */
export interface Written<T> {
  readonly value: T
  readonly version: number | null
}

/** The author and time (Unix milliseconds) of a transaction's revisions. */
export interface Author {
  readonly userId: string
  readonly at: number
}

export interface StoreReadTx {
  /** An org that was never written has epoch 1 and version 0. */
  getOrg(): Promise<OrgState>
  /** The entry without regard to who may see it, or its tombstone. */
  getEntry(key: string): Promise<StoredEntry | undefined>
  /**
   * Live entries of the audiences whose key starts with the prefix, in key order, at most `limit` of them. Never reads
   * tombstones.
   */
  scanEntries(prefix: string, audiences: readonly string[], limit?: number): Promise<readonly LiveEntry[]>
  /** Live entries whose key starts with the prefix, in key order, without regard to who may see them: for the rules. */
  listEntries(prefix: string): Promise<readonly LiveEntry[]>
  /** Returns the changes that the audiences saw after a version, tombstones included, in order of version and key. */
  listChanges(afterVersion: number, audiences: readonly string[]): Promise<readonly StoredEntry[]>
  /**
   * Returns the entries that the audiences saw at a version and that have since moved elsewhere, each key once and in
   * order, with their present place, null when deleted. Entries deleted where the audiences saw them are among the
   * changes instead.
   */
  listMoved(version: number, audiences: readonly string[]): Promise<readonly MovedEntry[]>
  /** The keys of what the audiences saw at a version, as far as it has not gone elsewhere; in order. */
  listHeld(version: number, audiences: readonly string[]): Promise<readonly string[]>
  /** Returns the audiences last passed to `keepAudiences`; undefined when there were none, or too long ago. */
  getAudiences(userId: string, hash: string): Promise<readonly string[] | undefined>
  /** The newest version up to which all deletions and moves are older than a time (Unix milliseconds); 0 for none. */
  getStaleVersion(before: number): Promise<number>
  /** Past versions of an entry, oldest first. */
  listRevisions(key: string): Promise<readonly Revision[]>
  /**
   * Returns the changes of one entry, or of all below a path that ends in `/`, newest first: all of the newest
   * `maxVersions` versions before `beforeVersion`.
   */
  listPast(path: string, beforeVersion: number, maxVersions: number): Promise<readonly PastChange[]>
  /** Client groups and clients are found by id alone, so that a foreign one is seen to be foreign. */
  getClientGroup(id: string): Promise<ClientGroup | undefined>
  getClient(id: string): Promise<Client | undefined>
  /** Clients of a group whose last mutation was processed after a version. */
  listClients(groupId: string, afterVersion: number): Promise<readonly Client[]>
}

export interface StoreWriteTx extends StoreReadTx {
  /** The version this transaction raised the org to; everything it writes carries it. */
  readonly version: number
  /** About how much its entries so far add to what is stored, with their history. */
  readonly writtenBytes: number
  /** The tables beside the entries. What changes there raises the org's version like a change of an entry. */
  readonly tables: SqlConnection
  /**
   * Writes the whole value, which must fit its concept's schema (`invalid-mutation` otherwise). With another audience than
   * before it moves there, and leaves a record for those who saw it.
   */
  putEntry(key: string, value: JsonObject, audience: string): Promise<void>
  /** Moves a live entry to another audience as `putEntry` does, but leaves its value, and its past, alone. */
  moveEntry(key: string, audience: string): Promise<void>
  /** Leaves a tombstone; no effect when there is no such entry. */
  deleteEntry(key: string): Promise<void>
  putClientGroup(group: Omit<ClientGroup, 'orgId'>): Promise<void>
  putClient(client: Omit<Client, 'version'>): Promise<void>
  /** Forgets tombstones and moves up to a version; clients that stand before it start over. */
  collectTombstones(upToVersion: number): Promise<void>
  /** After a restore or import: all clients start over, and their groups are unknown. */
  raiseEpoch(): Promise<void>
}

/** gcVersion: tombstones and moves up to here may be gone. foldersVersion: when a folder, or a connection, was last written. */
export interface OrgState {
  readonly epoch: number
  readonly version: number
  readonly gcVersion: number
  readonly foldersVersion: number
}

/** value: null in a tombstone. since: the version from which on its audience has seen it, without a gap. */
export interface StoredEntry {
  readonly key: string
  readonly value: JsonObject | null
  readonly version: number
  readonly audience: string
  readonly since: number
}

export interface MovedEntry {
  readonly key: string
  readonly audience: string | null
}

export interface LiveEntry extends StoredEntry {
  readonly value: JsonObject
}

/** value: null where the entry was deleted. */
export interface Revision {
  readonly version: number
  readonly value: JsonObject | null
  readonly userId: string
  readonly at: number
}

/** previous: the value before; null where the entry was not there. */
export interface PastChange extends Revision {
  readonly key: string
  readonly previous: JsonObject | null
}

export interface ClientGroup {
  readonly id: string
  readonly orgId: string
  readonly userId: string
}

/** version: the org's when lastMutationId was last raised. */
export interface Client {
  readonly id: string
  readonly groupId: string
  readonly lastMutationId: number
  readonly version: number
}
