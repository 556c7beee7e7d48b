/** The past of every entry, written in the transaction that changes it. value: null where it was deleted. */
export const revisionsMigration = `
CREATE TABLE revision (
  org text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  value text,
  user_id text NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (org, key, version)
);
`
