import type { Dialect } from './dialect'

/**
 * Keeps the number of each org's entries and the sum of their digests, by triggers and so within the same transaction.
 * `entry-sums.ts` compares them with what the table holds: a damaged file can lose rows and still be a valid database.
 * PostgreSQL has checksums of its own.
 */
export const entrySumsMigration = ({ engine }: Dialect): string => (engine === 'sqlite' ? sums : '')

/** The digest of a row: 32 bits, so that the sum of two thousand million rows fits in 63. See `openSqliteDatabase`. */
export function digestOf(row: string): string {
  return `entry_digest(${row}.key, ${row}.version, ${row}.audience, ${row}.value)`
}

const keep = (org: string, entries: string, digests: string) => `
  INSERT INTO entry_sum (org, entries, digests) VALUES (${org}, ${entries}, ${digests})
  ON CONFLICT (org) DO UPDATE SET entries = entries + excluded.entries, digests = digests + excluded.digests;`

const sums = `
CREATE TABLE entry_sum (
  org TEXT PRIMARY KEY,
  entries INTEGER NOT NULL,
  digests INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO entry_sum (org, entries, digests)
SELECT org, count(*), sum(${digestOf('entry')}) FROM entry GROUP BY org;
CREATE TRIGGER entry_insert_sum AFTER INSERT ON entry BEGIN ${keep('NEW.org', '1', digestOf('NEW'))} END;
CREATE TRIGGER entry_update_sum AFTER UPDATE ON entry BEGIN
  ${keep('NEW.org', '0', `${digestOf('NEW')} - ${digestOf('OLD')}`)} END;
CREATE TRIGGER entry_delete_sum AFTER DELETE ON entry BEGIN ${keep('OLD.org', '-1', `-${digestOf('OLD')}`)} END;
`
