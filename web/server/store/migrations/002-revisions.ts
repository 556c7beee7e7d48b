/** The past of every entry, written in the transaction that changes it. value: null where it was deleted. */
export const revisionsMigration = `
CREATE TABLE revision (
  org TEXT NOT NULL,
  key TEXT NOT NULL,
  version INTEGER NOT NULL,
  value TEXT,
  user_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (org, key, version)
) STRICT;
`
