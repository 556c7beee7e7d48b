import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { digestOf } from './migrations/007-entry-sums'

/** A workspace whose entries are not those that were committed. keys: those that its history knows otherwise. */
export interface EntryDamage {
  readonly org: string
  readonly committedCount: number
  readonly foundCount: number
  readonly keys: readonly string[]
}

/** Selects the workspaces whose sums are not those of their entries. */
const damagedOrgsSql = `
SELECT org, sum(kept) AS "committedCount", sum(found) AS "foundCount" FROM (
  SELECT org, entries AS kept, 0 AS found, digests FROM entry_sum
  UNION ALL
  SELECT org, 0, count(*), -sum(${digestOf('entry')}) FROM entry GROUP BY org
) AS sums
GROUP BY org HAVING sum(kept) <> sum(found) OR sum(digests) <> 0 ORDER BY org`

/** Selects the keys of an org (?1) that are missing, or differ from the last version in the history. */
const damagedKeysSql = `
SELECT newest.key FROM (
  SELECT org, key, max(version) AS version FROM revision WHERE org = ?1 GROUP BY org, key
) AS newest
JOIN revision ON revision.org = newest.org AND revision.key = newest.key AND revision.version = newest.version
LEFT JOIN entry ON entry.org = newest.org AND entry.key = newest.key
WHERE revision.value IS NOT NULL AND entry.value IS DISTINCT FROM revision.value
ORDER BY newest.key LIMIT 20`

/** Lists the workspaces whose entries are not those that were committed. */
export function listEntryDamage(database: DatabaseSyncInstance): readonly EntryDamage[] {
  const orgs: Omit<EntryDamage, 'keys'>[] = database.prepare(damagedOrgsSql).all()
  return orgs.map((damaged) => {
    const rows: { key: string }[] = database.prepare(damagedKeysSql).all(damaged.org)
    return { ...damaged, keys: rows.map(({ key }) => key) }
  })
}

/** Says what is damaged, a sentence for each workspace. */
export function describeDamage({ org, committedCount, foundCount, keys }: EntryDamage): string {
  const counts =
    committedCount === foundCount
      ? `has ${foundCount} entries, some not as they were written`
      : `has ${foundCount} of ${committedCount} entries`
  const named = keys.length === 0 ? '' : `; missing or changed: ${keys.join(', ')}`
  return `Workspace ${org} ${counts}${named}.`
}

/** Fails with `store-corrupt` if there is damage. where: the store's place, for the message. */
export function mustBeUndamaged(damages: readonly EntryDamage[], where: string): void {
  if (damages.length === 0) return
  throw new TidemarkError('store-corrupt', {
    detail: `${where}: ${damages.map(describeDamage).join(' ')}`,
    hint: 'Restore the last backup (npm run restore), or go on with what is left: npm run check -- --accept.',
  })
}

/** Takes the entries as they are now for what was committed. */
export function acceptEntries(database: DatabaseSyncInstance): void {
  database.exec(`DELETE FROM entry_sum; INSERT INTO entry_sum (org, entries, digests)
    SELECT org, count(*), sum(${digestOf('entry')}) FROM entry GROUP BY org`)
}

/** Counts the workspaces and entries that were committed. */
export function countCommitted(database: DatabaseSyncInstance): { readonly orgs: number; readonly entries: number } {
  return database.prepare('SELECT count(*) AS orgs, coalesce(sum(entries), 0) AS entries FROM entry_sum').get()
}
