import { mutationErrorPrefix } from '@tidemark/shared/sync/protocol'
import type { Logger } from '../log'
import type { LiveEntry, OrgState, Revision, StoredEntry } from './store'
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

export function isLive(entry: StoredEntry): entry is LiveEntry {
  return entry.value !== null
}

/** Refused mutations have no history: they are the person's own notes until they act on them. */
export function hasHistory(key: string): boolean {
  return !key.startsWith(mutationErrorPrefix)
}
