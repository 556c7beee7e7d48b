import type { DatabaseSyncInstance } from '@photostructure/sqlite'

export type Statement = ReturnType<DatabaseSyncInstance['prepare']>

const entryColumns = 'key, value, version, audience'

/** Prepared once for a connection: parsing SQL would cost more than running it. */
export function prepareReads(database: DatabaseSyncInstance) {
  return {
    getOrg: database.prepare('SELECT epoch, version, gc_version AS gcVersion FROM org WHERE id = ?'),
    getEntry: database.prepare(`SELECT ${entryColumns} FROM entry WHERE org = ? AND key = ?`),
    scanEntries: database.prepare(
      `SELECT ${entryColumns} FROM entry
       WHERE org = ? AND audience = ? AND key >= ? AND key < ? AND deleted = 0 ORDER BY key LIMIT ?`,
    ),
    listChanges: database.prepare(
      `SELECT ${entryColumns} FROM entry WHERE org = ? AND audience = ? AND version > ? ORDER BY version, key`,
    ),
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
           WHERE org = :org AND key >= :first AND key < :end AND version < :before ORDER BY version DESC LIMIT :count))
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
    raiseVersion: database.prepare(
      `INSERT INTO org (id, epoch, version, gc_version) VALUES (?, 1, 1, 0)
       ON CONFLICT (id) DO UPDATE SET version = version + 1 RETURNING version`,
    ),
    putEntry: database.prepare(
      `INSERT INTO entry (org, key, value, version, deleted, audience) VALUES (?, ?, ?, ?, 0, ?)
       ON CONFLICT (org, key) DO UPDATE SET value = excluded.value, version = excluded.version, deleted = 0
       WHERE audience = excluded.audience`,
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
    raiseGcVersion: database.prepare('UPDATE org SET gc_version = max(gc_version, ?) WHERE id = ?'),
    raiseEpoch: database.prepare('UPDATE org SET epoch = epoch + 1 WHERE id = ?'),
    deleteClientGroups: database.prepare('DELETE FROM client_group WHERE org = ?'),
  } as const satisfies Record<string, Statement>
}
export type WriteStatements = ReturnType<typeof prepareWrites>
