import { decideFolder } from '../access/folder-access'
import type { Person } from '../access/grantee'
import type { Actor } from '../access/actor'
import { TidemarkError } from '../errors/tidemark-error'
import { mustGetEntry, type EntryTx, type EntryView } from '../entries/entry-tx'
import { dashboardKey, dashboardSchema, type Dashboard, type DashboardId } from '../dashboards/dashboard'
import { folderIdSchema, type Folder, type FolderId } from '../folders/folder'
import { getFolder } from '../folders/folder-queries'
import { foldersAround } from '../folders/folder-rights'
import { workspaceKey, workspaceSchema, type Workspace } from '../workspaces/workspace'
import { getWorkspace } from '../workspaces/workspace-queries'

type CommentedFolder = Pick<Folder, 'id' | 'parentId' | 'access' | 'viewersComment'>
type Lookup = (id: string) => CommentedFolder | undefined

/**
 * Decides whether a person may comment on what is in a folder; null is the top of the workspace. Who may edit it always
 * may, and others who see it where the nearest folder that says something about it, else the workspace, lets them.
 */
function mayCommentIn(
  person: Person,
  folderId: string | null,
  lookup: Lookup,
  workspace: Pick<Workspace, 'viewersComment'> | undefined,
): boolean {
  const { level } = decideFolder(person, folderId, lookup)
  return level === 'edit' || (level === 'read' && letsViewersComment(folderId, lookup, workspace))
}

/** Returns what the nearest folder that says something about it says, else the workspace. */
export function letsViewersComment(
  folderId: string | null,
  lookup: Lookup,
  workspace: Pick<Workspace, 'viewersComment'> | undefined,
): boolean {
  const seen = new Set<string>()
  for (let id = folderId; id !== null && !seen.has(id);) {
    const folder = lookup(id)
    if (folder === undefined) return false
    if (folder.viewersComment !== undefined && folder.viewersComment !== null) return folder.viewersComment
    seen.add(id)
    id = folder.parentId
  }
  return workspace?.viewersComment ?? false
}

/** Predicts from the entries that the actor sees whether they may comment on what is in a folder. */
export function mayComment(actor: Actor, folderId: FolderId | null, view: EntryView): boolean {
  return mayCommentIn(actor, folderId, (id) => getFolder(view, folderIdSchema.parse(id)), getWorkspace(view))
}

/** Returns a dashboard in use that the actor may comment on. Fails with `not-found` or `forbidden`. */
export async function mustComment(tx: EntryTx, id: DashboardId): Promise<Dashboard> {
  const dashboard = await mustGetEntry(tx, dashboardSchema, dashboardKey(id))
  if (dashboard.deletedAt !== null) throw new TidemarkError('not-found', { detail: dashboardKey(id) })
  const folders = await foldersAround(tx, dashboard.folderId)
  const workspace = workspaceSchema.safeParse(await tx.get(workspaceKey)).data
  if (!mayCommentIn(tx.actor, dashboard.folderId, (folderId) => folders.get(folderId), workspace))
    throw new TidemarkError('forbidden', { detail: 'Its folder does not let viewers comment.' })
  return dashboard
}
