import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { Actor } from '@tidemark/shared/access/actor'
import type { SessionInfo } from '@tidemark/shared/accounts/session-info'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { lastWorkspaceCookie } from '@/client/page/last-workspace'
import type { TeamSession } from '@/client/page/page-environment'
import { actorOf } from '@/server/http/identify'
import { getRequestContext } from '@/server/http/request-context'
import { mustGetServices } from '@/server/services'

/** A requested address. slug: of the workspace, null outside of `/w/…`. path: the rest, beginning with `/`. */
export interface AskedAddress {
  readonly slug: string | null
  readonly path: string
}

/** A person's access to an address: in a workspace, or in none. */
export type PageAccess =
  | { readonly kind: 'workspace'; readonly actor: Actor; readonly team: TeamSession | null }
  | { readonly kind: 'no-workspace'; readonly session: SessionInfo }

/**
 * Returns the actor and workspace of a page. Redirects to the sign-in page, to that of a required second factor, to a workspace if the address names none,
 * and in local mode away from `/w/…`.
 */
export async function accessOfPage({ slug, path }: AskedAddress): Promise<PageAccess> {
  const services = mustGetServices()
  const requestHeaders = await headers()
  if (services.team === null) {
    if (slug !== null) redirect(path)
    return { kind: 'workspace', actor: await actorOfPage(requestHeaders), team: null }
  }
  const { accounts } = services.team
  const person = await accounts.getSignedIn(requestHeaders)
  const asked = slug === null ? path : `/w/${slug}${path}`
  if (person === null) redirect(asked === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(asked)}`)
  // Set here already, because the person may be in no workspace.
  getRequestContext()?.measure.setAsker({ userId: person.userId })
  const session = await accounts.sessionInfo(person)
  if (slug === null) {
    const last = (await cookies()).get(lastWorkspaceCookie)?.value
    const meant = session.workspaces.find((other) => other.slug === last) ?? session.workspaces[0]
    if (meant === undefined) return { kind: 'no-workspace', session }
    redirect(`/w/${meant.slug}${path === '/' ? '' : path}`)
  }
  const workspace = session.workspaces.find((other) => other.slug === slug)
  if (workspace === undefined) return { kind: 'no-workspace', session }
  const actor = await actorOfPage(requestHeaders, slug).catch((thrown: unknown) => {
    if (toTidemarkError(thrown).code !== 'two-factor-required') throw thrown
    redirect(`/two-factor?next=${encodeURIComponent(asked)}`)
  })
  const { workspaces, mayCreateWorkspaces } = session
  return { kind: 'workspace', actor, team: { person: session.person, workspace, workspaces, mayCreateWorkspaces } }
}

/** Returns the page's actor, and adds it to the log line and the reports. */
async function actorOfPage(requestHeaders: Headers, slug?: string): Promise<Actor> {
  const actor = await actorOf(requestHeaders, mustGetServices(), slug === undefined ? undefined : { slug })
  getRequestContext()?.measure.setAsker(actor)
  return actor
}
