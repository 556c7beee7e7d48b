import { cookies, headers } from 'next/headers'
import { chartPrefix } from '@tidemark/shared/charts/chart'
import { dashboardPrefix, tabPrefix, tilePrefix, type DashboardId } from '@tidemark/shared/dashboards/dashboard'
import { connectionPrefix } from '@tidemark/shared/connections/connection'
import { dataVersionPrefix } from '@tidemark/shared/data-versions/data-version'
import { datasetPrefix } from '@tidemark/shared/datasets/dataset'
import { folderPrefix } from '@tidemark/shared/folders/folder'
import { workspacePrefix } from '@tidemark/shared/workspaces/workspace'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { parseUiPreferences, uiCookie } from '@/client/ui-preferences'
import { readShellPreferences } from '@/features/shell/shell-preferences'
import { actorOf } from '@/server/actor'
import { mustGetServices, type Services } from '@/server/services'
import type { Actor } from '@tidemark/shared/access/actor'
import type { WorkspaceAppProps } from './workspace-app'
import { runForPage } from './page-results'
import { requestLocale, requestViewportWidth } from './request-environment'

export interface LoadedWorkspace {
  readonly view: EntryView
  readonly app: WorkspaceAppProps
}

/** A workspace this small travels whole with any page: then the browser's first pull needs no request. */
const wholeUpToEntries = 300

/** What every page shows in its sidebar and finds by its palette. */
const navigationPrefixes = [
  workspacePrefix,
  folderPrefix,
  dashboardPrefix,
  chartPrefix,
  connectionPrefix,
  datasetPrefix,
  dataVersionPrefix,
]

/**
 * Reads what a page needs in one snapshot and runs the charts it shows. chartsOf: the ids of the charts whose results the
 * page is drawn with.
 */
export async function loadWorkspace(
  options: { readonly dashboardId?: DashboardId; readonly chartsOf?: (view: EntryView) => readonly string[] } = {},
): Promise<LoadedWorkspace> {
  const services = mustGetServices()
  const actor = await actorOf(await headers(), services)
  const { dashboardId, chartsOf } = options
  const prefixes =
    dashboardId === undefined
      ? navigationPrefixes
      : [...navigationPrefixes, tabPrefix(dashboardId), tilePrefix(dashboardId)]
  const jar = await cookies()
  const { view, snapshot } = await services.sync.readView(actor, prefixes, wholeUpToEntries)
  return {
    view,
    app: {
      actor,
      page: snapshot,
      shellPreferences: readShellPreferences((name) => jar.get(name)?.value),
      uiPreferences: parseUiPreferences(jar.get(uiCookie)?.value),
      environment: await pageEnvironment(services, actor),
      results: await runForPage(services, actor, chartsOf?.(view) ?? []),
    },
  }
}

/** What a page needs that is made for no address and holds none of the workspace's entries. */
export async function loadShell(): Promise<WorkspaceAppProps> {
  const services = mustGetServices()
  const actor = await actorOf(await headers(), services)
  const { snapshot } = await services.sync.readView(actor, [])
  const jar = await cookies()
  return {
    actor,
    // Older than anything a browser has, so that its own data is shown at once.
    page: { cookie: { ...snapshot.cookie, order: 0 }, complete: false, entries: [] },
    shellPreferences: readShellPreferences((name) => jar.get(name)?.value),
    uiPreferences: parseUiPreferences(jar.get(uiCookie)?.value),
    environment: await pageEnvironment(services, actor),
    results: {},
  }
}

async function pageEnvironment(
  { config, storeId, offlineBuild }: Services,
  actor: Actor,
): Promise<WorkspaceAppProps['environment']> {
  return {
    ...(await requestLocale()),
    now: Date.now(),
    viewportWidth: await requestViewportWidth(),
    isDesktopApp: false,
    version: config.version,
    buildId: offlineBuild?.id ?? '',
    databaseName: `tidemark:${storeId}:${actor.orgId}:${actor.userId}`,
    team: null,
  }
}
