/**
 * What is synced, and how far each client got. `stamped` is a function of the writing connection: it is true only for the
 * version that the running transaction raised the org to, so that no other write gets through, from no other tool either.
 */
export const entriesMigration = `
CREATE TABLE org (
  id TEXT PRIMARY KEY,
  epoch INTEGER NOT NULL,
  version INTEGER NOT NULL,
  gc_version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE entry (
  org TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT,
  version INTEGER NOT NULL,
  deleted INTEGER NOT NULL CHECK (deleted IN (0, 1) AND deleted = (value IS NULL)),
  audience TEXT NOT NULL,
  PRIMARY KEY (org, key)
) STRICT;
CREATE INDEX entry_changes ON entry (org, audience, version);
CREATE INDEX entry_live ON entry (org, audience, key) WHERE deleted = 0;

CREATE TABLE client_group (
  id TEXT PRIMARY KEY,
  org TEXT NOT NULL,
  user_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX client_group_org ON client_group (org);

CREATE TABLE client (
  id TEXT PRIMARY KEY,
  group_id TEXT NOT NULL REFERENCES client_group (id) ON DELETE CASCADE,
  last_mutation_id INTEGER NOT NULL,
  version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX client_changes ON client (group_id, version);

CREATE TRIGGER entry_insert_stamped BEFORE INSERT ON entry WHEN NOT stamped(NEW.org, NEW.version)
BEGIN SELECT RAISE(ABORT, 'unstamped write'); END;
CREATE TRIGGER entry_update_stamped BEFORE UPDATE ON entry WHEN NOT stamped(NEW.org, NEW.version)
BEGIN SELECT RAISE(ABORT, 'unstamped write'); END;
CREATE TRIGGER entry_delete_tombstone BEFORE DELETE ON entry WHEN OLD.deleted = 0
BEGIN SELECT RAISE(ABORT, 'only tombstones are deleted'); END;
`
