import type { SqlEngine } from './sql-tables'

/** A statement of the store; its parameters are `$1`, `$2` and so on. */
export interface Statement {
  readonly text: string
  /**
   * PostgreSQL parses and plans a named statement once per connection. Range reads have no name, because a generic plan
   * would read the whole org; unnamed ones are planned for their actual version or prefix.
   */
  readonly name?: string
  /** True if the result has at most one row, which SQLite then reads without a list. */
  readonly isSingle?: true
  /** True if rows come as arrays; for the many rows of entries, naming the columns takes a third of the time. */
  readonly isByColumn?: true
}

export type EntryColumns = readonly [
  key: string,
  value: string | null,
  version: number,
  audience: string,
  since: number,
]
/** The columns of an entry without its value. */
export type PlaceColumns = readonly [key: string, version: number, audience: string, since: number]

const entryColumns = 'entry.key, entry.value, entry.version, entry.audience, entry.since'
const placeColumns = 'entry.key, entry.version, entry.audience, entry.since'
const clientColumns = 'id, group_id AS "groupId", last_mutation_id AS "lastMutationId", version'
const revisionColumns = 'version, value, user_id AS "userId", at'

/** The parts of the SQL that differ between the two engines. */
interface Dialect {
  readonly live: string
  readonly deleted: string
  readonly yes: string
  readonly no: string
  /** The FROM clause and the condition that select a table's rows whose audience is in the list `$2`. */
  readonly ofAudiences: (table: string, index?: string) => { readonly from: string; readonly where: string }
  readonly withRevision: (write: Statement, revision: RevisionValues) => readonly Statement[]
}

/** The SQL of a revision's values; its org is `$1` and its key `$2`. */
interface RevisionValues {
  readonly version: string
  readonly value: string
  readonly userId: string
  readonly at: string
}

const onRevisionConflict = 'ON CONFLICT (org, key, version) DO UPDATE SET value = excluded.value'

const dialects: Readonly<Record<SqlEngine, Dialect>> = {
  sqlite: {
    live: 'entry.deleted = 0',
    deleted: 'entry.deleted = 1',
    yes: '1',
    no: '0',
    // A JSON array joined in this order. `audience IN (…)` would first build a temporary table with its own page cache,
    // which takes several times as long as the rest. Without INDEXED BY, SQLite reads every key of the org.
    ofAudiences: (table, index) => ({
      from: `json_each($2) AS asked CROSS JOIN ${table}${index === undefined ? '' : ` INDEXED BY ${index}`}`,
      where: `${table}.org = $1 AND ${table}.audience = asked.value`,
    }),
    withRevision: (write, { version, value, userId, at }) => [
      write,
      {
        text: `INSERT INTO revision (org, key, version, value, user_id, at)
          VALUES ($1, $2, ${version}, ${value}, ${userId}, ${at}) ${onRevisionConflict}`,
      },
    ],
  },
  postgres: {
    live: 'NOT entry.deleted',
    deleted: 'entry.deleted',
    yes: 'true',
    no: 'false',
    ofAudiences: (table) => ({ from: table, where: `${table}.org = $1 AND ${table}.audience = ANY ($2)` }),
    // Writes both in one round trip; returns one row if the entry was written.
    withRevision: ({ name, text }, { userId, at }) => [
      {
        name: `${name}WithRevision`,
        text: `WITH written AS (${text} RETURNING org, key, version, value)
          INSERT INTO revision (org, key, version, value, user_id, at)
          SELECT org, key, version, value, ${userId}, ${at} FROM written ${onRevisionConflict}`,
      },
    ],
  },
}

/** Returns the store's statements for an engine. */
export function storeStatements(engine: SqlEngine) {
  const { live, deleted, yes, no, ofAudiences, withRevision } = dialects[engine]
  const inScan = ofAudiences('entry', 'entry_live')
  const scanOf = (columns: string) => `SELECT ${columns} FROM ${inScan.from}
    WHERE ${inScan.where} AND entry.key >= $3 AND entry.key < $4 AND ${live} ORDER BY entry.key`
  const listOf = (columns: string) =>
    `SELECT ${columns} FROM entry WHERE org = $1 AND key >= $2 AND key < $3 AND ${live} ORDER BY key`
  const inChanges = ofAudiences('entry', 'entry_changes')
  const inMoves = ofAudiences('audience_move')

  /** $1 org, $2 key, $3 value, $4 version, $5 audience, $6 since; for the revision $7 person, $8 time. */
  const putEntry: Statement = {
    name: 'putEntry',
    text: `INSERT INTO entry (org, key, value, version, deleted, audience, since)
      VALUES ($1, $2, $3, $4, ${no}, $5, $6)
      ON CONFLICT (org, key) DO UPDATE SET value = excluded.value, version = excluded.version, deleted = ${no},
        audience = excluded.audience, since = excluded.since`,
  }
  /** $1 org, $2 key, $3 version; for the revision $4 person, $5 time. Changes no row if there is no such entry. */
  const deleteEntry: Statement = {
    name: 'deleteEntry',
    text: `UPDATE entry SET value = NULL, deleted = ${yes}, version = $3 WHERE org = $1 AND key = $2 AND ${live}`,
  }

  return {
    getOrg: {
      name: 'getOrg',
      text: `SELECT epoch, version, gc_version AS "gcVersion", folders_version AS "foldersVersion" FROM org WHERE id = $1`,
      isSingle: true,
    },
    listOrgs: { text: 'SELECT id FROM org ORDER BY id' },

    getEntry: {
      name: 'getEntry',
      text: `SELECT ${entryColumns} FROM entry WHERE org = $1 AND key = $2`,
      isSingle: true,
      isByColumn: true,
    },
    /** An entry without its value; isDeleted is a number in SQLite. */
    getPlace: {
      name: 'getPlace',
      text: `SELECT version, audience, since, value IS NULL AS "isDeleted" FROM entry WHERE org = $1 AND key = $2`,
      isSingle: true,
    },
    /** $1 org, $2 audiences, $3 first key, $4 end of the keys. */
    scanEntries: { text: scanOf(entryColumns), isByColumn: true },
    scanPlaces: { text: scanOf(placeColumns), isByColumn: true },
    // A LIMIT makes SQLite sort in a temporary table. `+ 0` avoids that SQLite re-plans the statement for each value of
    // the parameter.
    scanFirstEntries: { text: `${scanOf(entryColumns)} LIMIT $5 + 0`, isByColumn: true },
    /** $1 org, $2 first key, $3 end of the keys. */
    listEntries: { text: listOf(entryColumns), isByColumn: true },
    listPlaces: { text: listOf(placeColumns), isByColumn: true },
    /** $1 org, $2 audiences, $3 version. */
    listChanges: {
      text: `SELECT ${entryColumns} FROM ${inChanges.from}
        WHERE ${inChanges.where} AND entry.version > $3 ORDER BY entry.version, entry.key`,
      isByColumn: true,
    },
    /** $1 org, $2 audiences, $3 version. */
    listMoved: {
      text: `SELECT DISTINCT audience_move.key, CASE WHEN ${live} THEN entry.audience END AS audience
        FROM ${inMoves.from} LEFT JOIN entry ON entry.org = audience_move.org AND entry.key = audience_move.key
        WHERE ${inMoves.where} AND audience_move.version > $3 AND audience_move.since <= $3
        ORDER BY audience_move.key`,
    },
    /** $1 org, $2 audiences, $3 version. */
    listHeld: {
      text: `SELECT entry.key FROM ${inChanges.from}
        WHERE ${inChanges.where} AND entry.since <= $3 AND (${live} OR entry.version > $3) ORDER BY entry.key`,
    },
    putEntry: [putEntry],
    putEntryWithRevision: withRevision(putEntry, { version: '$4', value: '$3', userId: '$7', at: '$8' }),
    deleteEntry: [deleteEntry],
    deleteEntryWithRevision: withRevision(deleteEntry, { version: '$3', value: 'NULL', userId: '$4', at: '$5' }),
    moveEntry: {
      name: 'moveEntry',
      text: `UPDATE entry SET audience = $3, since = $4, version = $5 WHERE org = $1 AND key = $2 AND ${live}`,
    },
    /** $1 org, $2 audience, $3 version, $4 key, $5 since, $6 time. */
    putMove: {
      text: `INSERT INTO audience_move (org, audience, version, key, since, at) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT DO NOTHING`,
    },
    noteFolders: { name: 'noteFolders', text: 'UPDATE org SET folders_version = version WHERE id = $1' },

    getAudiences: {
      name: 'getAudiences',
      text: 'SELECT audiences FROM audience_set WHERE org = $1 AND user_id = $2 AND hash = $3',
      isSingle: true,
    },
    /** $1 org, $2 person, $3 hash, $4 audiences, $5 time. */
    putAudiences: {
      text: `INSERT INTO audience_set (org, user_id, hash, audiences, kept_at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT DO NOTHING`,
    },
    /** $1 org, $2 person, $3 the number of newer sets to keep. */
    dropAudiences: {
      text: `DELETE FROM audience_set WHERE org = $1 AND user_id = $2 AND kept_at < (
        SELECT kept_at FROM audience_set WHERE org = $1 AND user_id = $2 ORDER BY kept_at DESC LIMIT 1 OFFSET $3)`,
    },

    /** $1 org, $2 time. */
    getStaleVersion: {
      text: `SELECT max(version) AS version FROM (
        SELECT entry.version FROM entry JOIN revision USING (org, key, version)
        WHERE org = $1 AND ${deleted} AND revision.at < $2
        UNION ALL SELECT version FROM audience_move WHERE org = $1 AND at < $2) AS stale`,
    },
    listRevisions: {
      name: 'listRevisions',
      text: `SELECT ${revisionColumns} FROM revision WHERE org = $1 AND key = $2 ORDER BY version`,
    },
    /** $1 org, $2 first key, $3 end of the keys, $4 before this version, $5 how many versions. */
    listPast: {
      text: `SELECT key, ${revisionColumns},
          (SELECT earlier.value FROM revision AS earlier
           WHERE earlier.org = changed.org AND earlier.key = changed.key AND earlier.version < changed.version
           ORDER BY earlier.version DESC LIMIT 1) AS previous
        FROM revision AS changed
        WHERE org = $1 AND key >= $2 AND key < $3 AND version < $4 AND version >= (
          SELECT min(version) FROM (
            SELECT DISTINCT version FROM revision
            WHERE org = $1 AND key >= $2 AND key < $3 AND version < $4 ORDER BY version DESC LIMIT $5 + 0) AS newest)
        ORDER BY version DESC, key`,
    },

    getClientGroup: {
      name: 'getClientGroup',
      text: 'SELECT id, org AS "orgId", user_id AS "userId" FROM client_group WHERE id = $1',
      isSingle: true,
    },
    getClient: { name: 'getClient', text: `SELECT ${clientColumns} FROM client WHERE id = $1`, isSingle: true },
    listClients: { text: `SELECT ${clientColumns} FROM client WHERE group_id = $1 AND version > $2 ORDER BY id` },
    putClientGroup: { name: 'putClientGroup', text: 'INSERT INTO client_group (id, org, user_id) VALUES ($1, $2, $3)' },
    putClient: {
      name: 'putClient',
      text: `INSERT INTO client (id, group_id, last_mutation_id, version) VALUES ($1, $2, $3, $4)
        ON CONFLICT (id) DO UPDATE SET last_mutation_id = excluded.last_mutation_id, version = excluded.version
        WHERE client.group_id = excluded.group_id`,
    },

    deleteTombstones: { text: `DELETE FROM entry WHERE org = $1 AND ${deleted} AND version <= $2` },
    deleteMoves: { text: 'DELETE FROM audience_move WHERE org = $1 AND version <= $2' },
    raiseGcVersion: { text: 'UPDATE org SET gc_version = $2 WHERE id = $1 AND gc_version < $2' },
    raiseEpoch: { text: 'UPDATE org SET epoch = epoch + 1 WHERE id = $1' },
    deleteClientGroups: { text: 'DELETE FROM client_group WHERE org = $1' },
  } as const satisfies Record<string, Statement | readonly Statement[]>
}

export type StoreStatements = ReturnType<typeof storeStatements>
