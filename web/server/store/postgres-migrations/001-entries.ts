/**
 * What is synced, and how far each client got. The setting `tidemark.stamp` holds the version that the running
 * transaction raised its org to; the triggers let no other write through, from no other tool either.
 *
 * changed_xid: the transaction that raised the version last, for the change feed: unlike a time or a sequence, it tells
 * for certain what was not yet visible at an earlier look. Texts compare by their bytes, as in the other engine.
 */
export const entriesMigration = `
CREATE TABLE org (
  id text COLLATE "C" PRIMARY KEY,
  epoch bigint NOT NULL,
  version bigint NOT NULL,
  gc_version bigint NOT NULL,
  changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id()
) WITH (fillfactor = 50);

CREATE TABLE entry (
  org text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  value text,
  version bigint NOT NULL,
  deleted boolean NOT NULL CHECK (deleted = (value IS NULL)),
  audience text COLLATE "C" NOT NULL,
  PRIMARY KEY (org, key)
);
CREATE INDEX entry_changes ON entry (org, audience, version, key);
CREATE INDEX entry_live ON entry (org, audience, key) WHERE NOT deleted;

CREATE TABLE client_group (
  id text COLLATE "C" PRIMARY KEY,
  org text COLLATE "C" NOT NULL,
  user_id text NOT NULL
);
CREATE INDEX client_group_org ON client_group (org);

CREATE TABLE client (
  id text COLLATE "C" PRIMARY KEY,
  group_id text COLLATE "C" NOT NULL REFERENCES client_group (id) ON DELETE CASCADE,
  last_mutation_id bigint NOT NULL,
  version bigint NOT NULL
);
CREATE INDEX client_changes ON client (group_id, version);

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
`
