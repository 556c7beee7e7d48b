import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import type { Actor } from '@tidemark/shared/access/actor'
import { choicesCookieOf, choicesPart } from '@/client/page/choices-cookie'
import { NoWorkspaceLazily } from '@/features/members/no-workspace-lazily'
import { isSettingsAddress } from '@/features/settings/settings-sections'
import { getRequestContext } from '@/server/http/request-context'
import { mustGetServices } from '@/server/services'
import { databaseNameOf, loadWorkspace } from './load-workspace'
import { chartsOfRoute } from './page-charts'
import { accessOfPage } from './page-session'
import { nameOfRoute } from './route-name'
import { WorkspaceApp } from './workspace-app'
import { parseRoute } from './workspace-route'

export type SearchParams = Readonly<Record<string, string | readonly string[] | undefined>>

interface WorkspacePageProps {
  /** The workspace's slug in the address; null if there is none. */
  readonly slug: string | null
  /** The path after the slug. */
  readonly path: readonly string[] | undefined
  readonly searchParams: SearchParams
}

/**
 * Renders any page of a workspace. An entry missing on the server may exist in this browser, created offline, so the
 * whole app is rendered even then, with status 404, and decides by its local data.
 */
export async function WorkspacePage({ slug, path, searchParams }: WorkspacePageProps) {
  const pathname = `/${(path ?? []).join('/')}`
  const access = await accessOfPage({ slug, path: pathname + searchOf(searchParams) })
  if (access.kind === 'no-workspace') {
    getRequestContext()?.markNotFound()
    return (
      <>
        <title>Tidemark</title>
        <NoWorkspaceLazily session={access.session} isNamed={slug !== null} />
      </>
    )
  }
  const route = parseRoute(pathname)
  if (route.kind === 'dashboard' || route.kind === 'chart')
    await goOnToKeptChoices(access.actor, slug === null ? pathname : `/w/${slug}${pathname}`, searchOf(searchParams))
  const { view, app } = await loadWorkspace(access, {
    route,
    chartsOf: (snapshot, seen) => chartsOfRoute(snapshot, route, new URLSearchParams(searchOf(searchParams)), seen),
  })
  // The route does not tell which settings sections exist, because every page would then load their list.
  const isThere = route.kind !== 'settings' || isSettingsAddress(pathname)
  const name = isThere ? nameOfRoute(view, route) : undefined
  if (name === undefined) getRequestContext()?.markNotFound()
  return (
    <>
      <title>{name === null ? 'Tidemark' : `${name ?? 'Not found'} · Tidemark`}</title>
      <WorkspaceApp {...app} />
    </>
  )
}

/**
 * Redirects to the address with the person's last choices of values, if the address has none and the browser sent some.
 */
async function goOnToKeptChoices(actor: Actor, path: string, search: string): Promise<void> {
  const query = new URLSearchParams(search)
  if (choicesPart(query) !== '') return
  const cookie = (await cookies()).get(choicesCookieOf(databaseNameOf(mustGetServices(), actor)))?.value
  const kept = choicesPart(new URLSearchParams(cookie))
  if (kept !== '') redirect(`${path}?${search === '' ? '' : `${search.slice(1)}&`}${kept}`)
}

function searchOf(searchParams: SearchParams): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(searchParams)) {
    for (const item of typeof value === 'string' ? [value] : (value ?? [])) query.append(name, item)
  }
  return query.size === 0 ? '' : `?${query.toString()}`
}
