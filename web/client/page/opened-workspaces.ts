import * as z from 'zod/mini'
import { actorSchema } from '@tidemark/shared/access/actor'
import { sessionInfoSchema, workspaceSummarySchema } from '@tidemark/shared/accounts/session-info'
import { cookieSchema } from '@tidemark/shared/sync/protocol'

/** The data with which a browser opens a workspace while the server cannot be asked. */
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

/** Keeps how a workspace was opened. Its name has the person in it, so that signing out removes it with all else of theirs. */
export function rememberOpened(opened: OpenedWorkspace): void {
  try {
    localStorage.setItem(`${opened.databaseName}${suffix}`, JSON.stringify(opened))
  } catch (thrown) {
    // Full or blocked storage: then this workspace opens only while the server answers.
    console.debug('how the workspace was opened is not kept', thrown)
  }
}

/** Stores the server's news of a person's workspaces, for each that was opened here. */
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

/** How the workspace in those databases was opened; null where none was. */
export function openedAs(databaseName: string): OpenedWorkspace | null {
  return allOpened().find((opened) => opened.databaseName === databaseName) ?? null
}

/** The stored workspace that was opened here; null if it was not. */
export function openedIn(orgId: string): OpenedWorkspace['team']['workspace'] | null {
  return allOpened().find(({ team }) => team.workspace.id === orgId)?.team.workspace ?? null
}

/** The workspace as it was opened last here; any, the latest first, when no slug is given. Null where none is known. */
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
    // Blocked storage, or somebody else's text in it.
    console.debug('no workspace was opened here', thrown)
    return []
  }
}
