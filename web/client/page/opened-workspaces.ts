import * as z from 'zod/mini'
import { actorSchema } from '@tidemark/shared/access/actor'
import { sessionInfoSchema, workspaceSummarySchema } from '@tidemark/shared/accounts/session-info'
import { cookieSchema } from '@tidemark/shared/sync/protocol'

/** The data that a browser needs to open a workspace while the server cannot be asked. */
const openedSchema = z.object({
  actor: actorSchema,
  databaseName: z.string(),
  cookie: cookieSchema,
  team: z.object({
    person: sessionInfoSchema.shape.person,
    workspace: workspaceSummarySchema,
    workspaces: z.array(workspaceSummarySchema),
    mayCreateWorkspaces: z.optional(z.boolean()),
  }),
  /** Unix milliseconds. */
  at: z.number(),
})
type OpenedWorkspace = z.infer<typeof openedSchema>

const suffix = ':opened'

/**
 * Stores how a workspace was opened. The key contains the person, so that signing out removes it with their other data.
 */
export function rememberOpened(opened: OpenedWorkspace): void {
  try {
    localStorage.setItem(`${opened.databaseName}${suffix}`, JSON.stringify(opened))
  } catch (thrown) {
    // Storage is full or blocked: this workspace then opens only while the server answers.
    console.debug('how the workspace was opened is not kept', thrown)
  }
}

/** Stores the server's latest list of a person's workspaces with each workspace that was opened here. */
export function rememberWorkspaces(
  userId: string,
  told: Pick<OpenedWorkspace['team'], 'workspaces' | 'mayCreateWorkspaces'>,
): void {
  for (const opened of allOpened()) {
    if (opened.team.person.id !== userId) continue
    const workspace = told.workspaces.find(({ id }) => id === opened.team.workspace.id) ?? opened.team.workspace
    rememberOpened({ ...opened, team: { ...opened.team, ...told, workspace } })
  }
}

/** Returns how the workspace with this database name was opened; null if it was not. */
export function openedAs(databaseName: string): OpenedWorkspace | null {
  return allOpened().find((opened) => opened.databaseName === databaseName) ?? null
}

/** Returns the workspace if it was opened in this browser; null otherwise. */
export function openedIn(orgId: string): OpenedWorkspace['team']['workspace'] | null {
  return allOpened().find(({ team }) => team.workspace.id === orgId)?.team.workspace ?? null
}

/** Returns how a workspace was last opened here. Without a slug, the one opened last; null if none was. */
export function findOpened(slug: string | null): OpenedWorkspace | null {
  return (
    allOpened()
      .filter(({ team }) => slug === null || team.workspace.slug === slug)
      .sort((a, b) => b.at - a.at)[0] ?? null
  )
}

function allOpened(): readonly OpenedWorkspace[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith('tidemark:') && key.endsWith(suffix))
      .flatMap((key) => openedSchema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null')).data ?? [])
  } catch (thrown) {
    // Storage is blocked, or holds something that is not ours.
    console.debug('no workspace was opened here', thrown)
    return []
  }
}
