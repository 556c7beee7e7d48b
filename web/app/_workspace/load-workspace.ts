import { cookies, headers } from 'next/headers'
import { chartPrefix } from '@tidemark/shared/charts/chart'
import { dashboardPrefix, tabPrefix, tilePrefix } from '@tidemark/shared/dashboards/dashboard'
import { filterPrefix } from '@tidemark/shared/filters/filter'
import { commentPrefix, commentsPrefix, commentsReadPrefix } from '@tidemark/shared/comments/comment'
import { commentMailKey } from '@tidemark/shared/comments/comment-mail'
import { personalViewPrefix } from '@tidemark/shared/saved-views/personal-view'
import { savedViewPrefix } from '@tidemark/shared/saved-views/saved-view'
import { connectionPrefix } from '@tidemark/shared/connections/connection'
import { dataVersionPrefix } from '@tidemark/shared/data-versions/data-version'
import { datasetPrefix } from '@tidemark/shared/datasets/dataset'
import { favouritePrefix } from '@tidemark/shared/favourites/favourite'
import { metricPrefix } from '@tidemark/shared/metrics/metric'
import { hierarchyPrefix } from '@tidemark/shared/tables/hierarchy'
import { segmentPrefix } from '@tidemark/shared/segments/segment'
import { flagPrefix } from '@tidemark/shared/flags/flag'
import { ownFlagsPrefix } from '@tidemark/shared/flags/own-flags'
import { folderPrefix } from '@tidemark/shared/folders/folder'
import { columnSettingsPrefix, joinPrefix, tableSettingsPrefix } from '@tidemark/shared/tables/table-settings'
import { workspacePrefix } from '@tidemark/shared/workspaces/workspace'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { PageEnvironment } from '@/client/page/page-environment'
import { parseUiPreferences, uiCookie } from '@/client/page/ui-preferences'
import { readShellPreferences } from '@/features/preferences/read-shell-preferences'
import { actorOf } from '@/server/http/identify'
import { mustGetServices, type Services } from '@/server/services'
import type { Actor } from '@tidemark/shared/access/actor'
import type { OfflineAppProps } from './offline-app'
import type { PageRun, PageSeen } from '@/features/dashboards/dashboard-runs'
import { runForPage } from './page-results'
import type { PageAccess } from './page-session'
import { requestLocale, requestViewportWidth } from './request-environment'
import type { WorkspaceAppProps } from './workspace-app'
import type { WorkspaceRoute } from './workspace-route'

type WorkspaceAccess = Extract<PageAccess, { kind: 'workspace' }>

export interface LoadedWorkspace {
  readonly view: EntryView
  readonly app: WorkspaceAppProps
}

interface LoadOptions {
  readonly route: WorkspaceRoute
  readonly chartsOf: (view: EntryView, seen: PageSeen) => readonly PageRun[]
}

/**
 * A workspace of up to this many entries is sent whole with any page, so that the browser's first pull needs no
 * request.
 */
const wholeUpToEntries = 300

/** The prefixes of the entries that the sidebar and the palette of every page need. */
const navigationPrefixes = [
  workspacePrefix,
  folderPrefix,
  dashboardPrefix,
  chartPrefix,
  connectionPrefix,
  datasetPrefix,
  dataVersionPrefix,
  tableSettingsPrefix,
  columnSettingsPrefix,
  joinPrefix,
  hierarchyPrefix,
  metricPrefix,
  segmentPrefix,
  flagPrefix,
  ownFlagsPrefix,
  favouritePrefix,
  commentsReadPrefix,
]

/**
 * Reads the entries of a page in one snapshot and runs its charts. chartsOf: returns the charts whose results the page
 * is rendered with.
 */
export async function loadWorkspace(
  { actor, team }: WorkspaceAccess,
  { route, chartsOf }: LoadOptions,
): Promise<LoadedWorkspace> {
  const services = mustGetServices()
  const prefixes = [...navigationPrefixes, ...prefixesOf(route, actor)]
  const [jar, asked] = await Promise.all([cookies(), headers()])
  const { view, snapshot } = await services.sync.readView(actor, prefixes, wholeUpToEntries)
  const environment = await pageEnvironment(services)
  const databaseName = databaseNameOf(services, actor)
  const shellPreferences = readShellPreferences((name) => jar.get(name)?.value, databaseName)
  return {
    view,
    app: {
      actor,
      page: snapshot,
      shellPreferences,
      uiPreferences: parseUiPreferences(jar.get(uiCookie)?.value),
      environment: { ...environment, databaseName, team },
      results: await runForPage(
        services,
        { actor, actorNow: () => actorOf(asked, services, { id: actor.orgId }) },
        chartsOf(view, {
          widthPx: environment.viewportWidth,
          now: environment.now,
          actor,
          collapsedSections: shellPreferences.collapsedSections,
        }),
      ),
    },
  }
}

/** Returns the prefixes of the entries that one page needs besides. */
function prefixesOf(route: WorkspaceRoute, { userId }: Actor): readonly string[] {
  if (route.kind === 'inbox') return [commentsPrefix]
  if (route.kind === 'settings') return [commentMailKey(userId)]
  if (route.kind !== 'dashboard') return []
  const { id } = route
  return [
    tabPrefix(id),
    tilePrefix(id),
    filterPrefix(id),
    savedViewPrefix(id),
    personalViewPrefix(userId, id),
    commentPrefix(id),
  ]
}

/** Loads the props of the offline page, which belongs to no address and contains no entries of a workspace. */
export async function loadShell(): Promise<OfflineAppProps> {
  const services = mustGetServices()
  const environment = await pageEnvironment(services)
  // It is unknown who will open the page. In team mode the browser remembers its people, and forgets those who sign
  // out.
  if (services.team !== null) return { environment, local: null }
  const actor = await actorOf(await headers(), services)
  const { snapshot } = await services.sync.readView(actor, [])
  return { environment, local: { actor, databaseName: databaseNameOf(services, actor), cookie: snapshot.cookie } }
}

/** Returns the name of an actor's local databases in the browser. */
export function databaseNameOf({ storeId }: Services, { orgId, userId }: Actor): string {
  return `tidemark:${storeId}:${orgId}:${userId}`
}

async function pageEnvironment({
  config,
  offlineBuild,
}: Services): Promise<Omit<PageEnvironment, 'databaseName' | 'team'>> {
  return {
    ...(await requestLocale()),
    now: Date.now(),
    viewportWidth: await requestViewportWidth(),
    isDesktopApp: false,
    version: config.version,
    buildId: offlineBuild?.id ?? '',
    chartHost: config.chartHost === undefined ? null : new URL(config.chartHost).origin,
  }
}
