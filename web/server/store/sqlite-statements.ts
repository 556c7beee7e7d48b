import type { DatabaseSyncInstance } from '@photostructure/sqlite'

export type Statement = ReturnType<DatabaseSyncInstance['prepare']>

const entryColumns = 'entry.key, entry.value, version, audience, since'
export type EntryColumns = readonly [
  key: string,
  value: string | null,
  version: number,
  audience: string,
  since: number,
]

/** The same without its value. */
const placeColumns = 'entry.key, version, audience, since'
export type PlaceColumns = readonly [key: string, version: number, audience: string, since: number]

/**
 * The second parameter holds the audiences, each once, as a JSON array. Joined in this order: `audience IN (…)` would first
 * build a table of them, with a page cache of its own, which takes several times as long as the rest.
 */
const asked = 'json_each(?2) AS asked CROSS JOIN'

// Without being told which index, SQLite reads every key of the org and looks at its audience.
const scanOf = (columns: string) => `SELECT ${columns} FROM ${asked} entry INDEXED BY entry_live
  WHERE org = ?1 AND audience = asked.value AND entry.key >= ?3 AND entry.key < ?4 AND deleted = 0 ORDER BY entry.key`

const listOf = (columns: string) =>
  `SELECT ${columns} FROM entry WHERE org = ? AND key >= ? AND key < ? AND deleted = 0 ORDER BY key`

/** Prepared once for a connection: parsing SQL would cost more than running it. */
export function prepareReads(database: DatabaseSyncInstance) {
  // Of entries there are many: to name the columns of each row takes a third of the time that it takes to read it.
  const prepareEntries = (sql: string): Statement => {
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    return statement
  }
  return {
    getOrg: database.prepare(
      'SELECT epoch, version, gc_version AS gcVersion, folders_version AS foldersVersion FROM org WHERE id = ?',
    ),
    getEntry: prepareEntries(`SELECT ${entryColumns} FROM entry WHERE org = ? AND key = ?`),
    scanEntries: prepareEntries(scanOf(entryColumns)),
    scanPlaces: prepareEntries(scanOf(placeColumns)),
    // With a limit SQLite sorts in a table of its own; and one that is a parameter alone has it plan the statement anew each time.
    scanFirstEntries: prepareEntries(`${scanOf(entryColumns)} LIMIT ?5 + 0`),
    listEntries: prepareEntries(listOf(entryColumns)),
    listPlaces: prepareEntries(listOf(placeColumns)),
    listChanges: prepareEntries(
      `SELECT ${entryColumns} FROM ${asked} entry INDEXED BY entry_changes
       WHERE org = ?1 AND audience = asked.value AND version > ?3 ORDER BY version, entry.key`,
    ),
    listMoved: database.prepare(
      `SELECT DISTINCT moved.key, CASE WHEN entry.deleted = 0 THEN entry.audience END AS audience
       FROM ${asked} audience_move AS moved LEFT JOIN entry ON entry.org = moved.org AND entry.key = moved.key
       WHERE moved.org = ?1 AND moved.audience = asked.value AND moved.version > ?3 AND moved.since <= ?4
       ORDER BY moved.key`,
    ),
    listHeld: database.prepare(
      `SELECT entry.key FROM ${asked} entry INDEXED BY entry_changes
       WHERE org = ?1 AND audience = asked.value AND since <= ?3 AND (deleted = 0 OR version > ?4) ORDER BY entry.key`,
    ),
    getAudiences: database.prepare('SELECT audiences FROM audience_set WHERE org = ? AND user_id = ? AND hash = ?'),
    getStaleVersion: database.prepare(
      `SELECT max(version) AS version FROM (
         SELECT entry.version FROM entry JOIN revision USING (org, key, version)
         WHERE org = :org AND entry.deleted = 1 AND revision.at < :before
         UNION ALL SELECT version FROM audience_move WHERE org = :org AND at < :before)`,
    ),
    listOrgs: database.prepare('SELECT id FROM org ORDER BY id'),
    listRevisions: database.prepare(
      'SELECT version, value, user_id AS userId, at FROM revision WHERE org = ? AND key = ? ORDER BY version',
    ),
    listPast: database.prepare(
      `SELECT key, version, value, user_id AS userId, at,
         (SELECT earlier.value FROM revision AS earlier
          WHERE earlier.org = changed.org AND earlier.key = changed.key AND earlier.version < changed.version
          ORDER BY earlier.version DESC LIMIT 1) AS previous
       FROM revision AS changed
       WHERE org = :org AND key >= :first AND key < :end AND version < :before AND version >= (
         SELECT min(version) FROM (
           SELECT DISTINCT version FROM revision
           WHERE org = :org AND key >= :first AND key < :end AND version < :before ORDER BY version DESC LIMIT :count + 0))
       ORDER BY version DESC, key`,
    ),
    getClientGroup: database.prepare('SELECT id, org AS orgId, user_id AS userId FROM client_group WHERE id = ?'),
    getClient: database.prepare(
      'SELECT id, group_id AS groupId, last_mutation_id AS lastMutationId, version FROM client WHERE id = ?',
    ),
    listClients: database.prepare(
      `SELECT id, group_id AS groupId, last_mutation_id AS lastMutationId, version FROM client
       WHERE group_id = ? AND version > ? ORDER BY id`,
    ),
  } as const satisfies Record<string, Statement>
}
export type ReadStatements = ReturnType<typeof prepareReads>

export function prepareWrites(database: DatabaseSyncInstance) {
  return {
    // Read afterwards: for RETURNING, SQLite makes a table of its own and a journal of the statement.
    raiseVersion: database.prepare(
      `INSERT INTO org (id, epoch, version, gc_version) VALUES (?, 1, 1, 0)
       ON CONFLICT (id) DO UPDATE SET version = version + 1`,
    ),
    getPlace: database.prepare('SELECT audience, since, version, deleted FROM entry WHERE org = ? AND key = ?'),
    putEntry: database.prepare(
      `INSERT INTO entry (org, key, value, version, deleted, audience, since) VALUES (?, ?, ?, ?, 0, ?, ?)
       ON CONFLICT (org, key) DO UPDATE SET value = excluded.value, version = excluded.version, deleted = 0,
         audience = excluded.audience, since = excluded.since`,
    ),
    moveEntry: database.prepare(
      'UPDATE entry SET audience = ?, since = ?, version = ? WHERE org = ? AND key = ? AND deleted = 0',
    ),
    putMove: database.prepare(
      `INSERT INTO audience_move (org, audience, version, key, since, at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    ),
    noteFolders: database.prepare('UPDATE org SET folders_version = version WHERE id = ?'),
    putAudiences: database.prepare(
      `INSERT INTO audience_set (org, user_id, hash, audiences, kept_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ),
    dropAudiences: database.prepare(
      `DELETE FROM audience_set WHERE org = :org AND user_id = :user AND kept_at < (
         SELECT kept_at FROM audience_set WHERE org = :org AND user_id = :user
         ORDER BY kept_at DESC LIMIT 1 OFFSET :others)`,
    ),
    deleteEntry: database.prepare(
      'UPDATE entry SET value = NULL, deleted = 1, version = ? WHERE org = ? AND key = ? AND deleted = 0',
    ),
    putRevision: database.prepare(
      `INSERT INTO revision (org, key, version, value, user_id, at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (org, key, version) DO UPDATE SET value = excluded.value`,
    ),
    putClientGroup: database.prepare('INSERT INTO client_group (id, org, user_id) VALUES (?, ?, ?)'),
    putClient: database.prepare(
      `INSERT INTO client (id, group_id, last_mutation_id, version) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET last_mutation_id = excluded.last_mutation_id, version = excluded.version
       WHERE group_id = excluded.group_id`,
    ),
    deleteTombstones: database.prepare('DELETE FROM entry WHERE org = ? AND deleted = 1 AND version <= ?'),
    deleteMoves: database.prepare('DELETE FROM audience_move WHERE org = ? AND version <= ?'),
    raiseGcVersion: database.prepare('UPDATE org SET gc_version = max(gc_version, ?) WHERE id = ?'),
    raiseEpoch: database.prepare('UPDATE org SET epoch = epoch + 1 WHERE id = ?'),
    deleteClientGroups: database.prepare('DELETE FROM client_group WHERE org = ?'),
  } as const satisfies Record<string, Statement>
}
export type WriteStatements = ReturnType<typeof prepareWrites>
