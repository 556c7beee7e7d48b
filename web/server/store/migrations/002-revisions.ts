import type { Dialect } from './dialect'

/** Creates the history of every entry, written in the transaction that changes it. value: null if it was deleted. */
export const revisionsMigration = ({ key, integer, strict }: Dialect): string => `
CREATE TABLE revision (
  org ${key} NOT NULL,
  key ${key} NOT NULL,
  version ${integer} NOT NULL,
  value TEXT,
  user_id TEXT NOT NULL,
  at ${integer} NOT NULL,
  PRIMARY KEY (org, key, version)
)${strict};
`
