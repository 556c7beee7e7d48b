import type { Dialect } from './dialect'

/** Stores public links with the hashes of their tokens. choices: the query of an address. fields: a JSON object. */
export const publicLinksMigration = ({ integer, strict }: Dialect): string => `
CREATE TABLE public_link (
  id TEXT NOT NULL PRIMARY KEY,
  org TEXT NOT NULL,
  target_kind TEXT NOT NULL,
  target_id TEXT NOT NULL,
  name TEXT NOT NULL,
  hint TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  choices TEXT NOT NULL,
  fields TEXT NOT NULL,
  fresh_seconds ${integer} NOT NULL,
  password TEXT,
  created_by TEXT NOT NULL,
  created_at ${integer} NOT NULL,
  expires_at ${integer},
  last_used_at ${integer},
  use_count ${integer} NOT NULL
)${strict};
CREATE INDEX public_link_org ON public_link (org, target_id);
`
