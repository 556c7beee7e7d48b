/** Returns a number with its noun: `1 entry`, `2 entries`. many: the plural, if it is not formed with an s. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Describes the content of an export or import, by table. */
export function describeCounts(counts: Readonly<Record<string, number>>): string {
  const { org = 0, entry = 0, revision = 0, user = 0 } = counts
  const parts = [countOf(org, 'workspace'), countOf(entry, 'entry', 'entries'), countOf(revision, 'revision')]
  return `${parts.join(', ')} and ${countOf(user, 'person', 'people')}`
}
