import type { JsonObject } from '@tidemark/shared/base/json'
import type { SqlConnection, SqlTables } from './sql-tables'

/**
 * Stores all synced data: entries by key, and each client's progress in its mutations. Every engine passes the suite in
 * `store-contract.ts`.
 *
 * Fails with `disk-full`, `store-corrupt` or `store-failed`; then nothing of the transaction was written. The only
 * exception is a remote engine whose connection is lost during a commit: the outcome is then unknown, so a repeated
 * write must be recognised, as a push is by its mutation ids.
 */
export interface Store {
  readonly tables: SqlTables
  /** Runs on one snapshot of one org, so that all reads see the same version. */
  read<T>(orgId: string, run: (tx: StoreReadTx) => Promise<T>): Promise<T>
  /**
   * Runs a writing transaction; an org has one at a time. Its first statement raises the org's version. All writes
   * become durable and visible together, or none if `run` throws. A transaction that wrote nothing leaves the version
   * as it was. Must not be called inside another transaction of the same store.
   */
  write<T>(orgId: string, author: Author, run: (tx: StoreWriteTx) => Promise<T>): Promise<Written<T>>
  /**
   * Stores which audiences a hash in a person's cookie stands for, so that a later pull can compute what changed. Needs
   * no transaction, because the hash is made of the content. Only a person's latest sets are kept.
   */
  keepAudiences(orgId: string, userId: string, hash: string, audiences: readonly string[]): Promise<void>
  /** Lists every org that has ever been written. */
  listOrgs(): Promise<readonly string[]>
  /** Waits for running transactions, then closes. Can be called twice. Later transactions fail with `store-failed`. */
  close(): Promise<void>
}

/** The result of a writing transaction. version: the org's new version; null if nothing was written. */
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
  /** Returns the org's state; an org that was never written has epoch 1 and version 0. */
  getOrg(): Promise<OrgState>
  /** Returns an entry, or its tombstone, regardless of who may see it. */
  getEntry(key: string): Promise<StoredEntry | undefined>
  /**
   * Returns live entries of the audiences whose key starts with the prefix, in key order, at most `limit`. Never reads
   * tombstones.
   */
  scanEntries(prefix: string, audiences: readonly string[], limit?: number): Promise<readonly LiveEntry[]>
  /**
   * Returns live entries whose key starts with the prefix, in key order, regardless of who may see them. For the access
   * rules.
   */
  listEntries(prefix: string): Promise<readonly LiveEntry[]>
  /** Returns the changes that the audiences saw after a version, tombstones included, in order of version and key. */
  listChanges(afterVersion: number, audiences: readonly string[]): Promise<readonly StoredEntry[]>
  /**
   * Returns the entries that the audiences saw at a version and that have since moved elsewhere, each key once and in
   * order, with their current audience, null if deleted. Entries deleted while the audiences saw them are among the
   * changes instead.
   */
  listMoved(version: number, audiences: readonly string[]): Promise<readonly MovedEntry[]>
  /** Returns the keys that the audiences saw at a version and that have not moved elsewhere since, in order. */
  listHeld(version: number, audiences: readonly string[]): Promise<readonly string[]>
  /** Returns the audiences last passed to `keepAudiences`; undefined if there were none or they are no longer kept. */
  getAudiences(userId: string, hash: string): Promise<readonly string[] | undefined>
  /**
   * Returns the newest version up to which all deletions and moves are older than a time (Unix milliseconds); 0 if
   * there is none.
   */
  getStaleVersion(before: number): Promise<number>
  /** Returns the past versions of an entry, oldest first. */
  listRevisions(key: string): Promise<readonly Revision[]>
  /**
   * Returns the changes of one entry, or of all entries below a path that ends in `/`, newest first. Covers all changes
   * of the newest `maxVersions` versions before `beforeVersion`.
   */
  listPast(path: string, beforeVersion: number, maxVersions: number): Promise<readonly PastChange[]>
  /**
   * Looks a client group up by id alone, whatever its org, so that a foreign group is recognised; likewise `getClient`.
   */
  getClientGroup(id: string): Promise<ClientGroup | undefined>
  getClient(id: string): Promise<Client | undefined>
  /** Returns the clients of a group whose last mutation was processed after a version. */
  listClients(groupId: string, afterVersion: number): Promise<readonly Client[]>
}

export interface StoreWriteTx extends StoreReadTx {
  /** The version to which this transaction raised the org; everything that it writes carries it. */
  readonly version: number
  /** The approximate bytes that its writes so far add to the store, including history. */
  readonly writtenBytes: number
  /** The relational tables beside the entries. A change in them raises the org's version like a change of an entry. */
  readonly tables: SqlConnection
  /**
   * Writes the whole value, which must match its concept's schema (otherwise `invalid-mutation`). If the audience
   * differs from the current one, the entry moves, and a record of the move is kept for those who saw it.
   */
  putEntry(key: string, value: JsonObject, audience: string): Promise<void>
  /** Moves a live entry to another audience as `putEntry` does, without changing its value or adding to its history. */
  moveEntry(key: string, audience: string): Promise<void>
  /** Deletes an entry and leaves a tombstone; has no effect if there is no such entry. */
  deleteEntry(key: string): Promise<void>
  putClientGroup(group: Omit<ClientGroup, 'orgId'>): Promise<void>
  putClient(client: Omit<Client, 'version'>): Promise<void>
  /** Removes tombstones and moves up to a version; clients with older cookies are sent everything again. */
  collectTombstones(upToVersion: number): Promise<void>
  /** Raises the epoch after a restore or import: all client groups are forgotten and all clients start over. */
  raiseEpoch(): Promise<void>
}

/**
 * The state of an org. gcVersion: tombstones and moves up to this version may be gone. foldersVersion: the version at
 * which a folder or connection was last written.
 */
export interface OrgState {
  readonly epoch: number
  readonly version: number
  readonly gcVersion: number
  readonly foldersVersion: number
}

/**
 * An entry as stored. value: null for a tombstone. since: the version from which its audience has seen it without
 * interruption.
 */
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

/** A past version of an entry. value: null if it was deleted. */
export interface Revision {
  readonly version: number
  readonly value: JsonObject | null
  readonly userId: string
  readonly at: number
}

/** A revision with the value before it. previous: null if the entry did not exist. */
export interface PastChange extends Revision {
  readonly key: string
  readonly previous: JsonObject | null
}

export interface ClientGroup {
  readonly id: string
  readonly orgId: string
  readonly userId: string
}

/** The progress of a client. version: the org's version when lastMutationId was last raised. */
export interface Client {
  readonly id: string
  readonly groupId: string
  readonly lastMutationId: number
  readonly version: number
}
