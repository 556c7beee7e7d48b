import { dataVersionPrefix } from '@tidemark/shared/data-versions/data-version'
import { mutationErrorPrefix } from '@tidemark/shared/sync/protocol'
import type { Logger } from '../log'
import type { LiveEntry, OrgState, PastChange, Revision, StoredEntry } from './store'
import { decodeValue } from './stored-value'

/** Rows as both engines keep them: values are JSON texts, null where the entry is deleted. */
export interface EntryRow {
  readonly key: string
  readonly value: string | null
  readonly version: number
  readonly audience: string
}

export interface RevisionRow {
  readonly version: number
  readonly value: string | null
  readonly userId: string
  readonly at: number
}

export interface PastChangeRow extends RevisionRow {
  readonly key: string
  readonly previous: string | null
}

/** An org that was never written. */
export const newOrg: OrgState = { epoch: 1, version: 0, gcVersion: 0 }

/** After every key that starts with the prefix it is appended to. */
export const lastCharacter = '\u{10FFFF}'

export function toStoredEntry({ key, value, version, audience }: EntryRow, log: Logger): StoredEntry {
  return { key, value: value === null ? null : decodeValue(key, value, log), version, audience }
}

export function toRevision(key: string, row: RevisionRow, log: Logger): Revision {
  return { ...row, value: row.value === null ? null : decodeValue(key, row.value, log) }
}

export function toPastChange({ previous, ...row }: PastChangeRow, log: Logger): PastChange {
  const { key } = row
  return { ...toRevision(key, row, log), key, previous: previous === null ? null : decodeValue(key, previous, log) }
}

/** The keys of a path: those below it when it ends in `/`, else itself alone. No key of ours holds a control character. */
export function keyRangeOf(path: string): readonly [first: string, end: string] {
  return [path, path + (path.endsWith('/') ? lastCharacter : '\u0001')]
}

export function isLive(entry: StoredEntry): entry is LiveEntry {
  return entry.value !== null
}

/** Refused mutations have no history: they are the person's own notes until they act on them. Nor has a mere count. */
export function hasHistory(key: string): boolean {
  return !key.startsWith(mutationErrorPrefix) && !key.startsWith(dataVersionPrefix)
}
