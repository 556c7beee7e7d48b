import { dataVersionPrefix } from '@tidemark/shared/data-versions/data-version'
import { connectionPrefix } from '@tidemark/shared/connections/connection'
import { folderPrefix } from '@tidemark/shared/folders/folder'
import { favouritePrefix } from '@tidemark/shared/favourites/favourite'
import { overwrittenTextPrefix } from '@tidemark/shared/sync/overwritten-text'
import { mutationErrorPrefix } from '@tidemark/shared/sync/protocol'
import * as z from 'zod/mini'
import type { Logger } from '../observability/log'
import type { LiveEntry, OrgState, PastChange, Revision, StoredEntry } from './store'
import { decodeValue } from './stored-value'

/** Rows as both engines keep them: values are JSON texts, null where the entry is deleted. */
export interface EntryRow {
  readonly key: string
  readonly value: string | null
  readonly version: number
  readonly audience: string
  readonly since: number
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
export const newOrg: OrgState = { epoch: 1, version: 0, gcVersion: 0, foldersVersion: 0 }

/** After every key that starts with the prefix it is appended to. */
export const lastCharacter = '\u{10FFFF}'

export function toStoredEntry({ key, value, version, audience, since }: EntryRow, log: Logger): StoredEntry {
  return { key, value: value === null ? null : decodeValue(key, value, log), version, audience, since }
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

/** The size of a history row besides its value. */
export const rowBytes = 200

/** Folders and connections decide who sees what; writing one is noted with the org. */
export function decidesWhoSees(key: string): boolean {
  return key.startsWith(folderPrefix) || key.startsWith(connectionPrefix)
}

const audiencesSchema = z.array(z.string())

/** Parses a stored set of audiences. */
export function parseAudiences(text: string): readonly string[] {
  return audiencesSchema.parse(JSON.parse(text))
}

/** How many sets of audiences are kept of each person. */
export const keptAudienceSets = 50

/** The place of an entry before it is written. deleted: it was a tombstone. */
export interface EntryPlace {
  readonly audience: string
  readonly since: number
  readonly version: number
  readonly deleted: boolean
}

/** left: the audience that saw the entry from `since` up to before `version`; null when nobody loses anything. */
interface EntryMove {
  readonly since: number
  readonly left: { readonly audience: string; readonly since: number; readonly version: number } | null
}

/** From when on its audience sees an entry that is written at a version, and what those who saw it before must hear. */
export function moveOf(before: EntryPlace | undefined, audience: string, version: number): EntryMove {
  if (before === undefined) return { since: version, left: null }
  // An older tombstone is overwritten: who has not heard of the deletion would otherwise never do.
  const isMadeAnew = before.deleted && before.version < version
  if (!isMadeAnew && before.audience === audience) return { since: before.since, left: null }
  const left = { audience: before.audience, since: before.since, version: isMadeAnew ? before.version : version }
  // Made and moved in one transaction: nobody saw it there.
  return { since: version, left: left.since < left.version ? left : null }
}

export function isLive(entry: StoredEntry): entry is LiveEntry {
  return entry.value !== null
}

/**
 * Favourites, refused mutations and notices of texts written over have no history: they are the person's own. Nor has a mere
 * count.
 */
export function hasHistory(key: string): boolean {
  return ![mutationErrorPrefix, overwrittenTextPrefix, favouritePrefix, dataVersionPrefix].some((prefix) =>
    key.startsWith(prefix),
  )
}
