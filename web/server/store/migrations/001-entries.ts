import type { Dialect } from './dialect'

/**
 * Creates the tables of synced entries and of each client's progress. A writing transaction first raises its org's
 * version and sets a stamp of it. Triggers on `entry` reject every write without the stamp, even from other tools. In
 * SQLite the stamp is a function of the writing connection, in PostgreSQL the setting `tidemark.stamp`.
 */
export const entriesMigration = (dialect: Dialect): string => {
  const { key, integer, strict, keyed } = dialect
  return `
CREATE TABLE org (
  id ${key} PRIMARY KEY,
  epoch ${integer} NOT NULL,
  version ${integer} NOT NULL,
  gc_version ${integer} NOT NULL${changedBy[dialect.engine]}
)${keyed}${hotRows[dialect.engine]};

CREATE TABLE entry (
  org ${key} NOT NULL,
  key ${key} NOT NULL,
  value TEXT,
  version ${integer} NOT NULL,
  deleted ${deletedColumn[dialect.engine]},
  audience ${key} NOT NULL,
  PRIMARY KEY (org, key)
)${strict};
CREATE INDEX entry_changes ON entry (org, audience, version${keyOfChanges[dialect.engine]});
CREATE INDEX entry_live ON entry (org, audience, key) WHERE ${dialect.live};

CREATE TABLE client_group (
  id ${key} PRIMARY KEY,
  org ${key} NOT NULL,
  user_id TEXT NOT NULL
)${keyed};
CREATE INDEX client_group_org ON client_group (org);

CREATE TABLE client (
  id ${key} PRIMARY KEY,
  group_id ${key} NOT NULL REFERENCES client_group (id) ON DELETE CASCADE,
  last_mutation_id ${integer} NOT NULL,
  version ${integer} NOT NULL
)${keyed};
CREATE INDEX client_changes ON client (group_id, version);
${entryGuards[dialect.engine]}`
}

/**
 * The transaction that last raised the version, for the change feed. Unlike a time or a sequence, it shows reliably
 * which changes were not yet visible at an earlier poll. SQLite has a single writer and needs none.
 */
const changedBy = { sqlite: '', postgres: ',\n  changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id()' } as const
/** Every transaction updates its org's row, so the page keeps room for the row's next version. */
const hotRows = { sqlite: '', postgres: ' WITH (fillfactor = 50)' } as const
/** An additional index column; SQLite would read the value from the table anyway. */
const keyOfChanges = { sqlite: '', postgres: ', key' } as const
const deletedColumn = {
  sqlite: 'INTEGER NOT NULL CHECK (deleted IN (0, 1) AND deleted = (value IS NULL))',
  postgres: 'boolean NOT NULL CHECK (deleted = (value IS NULL))',
} as const

const entryGuards = {
  sqlite: `
CREATE TRIGGER entry_insert_stamped BEFORE INSERT ON entry WHEN NOT stamped(NEW.org, NEW.version)
BEGIN SELECT RAISE(ABORT, 'unstamped write'); END;
CREATE TRIGGER entry_update_stamped BEFORE UPDATE ON entry WHEN NOT stamped(NEW.org, NEW.version)
BEGIN SELECT RAISE(ABORT, 'unstamped write'); END;
CREATE TRIGGER entry_delete_tombstone BEFORE DELETE ON entry WHEN OLD.deleted = 0
BEGIN SELECT RAISE(ABORT, 'only tombstones are deleted'); END;
`,
  postgres: `
CREATE FUNCTION refuse_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation'; END
$$;
CREATE TRIGGER entry_stamped BEFORE INSERT OR UPDATE ON entry FOR EACH ROW
  WHEN (NEW.version || ' ' || NEW.org IS DISTINCT FROM current_setting('tidemark.stamp', true))
  EXECUTE FUNCTION refuse_write('unstamped write');
CREATE TRIGGER entry_tombstone BEFORE DELETE ON entry FOR EACH ROW
  WHEN (NOT OLD.deleted) EXECUTE FUNCTION refuse_write('only tombstones are deleted');
CREATE TRIGGER entry_truncate BEFORE TRUNCATE ON entry FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_write('only tombstones are deleted');
`,
} as const
