import * as z from 'zod/mini'
import { bestGrant, granteeSchema, maxGrants, type Grantee, type Person } from './grantee'
import { roleAtLeast } from './roles'

export const folderLevels = ['read', 'edit'] as const
export type FolderLevel = (typeof folderLevels)[number]

export const folderGrantSchema = z.object({ to: granteeSchema, level: z.enum(folderLevels) })
export type FolderGrant = z.infer<typeof folderGrantSchema>

/**
 * The readers and editors of a folder's content. null: as in the surrounding folder, and at the top the whole
 * workspace. A list admits the people it names, and admins and owners, whatever the surrounding folder says.
 */
export const folderAccessSchema = z.nullable(z.array(folderGrantSchema).check(z.maxLength(maxGrants)))
export type FolderAccess = z.infer<typeof folderAccessSchema>

/** The part of a folder that the rules look at. */
export interface AccessFolder {
  readonly id: string
  readonly parentId: string | null
  readonly access: FolderAccess
}
export type FolderLookup = (id: string) => AccessFolder | undefined

/** The reason for a decision. folderId: the folder whose list decided. */
export type FolderReason =
  | { readonly kind: 'manages' }
  | { readonly kind: 'open' }
  | { readonly kind: 'granted'; readonly folderId: string; readonly to: Grantee }
  | { readonly kind: 'not-granted'; readonly folderId: string }
  /** A surrounding folder does not exist, so its readers are unknown. */
  | { readonly kind: 'lost' }

/**
 * granted: the level that the folder grants. level: the part of it that the person's role can use; only editors and
 * above edit.
 */
export interface FolderDecision {
  readonly granted: FolderLevel | 'none'
  readonly level: FolderLevel | 'none'
  readonly reason: FolderReason
}

/**
 * Decides what a person may do with a folder's content, and why; null is the top of the workspace. The nearest folder
 * with its own list decides, beginning with the folder itself.
 */
export function decideFolder(person: Person, folderId: string | null, lookup: FolderLookup): FolderDecision {
  if (roleAtLeast(person.role, 'admin')) return decision(person, 'edit', { kind: 'manages' })
  const deciding = decidingFolder(folderId, lookup)
  if (deciding === 'lost') return decision(person, 'none', { kind: 'lost' })
  if (deciding === null) return decision(person, 'edit', { kind: 'open' })
  const grant = bestGrant(person, deciding.access, folderLevels)
  return grant === undefined
    ? decision(person, 'none', { kind: 'not-granted', folderId: deciding.id })
    : decision(person, grant.level, { kind: 'granted', folderId: deciding.id, to: grant.to })
}

/** Finds the folder whose list applies to this folder's content; null if there is none. */
export function decidingFolder(
  folderId: string | null,
  lookup: FolderLookup,
): (AccessFolder & { readonly access: readonly FolderGrant[] }) | 'lost' | null {
  const seen = new Set<string>()
  for (let id = folderId; id !== null;) {
    const folder = lookup(id)
    // A cycle of folders has no top that could decide.
    if (folder === undefined || seen.has(id)) return 'lost'
    if (folder.access !== null) return { ...folder, access: folder.access }
    seen.add(id)
    id = folder.parentId
  }
  return null
}

function decision(person: Person, granted: FolderLevel | 'none', reason: FolderReason): FolderDecision {
  const level = granted === 'edit' && !roleAtLeast(person.role, 'editor') ? 'read' : granted
  return { granted, level, reason }
}

/** Returns the audience of a folder and its content. */
export function folderAudience(folderId: string): string {
  return `folder:${folderId}`
}
