import type { Dialect } from './dialect'

/**
 * Adds to public links the sites that may show them, as a JSON array (NULL is none), and whether they open only with a
 * signature; and to each workspace the keys of such signatures, whose secrets lie among those of connections.
 */
export const embedsMigration = ({ integer, strict }: Dialect): string => `
ALTER TABLE public_link ADD COLUMN embed_origins TEXT;
ALTER TABLE public_link ADD COLUMN signed_only ${integer};
CREATE TABLE embed_key (
  id TEXT NOT NULL PRIMARY KEY,
  org TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at ${integer} NOT NULL,
  last_used_at ${integer}
)${strict};
CREATE INDEX embed_key_org ON embed_key (org);
`
