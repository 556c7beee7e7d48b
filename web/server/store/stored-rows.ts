import { dataVersionPrefix } from '@tidemark/shared/data-versions/data-version'
import { connectionPrefix } from '@tidemark/shared/connections/connection'
import { datasetPrefix } from '@tidemark/shared/datasets/dataset'
import { folderPrefix } from '@tidemark/shared/folders/folder'
import { favouritePrefix } from '@tidemark/shared/favourites/favourite'
import { isOfComments } from '@tidemark/shared/comments/comment'
import { personalViewsPrefix } from '@tidemark/shared/saved-views/personal-view'
import { overwrittenTextPrefix } from '@tidemark/shared/sync/overwritten-text'
import { mutationErrorPrefix } from '@tidemark/shared/sync/protocol'
import * as z from 'zod/mini'
import type { Logger } from '../observability/log'
import type { LiveEntry, OrgState, PastChange, Revision, StoredEntry } from './store'
import { decodeValue } from './stored-value'

/** A row as both engines store it. value: JSON text; null if the entry is deleted. */
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

/** The state of an org that was never written. */
export const newOrg: OrgState = { epoch: 1, version: 0, gcVersion: 0, foldersVersion: 0 }

/** Appended to a prefix, it sorts after every key with that prefix. */
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

/**
 * Returns the range of keys of a path: the keys below it if it ends in `/`, else the key itself. Our keys contain no
 * control characters.
 */
export function keyRangeOf(path: string): readonly [first: string, end: string] {
  return [path, path + (path.endsWith('/') ? lastCharacter : '\u0001')]
}

/** The size of a row of history without its value. */
export const rowBytes = 200

/** Returns true for folders and connections, which determine who sees what; writes to them are noted with the org. */
export function decidesWhoSees(key: string): boolean {
  return key.startsWith(folderPrefix) || key.startsWith(connectionPrefix) || key.startsWith(datasetPrefix)
}

const audiencesSchema = z.array(z.string())

/** Parses a stored set of audiences. */
export function parseAudiences(text: string): readonly string[] {
  return audiencesSchema.parse(JSON.parse(text))
}

/** The number of audience sets kept per person. */
export const keptAudienceSets = 50

/** The place of an entry before a write. deleted: it was a tombstone. */
export interface EntryPlace {
  readonly audience: string
  readonly since: number
  readonly version: number
  readonly deleted: boolean
}

/**
 * The effect of a write on audiences. left: the audience that saw the entry from `since` until before `version`; null
 * if no audience loses it.
 */
interface EntryMove {
  readonly since: number
  readonly left: { readonly audience: string; readonly since: number; readonly version: number } | null
}

/** Determines the version from which an audience sees an entry that is written now, and which audience loses it. */
export function moveOf(before: EntryPlace | undefined, audience: string, version: number): EntryMove {
  if (before === undefined) return { since: version, left: null }
  // The write replaces an older tombstone, so the deletion must be recorded for clients that have not seen it yet.
  const isMadeAnew = before.deleted && before.version < version
  if (!isMadeAnew && before.audience === audience) return { since: before.since, left: null }
  const left = { audience: before.audience, since: before.since, version: isMadeAnew ? before.version : version }
  // An entry created and moved in one transaction was never visible at its first place.
  return { since: version, left: left.since < left.version ? left : null }
}

export function isLive(entry: StoredEntry): entry is LiveEntry {
  return entry.value !== null
}

/**
 * Returns true if an entry's changes are kept in the history. Favourites, personal views, refused mutations and notices
 * of overwritten texts are not, because they belong to one person. Neither are data versions, which are mere counters, nor
 * comments, so that one that is deleted is gone.
 */
export function hasHistory(key: string): boolean {
  if (isOfComments(key)) return false
  return ![mutationErrorPrefix, overwrittenTextPrefix, favouritePrefix, personalViewsPrefix, dataVersionPrefix].some(
    (prefix) => key.startsWith(prefix),
  )
}
