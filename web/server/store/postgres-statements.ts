/**
 * A statement with a name is parsed once for a connection. Those that read a range have none: they are planned anew for
 * the version or prefix at hand, where a plan for any value would read the whole org.
 */
export interface Statement {
  readonly name?: string
  readonly text: string
}

const entryColumns = 'key, value, version, audience, since'
const clientColumns = 'id, group_id AS "groupId", last_mutation_id AS "lastMutationId", version'

export const readStatements = {
  getOrg: {
    name: 'getOrg',
    text: `SELECT epoch, version, gc_version AS "gcVersion", folders_version AS "foldersVersion" FROM org WHERE id = $1`,
  },
  getEntry: { name: 'getEntry', text: `SELECT ${entryColumns} FROM entry WHERE org = $1 AND key = $2` },
  scanEntries: {
    text: `SELECT ${entryColumns} FROM entry
      WHERE org = $1 AND audience = ANY ($2) AND key >= $3 AND key < $4 AND NOT deleted ORDER BY key LIMIT $5`,
  },
  listChanges: {
    text: `SELECT ${entryColumns} FROM entry
      WHERE org = $1 AND audience = ANY ($2) AND version > $3 ORDER BY version, key`,
  },
  listEntries: {
    text: `SELECT ${entryColumns} FROM entry WHERE org = $1 AND key >= $2 AND key < $3 AND NOT deleted ORDER BY key`,
  },
  /** $1 org, $2 audiences, $3 version. */
  listMoved: {
    text: `SELECT DISTINCT moved.key, CASE WHEN NOT entry.deleted THEN entry.audience END AS audience
      FROM audience_move AS moved LEFT JOIN entry ON entry.org = moved.org AND entry.key = moved.key
      WHERE moved.org = $1 AND moved.audience = ANY ($2) AND moved.version > $3 AND moved.since <= $3
      ORDER BY moved.key`,
  },
  /** $1 org, $2 audiences, $3 version. */
  listHeld: {
    text: `SELECT key FROM entry WHERE org = $1 AND audience = ANY ($2) AND since <= $3
      AND (NOT deleted OR version > $3) ORDER BY key`,
  },
  getAudiences: {
    name: 'getAudiences',
    text: 'SELECT audiences FROM audience_set WHERE org = $1 AND user_id = $2 AND hash = $3',
  },
  /** $1 org, $2 time. */
  getStaleVersion: {
    text: `SELECT max(version) AS version FROM (
      SELECT entry.version FROM entry JOIN revision USING (org, key, version)
      WHERE org = $1 AND entry.deleted AND revision.at < $2
      UNION ALL SELECT version FROM audience_move WHERE org = $1 AND at < $2) AS stale`,
  },
  listRevisions: {
    name: 'listRevisions',
    text: 'SELECT version, value, user_id AS "userId", at FROM revision WHERE org = $1 AND key = $2 ORDER BY version',
  },
  /** $1 org, $2 first key, $3 end of the keys, $4 before this version, $5 how many versions. */
  listPast: {
    text: `SELECT key, version, value, user_id AS "userId", at,
        (SELECT earlier.value FROM revision AS earlier
         WHERE earlier.org = changed.org AND earlier.key = changed.key AND earlier.version < changed.version
         ORDER BY earlier.version DESC LIMIT 1) AS previous
      FROM revision AS changed
      WHERE org = $1 AND key >= $2 AND key < $3 AND version < $4 AND version >= (
        SELECT min(version) FROM (
          SELECT DISTINCT version FROM revision
          WHERE org = $1 AND key >= $2 AND key < $3 AND version < $4 ORDER BY version DESC LIMIT $5) AS newest)
      ORDER BY version DESC, key`,
  },
  getClientGroup: {
    name: 'getClientGroup',
    text: 'SELECT id, org AS "orgId", user_id AS "userId" FROM client_group WHERE id = $1',
  },
  getClient: { name: 'getClient', text: `SELECT ${clientColumns} FROM client WHERE id = $1` },
  listClients: { text: `SELECT ${clientColumns} FROM client WHERE group_id = $1 AND version > $2 ORDER BY id` },
} as const satisfies Record<string, Statement>

/** $1 org, $2 key, $3 value, $4 version, $5 audience, $6 since. */
const putEntry = `INSERT INTO entry (org, key, value, version, deleted, audience, since)
  VALUES ($1, $2, $3, $4, false, $5, $6)
  ON CONFLICT (org, key) DO UPDATE SET value = excluded.value, version = excluded.version, deleted = false,
    audience = excluded.audience, since = excluded.since`

/** $1 org, $2 key, $3 version. No row when there is no such entry. */
const deleteEntry = `UPDATE entry SET value = NULL, deleted = true, version = $3
  WHERE org = $1 AND key = $2 AND NOT deleted`

/** One round trip for the entry and its revision; one row when the entry was written. */
function withRevision(write: string, userId: string, at: string): string {
  return `WITH written AS (${write} RETURNING org, key, version, value)
    INSERT INTO revision (org, key, version, value, user_id, at)
    SELECT org, key, version, value, ${userId}, ${at} FROM written
    ON CONFLICT (org, key, version) DO UPDATE SET value = excluded.value`
}

export const writeStatements = {
  /**
   * The first statement of every writing transaction: its row lock makes the org's writers take turns, and in READ
   * COMMITTED what follows sees all that the one before has committed.
   */
  raiseVersion: {
    name: 'raiseVersion',
    text: `INSERT INTO org AS o (id, epoch, version, gc_version) VALUES ($1, 1, 1, 0)
      ON CONFLICT (id) DO UPDATE SET version = o.version + 1, changed_xid = pg_current_xact_id()
      RETURNING version, changed_xid::text AS xid, set_config('tidemark.stamp', version || ' ' || id, true)`,
  },
  putEntry: { name: 'putEntry', text: putEntry },
  putEntryWithRevision: { name: 'putEntryWithRevision', text: withRevision(putEntry, '$7', '$8') },
  deleteEntry: { name: 'deleteEntry', text: deleteEntry },
  deleteEntryWithRevision: { name: 'deleteEntryWithRevision', text: withRevision(deleteEntry, '$4', '$5') },
  moveEntry: {
    name: 'moveEntry',
    text: 'UPDATE entry SET audience = $3, since = $4, version = $5 WHERE org = $1 AND key = $2 AND NOT deleted',
  },
  /** $1 org, $2 audience, $3 version, $4 key, $5 since, $6 time. */
  putMove: {
    text: `INSERT INTO audience_move (org, audience, version, key, since, at) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT DO NOTHING`,
  },
  noteFolders: { name: 'noteFolders', text: 'UPDATE org SET folders_version = version WHERE id = $1' },
  putClientGroup: { name: 'putClientGroup', text: 'INSERT INTO client_group (id, org, user_id) VALUES ($1, $2, $3)' },
  putClient: {
    name: 'putClient',
    text: `INSERT INTO client (id, group_id, last_mutation_id, version) VALUES ($1, $2, $3, $4)
      ON CONFLICT (id) DO UPDATE SET last_mutation_id = excluded.last_mutation_id, version = excluded.version
      WHERE client.group_id = excluded.group_id`,
  },
  deleteTombstones: { text: 'DELETE FROM entry WHERE org = $1 AND deleted AND version <= $2' },
  deleteMoves: { text: 'DELETE FROM audience_move WHERE org = $1 AND version <= $2' },
  raiseGcVersion: { text: 'UPDATE org SET gc_version = greatest(gc_version, $2) WHERE id = $1' },
  raiseEpoch: { text: 'UPDATE org SET epoch = epoch + 1 WHERE id = $1' },
  deleteClientGroups: { text: 'DELETE FROM client_group WHERE org = $1' },
} as const satisfies Record<string, Statement>

/** Outside transactions of an org. */
export const otherStatements = {
  /** $1 org, $2 person, $3 hash, $4 audiences, $5 time. */
  putAudiences: {
    text: `INSERT INTO audience_set (org, user_id, hash, audiences, kept_at) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT DO NOTHING`,
  },
  /** $1 org, $2 person, $3 how many others stay. */
  dropAudiences: {
    text: `DELETE FROM audience_set WHERE org = $1 AND user_id = $2 AND kept_at < (
      SELECT kept_at FROM audience_set WHERE org = $1 AND user_id = $2 ORDER BY kept_at DESC LIMIT 1 OFFSET $3)`,
  },
  listOrgs: { text: 'SELECT id FROM org ORDER BY id' },
} as const satisfies Record<string, Statement>
