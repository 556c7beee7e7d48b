import type { Dialect } from './dialect'

/** Adds groups of people, and to members the ids of theirs as a JSON array; NULL is none. */
export const peopleGroupsMigration = ({ integer, strict }: Dialect): string => `
CREATE TABLE people_group (
  id TEXT NOT NULL PRIMARY KEY,
  org TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at ${integer} NOT NULL
)${strict};
CREATE UNIQUE INDEX people_group_name ON people_group (org, name);
ALTER TABLE "member" ADD COLUMN "groups" TEXT;
`
